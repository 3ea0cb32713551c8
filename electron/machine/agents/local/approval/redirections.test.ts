import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request, asksAgain } = approvalRepository()

it.each<[string, string, string]>([
  ['sh run.sh', '# (c) Jane Doe <jane@example.com>\n./ci/check.sh', 'ci/check.sh'],
  ['sh run.sh', '# See <https://example.com/guide>\n. ./ci/check', 'ci/check'],
  ['bash run.sh', '# usage: run.sh <name>\nsource lib/common', 'lib/common'],
  ['sh run.sh', '# was: sh old > ./ci/check.sh', 'ci/check.sh'],
  ['node run.js', 'run(() => ./ci/check.sh)', 'ci/check.sh'],
  ['make', '# Jane <jane@example.com>\ninclude config/rules\nall:\n', 'config/rules'],
])(
  'found by an attack: a `>` that writes nothing there hides nothing behind it: `%s` over %j',
  async (command, text, changed) => {
    put({ 'run.sh': text, 'run.js': text, Makefile: text })
    await asksAgain(command, changed)
  },
)

it.each([
  'sh part > out.sh',
  'sh part >>out.sh',
  'sh part >| \tout.sh # written',
  'echo "a # b" > out.sh',
  "echo '#' > out.sh",
  'sh -c "sh part > out.sh"',
  "sh -c 'echo # > out.sh' > out.sh",
])('what `%s` writes does not ask again', async (line) => {
  put({ 'run.sh': `#!/bin/sh\n${line}\n`, part: 'true\n', 'out.sh': 'a\n' }, 0o755)
  const before = await request('./run.sh')
  put({ 'out.sh': 'b\n' }, 0o755)
  expect((await request('./run.sh')).hash).toBe(before.hash)
})
