import { normalize } from 'node:path'
import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request, asksAgain } = approvalRepository()
const SAID = 'behind their first byte that is no text is not looked for'

it.each([
  ['sh run.sh', 'run.sh'],
  ['./run.sh', 'run.sh'],
  ['sh all.sh', 'run.sh'],
])(
  'found by an attack: what a script names before a byte that is no text counts, and the rest is said: %s',
  async (command, script) => {
    put({ 'all.sh': '. ./run.sh\n', [script]: '#!/bin/sh\n. ci/check\nexit 0\n\0\0. ci/data\n' }, 0o755)
    put({ 'ci/data': 'true\n' })
    const after = await asksAgain(command, 'ci/check')
    expect(after.limits.join(' ')).toMatch(new RegExp(`${SAID}: run\\.sh\\.`))
    const shown = after.files.find(({ file }) => normalize(file) === script)
    expect([shown?.text, shown?.cut]).toEqual(['#!/bin/sh\n. ci/check\nexit 0\n', 12])
  },
)

it('a program for the machine is shown as one, and nothing is looked for in it', async () => {
  put({ tool: '\x7fELF\0\0\n. ci/check\n' }, 0o755)
  put({ 'ci/check': 'true\n' })
  const { files, limits } = await request('./tool')
  expect(files.map(({ file, text, cut }) => [file, text, cut])).toEqual([
    ['./tool', 'a program of 18 bytes, not text', 0],
  ])
  expect(limits.join(' ')).not.toContain(SAID)
})
