import { connect, type NetConnectOpts } from 'node:net'
import type { App } from './app.ts'
import type { Case } from './board.ts'
import { healthyBeats } from './watched.ts'

/** Everything that came back until the other end closed, or for so long. */
export function exchange(to: NetConnectOpts, bytes: string | Buffer, ms = 5000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to, () => socket.write(bytes))
    let text = ''
    socket.setTimeout(ms, () => socket.destroy())
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
  })
}

export async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const worker = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: 12 }, worker))
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

/** What must be the same whatever came in at a door. */
async function authority(app: App): Promise<string> {
  const { threads, fleet } = await app.client.snapshot()
  const jobs = await app.client.jobs.list({})
  return JSON.stringify([
    threads.map((t) => [t.id, t.name, t.agent, t.trusted, t.intervalMs]),
    fleet.settings,
    jobs,
  ])
}

export async function guarded(c: Case, what: string, attack: (app: App) => Promise<void>): Promise<void> {
  const app = await c.lane.app()
  const before = await authority(app)
  await attack(app)
  await healthyBeats(c, app, what)
  c.check('letIn', (await authority(app)) === before, `${what}: something that is executed was changed`)
  c.check('wedged', app.child.exitCode === null, `${what}: the app ended`)
}
