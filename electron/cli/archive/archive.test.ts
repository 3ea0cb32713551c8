import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'
import { commandsHere } from '../testing/in-process.ts'

const from = commandsAndHost('archive-test')
const { root, repos, cli } = from
const to = (folder: string) => commandsHere(path.join(root, folder), root)
/** What an import that nobody answers says that it is to be told. */
async function hashOf(command: typeof cli, ...words: readonly string[]): Promise<string> {
  const asked = await command(...words)
  expect(asked.code).toBe(1)
  return /add --yes ([0-9a-f]{32})$/m.exec(asked.err)![1]!
}
beforeAll(() => from.withRepositories(), 60_000)
afterAll(() => from.gone())

describe('threadbeat export and import', () => {
  it('take a fleet from one folder to another', async () => {
    const file = path.join(root, 'out.zip')
    expect(await cli('export', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing to export') as string,
    })
    await cli('add', path.join(repos, 'api'), '--trust')
    expect(await cli('export', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Exported 1 thread and 0 runs') as string,
    })
    expect(await cli('export', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force') as string,
    })
    expect(await cli('export', file, '--force')).toMatchObject({ code: 0 })
    expect(await cli('import', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has a history already') as string,
    })
    const other = to('to')
    expect(await other('import', file, '--map', 'api=web')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--map must be OLD=NEW') as string,
    })
    const words = ['import', file, '--map', '/a=/b', '--map', `${root}/nothing=/c`]
    expect(await other(...words, '--yes', await hashOf(other, ...words))).toMatchObject({
      code: 0,
      err: 'No thread of it is trusted. For each one that you trust: threadbeat trust THREAD\n',
      out: expect.stringContaining('Imported 1 thread and 0 runs') as string,
    })
    expect(JSON.parse((await other('list', '--json')).out)).toMatchObject([
      { number: 2, name: 'api', trusted: false },
    ])
  })
  it('export beside a running app, which keeps import out', async () => {
    await from.open()
    const file = path.join(root, 'beside.zip')
    expect(await cli('export', file)).toMatchObject({ code: 0, err: '' })
    expect(await cli('import', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another Threadbeat works on') as string,
    })
    const beside = to('beside')
    expect(await beside('import', file, '--yes', await hashOf(beside, 'import', file))).toMatchObject({
      code: 0,
    })
  })
})
