import { DEFAULT_CAPS } from '../../../shared/settings/settings.ts'
import { PLAIN_STYLE } from '../../../shared/base/clock/time-text.ts'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { createServer } from 'node:http'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { socketPlace } from '../../machine/network/socket-path.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'

/** A call of the contract as it came over the socket. */
interface Call {
  readonly method: string // "events.add"
  readonly input: unknown
}
type Answer = (input: never, signal: AbortSignal | undefined) => unknown

/** What a command needs of a thread. */
export const threadView = (
  number: number,
  name: string,
  repoPath: string,
  more: Partial<ThreadView> = {},
): ThreadView =>
  ({
    id: `thr_${number}` as ThreadId,
    number,
    name,
    repoPath,
    trusted: true,
    intervalMs: 480_000,
    pause: null,
    agent: { kind: 'local' },
    tasksForAgent: 0,
    sources: {},
    delivery: {},
    silentSince: null,
    events: 0,
    waiting: [],
    running: null,
    last: null,
    because: '',
    ...more,
  }) as ThreadView
export const snapshotWith = (threads: readonly ThreadView[]): Snapshot => ({
  threads,
  fleet: {
    at: Date.now(),
    alerts: [],
    settings: { caps: DEFAULT_CAPS },
    timeStyle: PLAIN_STYLE,
  } as unknown as Snapshot['fleet'],
})

/**
 * The local socket of a data folder with answers of the test behind it: what is asked for, without the
 * engine. Only contract paths that are given exist.
 */
export async function appUnderTest(dataDir: string, answers: Readonly<Record<string, Answer>>) {
  const calls: Call[] = []
  const waiting = new Set<() => void>()
  const router: Record<string, unknown> = {}
  for (const [method, answer] of Object.entries(answers)) {
    const names = method.split('.')
    let at = router
    for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>
    at[names.at(-1) ?? ''] = os.handler(({ input, signal }) => {
      calls.push({ method, input })
      for (const look of [...waiting]) look()
      return answer(input as never, signal)
    })
  }
  const handler = new RPCHandler(router as never)
  const server = createServer((request, response) => {
    void handler.handle(request, response, { context: {} as never }).then(
      ({ matched }) => {
        if (!matched) response.writeHead(404).end()
      },
      () => response.destroy(),
    )
  })
  const place = socketPlace(dataDir)
  mkdirSync(path.dirname(place.path), { recursive: true, mode: 0o700 })
  rmSync(place.path, { force: true })
  await new Promise<void>((resolve) => server.listen(place.path, resolve))
  return {
    calls,
    /** Resolves at once, or when the method is called for the n-th time. */
    called: (method: string, times = 1): Promise<Call> =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = calls.filter((c) => c.method === method)[times - 1]
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
