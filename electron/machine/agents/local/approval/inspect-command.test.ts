import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'
import { commandRequest, inspectCommand } from './approval-hash.ts'

const { repo, put } = approvalRepository()
const inspect = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  (await inspectCommand(repo, { argv, env })).request

it('an exact command is known by its arguments, its variables and the files that it names', async () => {
  put({ 'x.sh': 'echo 1\n', 'env.txt': 'echo env\n', 'package.json': '{"scripts":{"test":"vitest"}}\n' })
  const first = await inspect(['sh', 'x.sh'])
  expect(first).toMatchObject({
    kind: 'argv',
    argv: ['sh', 'x.sh'],
    files: [{ file: 'x.sh', text: 'echo 1\n' }],
  })
  expect((await inspect(['sh', 'x.sh', 'a'])).hash).not.toBe(first.hash)
  expect((await inspect(['sh', 'x.sh'], { A: 'b' })).hash).not.toBe(first.hash)
  expect((await inspect(['npm', 'test'])).files).toMatchObject([{ file: 'package.json' }])
  expect((await commandRequest(repo, 'Run `sh x.sh`'))!.hash).not.toBe(first.hash)
  put({ 'x.sh': 'echo 2\n' })
  expect((await inspect(['sh', 'x.sh'])).hash).not.toBe(first.hash)
})

it('a variable that programs obey names a file of an exact command', async () => {
  put({ 'env.txt': 'echo env\n' })
  const before = await inspect(['bash', '-c', 'true'], { BASH_ENV: 'env.txt' })
  expect(before.files).toMatchObject([{ file: 'env.txt' }])
  put({ 'env.txt': 'echo other\n' })
  expect((await inspect(['bash', '-c', 'true'], { BASH_ENV: 'env.txt' })).hash).not.toBe(before.hash)
})

it('an exact command that names no file has none, also where its program is not there', async () => {
  put({ 'x.sh': 'echo 1\n' })
  for (const argv of [['true'], ['no-such-program-here', 'a b']])
    expect(await inspect(argv)).toMatchObject({ fileHash: null, files: [] })
})

it('files of an exact command that are exchanged afterwards are named, also when they are put back', async () => {
  put({ 'x.sh': 'echo 1\n' })
  const { exchanged } = await inspectCommand(repo, { argv: ['sh', 'x.sh'], env: {} })
  expect(await exchanged()).toEqual([])
  put({ 'x.sh': 'echo 2\n' })
  put({ 'x.sh': 'echo 1\n' })
  expect(await exchanged()).toEqual(['x.sh'])
})
