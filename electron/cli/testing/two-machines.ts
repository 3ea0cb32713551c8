import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { makeRepository } from '../../host/repositories.ts'
import { startPostgres, type Postgres } from '../../machine/hub/testing/postgres.ts'
import { commandUnderTest } from './command.ts'
import { withInput } from './with-input.ts'

/** Two machines with the real command, each with a repository and `serve`, and a real PostgreSQL beside them. */
export function twoMachines() {
  const laptop = commandUnderTest('hub-laptop')
  const desk = commandUnderTest('hub-desk')
  const made: { server?: Postgres; laptopServing?: ReturnType<typeof laptop.start> } = {}

  async function serve(machine: typeof laptop): Promise<ReturnType<typeof laptop.start>> {
    const serving = machine.start(['serve'])
    await serving.printed(/runs without a window/)
    if (machine === laptop) made.laptopServing = serving
    return serving
  }
  async function ok(...args: Parameters<typeof withInput>): Promise<string> {
    const { code, out, err } = await withInput(...args)
    expect(code, err).toBe(0)
    return out
  }
  beforeAll(async () => {
    made.server = await startPostgres()
    for (const machine of [laptop, desk]) {
      await machine.bundled()
      await makeRepository(path.join(machine.root, 'repos'), machine === desk ? 'api' : 'notes', 'clean')
      await serve(machine)
    }
    await ok(desk, ['add', path.join(desk.root, 'repos', 'api'), '--trust'])
    await ok(laptop, ['add', path.join(laptop.root, 'repos', 'notes'), '--trust'])
  })
  afterAll(async () => {
    laptop.gone()
    desk.gone()
    await made.server?.remove()
  })
  return {
    laptop,
    desk,
    /** Once the tests run. */
    server: (): Postgres => made.server!,
    /** HEARTBEAT.md of the repository `api` on the desk. */
    listOf: (): string => path.join(desk.root, 'repos', 'api', 'HEARTBEAT.md'),
    ok,
    json: async <T>(...of: Parameters<typeof ok>): Promise<T> => JSON.parse(await ok(...of)) as T,
    serve,
    async stop(): Promise<void> {
      made.laptopServing!.child.kill('SIGTERM')
      await made.laptopServing!.ended
    },
    eventually: (look: () => Promise<string>, text: string | RegExp): Promise<unknown> =>
      expect.poll(look, { timeout: 60_000, interval: 200 }).toMatch(text),
  }
}
