import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeRepository } from '../host/repositories.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { commandUnderTest } from './testing/command.ts'
import { commandsHere } from './testing/in-process.ts'

const { root, dataDir, start, bundled, gone } = commandUnderTest('damage-while-serving')
const cli = commandsHere(dataDir, root)

/** All pages but the first, as something that writes into the wrong file would leave them. */
function overwrite(file: string): void {
  const handle = openSync(file, 'r+')
  for (let at = 1024; at < statSync(file).size; at += 1024)
    writeSync(handle, Buffer.alloc(1024, 0xa5), 0, 1024, at)
  closeSync(handle)
}

beforeAll(bundled, 60_000)
afterAll(gone)

it('a history that is overwritten while it is open ends serve with what is damaged, and no call fails without words', async () => {
  await makeRepository(path.join(root, 'repos'), 'api', 'clean')
  const first = start(['serve'])
  await first.printed(/runs without a window/)
  expect(await cli('add', path.join(root, 'repos', 'api'), '--trust')).toMatchObject({ code: 0 })
  expect(await cli('beat', 'api', '--wait')).toMatchObject({ code: 0 })
  first.child.kill('SIGINT')
  expect((await first.ended).code).toBe(0)

  const serving = start(['serve'])
  await serving.printed(/runs without a window/)
  for (const file of [DATABASE, `${DATABASE}-wal`]) overwrite(path.join(dataDir, file))
  // Whoever finds it first: the call itself, a tick that ends the app under it, or the command without the app.
  expect(await cli('beat', 'api', '--wait')).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^The history is damaged: |^The app ended during the call|malformed/,
    ) as string,
  })
  const ended = await serving.ended
  expect(ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/threadbeat\.db is damaged: .*\nGo back to a backup: /) as string,
  })
  expect((await cli('status', '--short')).code).not.toBe(0)
  expect(await start(['serve']).ended).toMatchObject({
    code: 1,
    err: expect.stringContaining('Go back to a backup: threadbeat restore last.') as string,
  })
})
