import { plural } from '../../../../shared/base/amounts.ts'
import { momentText } from '../../../../shared/base/clock/time-text.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { inQuotes } from '../../../../shared/base/hidden-text.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import { machineState, SILENT_AFTER_MS } from '../../../../shared/hub/machine-state.ts'
import type { Machine } from '../../../../shared/hub/machine.ts'
import { masterOf } from '../../../../shared/threads/master.ts'
import type { Problem } from '../../../../shared/views/snapshot.ts'
import type { Engine } from '../../loop/engine.ts'
import type { HubSession } from '../../ports/hub.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import type { Views } from '../../views/views.ts'

export interface SilenceParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'alerts' | 'threads' | 'together'>
  readonly engine: Pick<Engine, 'settleBanners'>
  readonly views: Pick<Views, 'setProblem'>
}

/** A server that falls silent is told once in the whole fleet, by the machine that noticed it. */
interface Silence {
  /** `skewMs`: this clock less the hub's. */
  look(session: HubSession, machines: readonly Machine[], skewMs: number): Promise<Result<void, Fault>>
}

/** What is standing about a silence, by its cause, and on which thread. */
type Standing = Map<string, ThreadId>

const CAUSE = 'silent_server:'
/** Of each silence one, so that what a person has settled is not raised again. */
const causeOf = ({ id, lastSeenAt }: Machine): string => `${CAUSE}${id}:${lastSeenAt}`

export function createSilence(parts: SilenceParts): Silence {
  let standing: Standing | null = null // null: not looked up since the start
  return {
    async look(session, machines, skewMs) {
      const { ports, store } = parts
      const hubNow = ports.clock.now() - skewMs
      const master = masterOf(store.threads.list())
      // Whoever can raise an alert comes first.
      const afterMs = master === null ? 2 * SILENT_AFTER_MS : SILENT_AFTER_MS
      const noticed: Machine[] = []
      for (const machine of machines.filter((one) => isSilentServer(one, hubNow, afterMs))) {
        const isMine = await session.noticeSilence(machine.id)
        if (!isMine.ok) return isMine
        if (isMine.value) noticed.push(machine)
      }
      standing ??= standingIn(parts)
      tell(noticed, standing, master?.id ?? null, skewMs, parts)
      return ok(undefined)
    },
  }
}

/** It has left: nobody is heard any more. */
export function endSilence(parts: SilenceParts): void {
  tell([], standingIn(parts), null, 0, parts)
}

const isSilentServer = (machine: Machine, hubNow: Instant, afterMs: number): boolean =>
  machine.class === 'server' &&
  ['unreachable', 'stopped'].includes(machineState(machine, hubNow).state) &&
  hubNow - machine.lastSeenAt > afterMs

const standingIn = ({ store }: SilenceParts): Standing =>
  new Map(
    store.threads
      .list()
      .flatMap(({ id }) => store.threads.facts(id).alerts)
      .flatMap(({ key, threadId }) => (key?.startsWith(CAUSE) === true ? [[key, threadId] as const] : [])),
  )

/** On the master; without one the window says it, as what is wrong with the app as a whole. */
function tell(
  noticed: readonly Machine[],
  standing: Standing,
  master: ThreadId | null,
  skewMs: number,
  { ports: { clock }, store, engine, views }: SilenceParts,
): void {
  const now = clock.now()
  const causes = new Set(noticed.map(causeOf))
  const over = [...standing].filter(([key]) => !causes.has(key))
  const fresh = noticed.filter((machine) => !standing.has(causeOf(machine)))
  views.setProblem('server', master === null && fresh.length > 0 ? problemOf(fresh) : null)
  if (over.length === 0 && (fresh.length === 0 || master === null)) return
  store.together(() => {
    for (const [key, thread] of over) store.alerts.resolve(thread, [key], now)
    for (const machine of master === null ? [] : fresh) {
      const key = causeOf(machine)
      if (store.alerts.newestAt(master!, key) !== null) continue // a person has settled it
      const is = machine.stoppedAt === null ? 'is not reachable; it was heard last' : 'was stopped'
      const text = `The server ${inQuotes(machine.name)} ${is} at ${momentText(machine.lastSeenAt + skewMs, clock)}.`
      store.alerts.raise(master!, { key, severity: 'warning', text }, now)
    }
  })
  for (const [key] of over) standing.delete(key)
  if (master !== null) for (const machine of fresh) standing.set(causeOf(machine), master)
  engine.settleBanners()
}

const NAMED = 3
function problemOf(machines: readonly Machine[]): Problem {
  const names = machines.slice(0, NAMED).map(({ name }) => inQuotes(name))
  const more = machines.length - names.length
  return {
    code: 'server',
    text: `Not reachable: ${plural(machines.length, 'server')}, ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}.`,
    repair:
      'See there whether Threadbeat and the way to the hub are up. With a master thread it is an alert.',
  }
}
