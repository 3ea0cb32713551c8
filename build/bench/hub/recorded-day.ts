import { createHubLink } from '../../../electron/engine/hub/link.ts'
import type { Hub, HubSession, Presence } from '../../../electron/engine/ports/hub.ts'
import { scenario } from '../../../electron/engine/testing/scenario.ts'
import { ok } from '../../../shared/base/result.ts'
import { HOUR } from '../../../shared/base/time.ts'
import type { Fact } from '../../../shared/hub/fact.ts'

/** What a machine says to its hub, `atMs` after the beginning. */
export type Call = { readonly atMs: number } & (
  | { readonly facts: readonly Fact[] }
  | { readonly presence: Presence }
)

/**
 * Of a machine with so many threads at the usual pace whose beats are quiet: by the real engine, outbox and link in
 * virtual time that ends now.
 */
export async function recordedDay(threads: number, hours: number): Promise<readonly Call[]> {
  const start = Date.now() - hours * HOUR
  const calls: Call[] = []
  const made: { link?: ReturnType<typeof createHubLink> } = {}
  const s = await scenario({
    start,
    beforeStart({ ports, store, documents, engine, views, others }) {
      const hub = recorder(ports.clock.now, (call) =>
        calls.push({ ...call, atMs: ports.clock.now() - start } as Call),
      )
      const [machine, version] = ['recorded', '1.0.0']
      others.begin(machine, machine)
      made.link = createHubLink({
        ports,
        store,
        documents,
        engine,
        views,
        others,
        hub,
        machine,
        version,
        random: () => 0.5,
      })
      made.link.start()
    },
  })
  for (let i = 0; i < threads; i++) s.add(`repository-${i}`)
  for (let hour = 0; hour < hours; hour++) await s.clock.advance(HOUR)
  await made.link!.stop()
  await s.stop()
  return calls
}

type Said = { readonly facts: readonly Fact[] } | { readonly presence: Presence }

/** A hub without another machine, which notes what it is told. */
function recorder(now: () => number, note: (said: Said) => void): Hub {
  const nothing = <T>(of: T) => Promise.resolve(ok(of))
  const session: HubSession = {
    known: () => nothing(new Map()),
    push(facts) {
      note({ facts: structuredClone(facts) })
      return nothing(undefined)
    },
    tell(presence) {
      note({ presence })
      return nothing({ hubNow: now() })
    },
    stop: () => nothing(undefined),
    machines: () => nothing([]),
    states: () => nothing([]),
    outcomes: () => nothing({ hubNow: now(), rows: [], next: null }),
    noticeSilence: () => nothing(false),
    openSuggestions: () => nothing([]),
    advice: () => nothing([]),
    mail: () => nothing([]),
    settle: () => nothing(undefined),
    clearToldRuns: () => nothing(undefined),
    send: () => nothing(undefined),
    answers: () => nothing(new Map()),
    onBell: () => undefined,
    onEnd: () => undefined,
    close: () => Promise.resolve(),
  }
  return { connect: () => nothing(session) }
}
