import { createHook } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { SECOND } from '../../../../../shared/base/time.ts'
import { approvalRepository } from '../testing/approval-repository.ts'
import { commandRequest, commandsByLine, readingOf } from './approval-hash.ts'

const { repo, put } = approvalRepository()

/** Scripts that all name one another. */
function scripts(count: number): readonly { readonly text: string }[] {
  const others = (from: number): string =>
    Array.from({ length: 10 }, (_, k) => `sh s${(from * 7 + k) % count}.sh`).join('\n')
  put(Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}.sh`, others(i)])))
  return Array.from({ length: count }, (_, i) => ({ text: `Run \`sh s${i}.sh\`` }))
}

async function filesOpened(work: () => Promise<unknown>): Promise<number> {
  let opened = 0
  const hook = createHook({ init: (_, type) => void (opened += type === 'FILEHANDLE' ? 1 : 0) }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return opened
}

it('each script is read once for a list, whatever commands come to it, and each command is what it is alone', async () => {
  const lines = scripts(30)
  let listed: readonly unknown[] = []
  expect(await filesOpened(async () => (listed = (await commandsByLine(repo, lines)).commands))).toBe(30)
  const alone: unknown[] = []
  for (const { text } of lines) alone.push(await commandRequest(repo, text))
  expect(listed).toEqual(alone)
})

it('a list that takes longer than lists may is looked at as far as that, and each command as a whole or not at all', async () => {
  const lines = scripts(12)
  let now = 0
  const reading = readingOf(repo, () => (now += 3 * SECOND))
  const read: unknown[] = []
  for (const { text } of lines) {
    const one = await reading.command(text)
    read.push(one === null || typeof one === 'string' ? one : one.request)
  }
  expect(read.slice(7)).toEqual(Array.from({ length: 5 }, () => 'too_much'))
  expect(read.slice(0, 7)).toEqual((await commandsByLine(repo, lines)).commands.slice(0, 7))
  expect(await reading.command('Look at the docs')).toBe(null)
})

it('found by a user: the lines that are left out are named, with the bound', async () => {
  const lines = scripts(12)
  let now = 0
  const { commands, leftOut } = await commandsByLine(
    repo,
    [...lines, { text: 'Look at the docs' }],
    readingOf(repo, () => (now += 3 * SECOND)),
  )
  expect(commands.filter((one) => one !== null).length).toBe(7)
  expect(leftOut).toEqual({
    at: [7, 8, 9, 10, 11],
    why: 'the commands before come to more than 20 s of reading, which is as long as is taken for one list',
  })
  expect((await commandsByLine(repo, lines)).leftOut).toBe(null)
})

it('what is shown of the files of a list is bounded, however many of its commands come to the same ones', async () => {
  const long = `#!/bin/sh\n${'# as long as it is shown\n'.repeat(200)}`
  const names = Array.from({ length: 30 }, (_, i) => `part${i}.sh`)
  put(Object.fromEntries(names.map((name) => [name, long])))
  put({ 'all.sh': names.map((name) => `. ./${name}`).join('\n') })
  const lines = Array.from({ length: 100 }, (_, i) => ({ text: `Run \`sh all.sh ${i}\`` }))
  const listed = (await commandsByLine(repo, lines)).commands.filter((one) => one !== null)
  const shown = listed.flatMap(({ files }) => files).reduce((sum, { text }) => sum + text.length, 0)
  expect(listed.every(({ files }) => files.length === 31)).toBe(true)
  expect(listed.length).toBeLessThan(100)
  expect(shown).toBeLessThan(8_200_000)
})
