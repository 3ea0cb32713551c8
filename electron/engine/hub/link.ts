import { messageOf } from '../../../shared/base/error-message.ts'
import { asSentence, fault, type Fault } from '../../../shared/base/faults.ts'
import { err, type Result } from '../../../shared/base/result.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { HubView } from '../../../shared/hub/status.ts'
import { GOOD_MS, reconnectMs } from '../../../shared/hub/reconnect.ts'
import type { Hub, HubSession } from '../ports/hub.ts'
import { createTimer } from '../pulse/timers.ts'
import type { Views } from '../views/views.ts'
import { visitHub, type Visit, type VisitParts } from './visit.ts'

/** The way to the hub, of a machine that has joined one. Nothing here is waited for by anybody. */
export interface HubLink {
  /** The outbox is written from now on, and the hub is tried. */
  start(): void
  /**
   * Nothing is asked of the hub any more; what was not sent is sent after the next start. `tells` false: the others are
   * not told, for another link follows.
   */
  stop(tells?: boolean): Promise<void>
  view(): HubView
  /** null: it is not connected. */
  visit(): Pick<Visit, 'session' | 'sleeps'> | null
}

interface LinkParts extends VisitParts {
  readonly views: VisitParts['views'] & Pick<Views, 'onThreads'>
  readonly hub: Hub
  /** From 0 to below 1. */
  readonly random: () => number
}

interface LinkState {
  is: HubView['is']
  connectedSince: Instant | null
  lastFault: HubView['lastFault']
  nextTryAt: Instant | null
}

export function createHubLink(parts: LinkParts): HubLink {
  const { clock, log, ids } = parts.ports
  const timer = createTimer(clock, 'hub')
  const abort = new AbortController()
  const state: LinkState = { is: 'off', connectedSince: null, lastFault: null, nextTryAt: null }
  let visit: Visit | null = null
  let visits = 0
  let goodFromMs = 0 // monotonic: a connection that ends later was a good one
  let failures = 0 // tries in a row that came to nothing
  let endChanges = (): void => undefined

  const become = (change: Partial<LinkState>): void => noteLink(Object.assign(state, change), parts.others)
  async function tryOnce(): Promise<void> {
    become({ is: 'connecting', nextTryAt: null })
    const session = await connect(parts.hub, abort.signal)
    if (abort.signal.aborted) return void (session.ok && (await session.value.close()))
    if (session.ok) begin(session.value)
    else tryAgain(session.error, ++failures)
  }
  function begin(session: HubSession): void {
    become({ is: 'connected', connectedSince: clock.now() })
    goodFromMs = clock.monotonicMs() + GOOD_MS
    log('info', 'hub.connected', {})
    visit = visitHub(session, parts, visits++ === 0, (what) => {
      if (abort.signal.aborted) return
      void visit?.close()
      visit = null
      failures = clock.monotonicMs() >= goodFromMs ? 0 : failures + 1
      tryAgain(what, failures)
    })
  }
  function tryAgain(what: Fault, failed: number): void {
    const now = clock.now()
    const waitMs = reconnectMs(what.code, failed, parts.random())
    // The same again is no news.
    const level = state.lastFault?.code === what.code && failed > 1 ? 'debug' : 'warn'
    log(level, 'hub.lost', { code: what.code, message: what.message })
    become({
      is: 'waiting',
      connectedSince: null,
      lastFault: { ...what, at: now },
      nextTryAt: now + Math.ceil(waitMs),
    })
    timer.setAfter(waitMs, () => void tryOnce())
  }

  return {
    start() {
      if (state.is !== 'off' || abort.signal.aborted) return
      parts.store.hub.join(ids<string>('epo'), clock.now)
      log('info', 'hub.joined', {})
      endChanges = parts.views.onThreads(() => visit?.noteChange())
      void tryOnce()
    },
    async stop(tells = true) {
      abort.abort()
      endChanges()
      timer.clear()
      become({ is: 'off', connectedSince: null, nextTryAt: null })
      await visit?.close(tells)
      visit = null
    },
    visit: () => visit,
    view: () => ({
      ...state,
      waiting: state.is === 'off' ? 0 : parts.store.hub.waiting(),
      skewMs: visit?.skewMs() ?? null,
    }),
  }
}

function noteLink({ is, lastFault }: LinkState, others: LinkParts['others']): void {
  const fault = is === 'waiting' ? lastFault : null
  others.noteLink(is === 'off' ? 'waiting' : is, fault && asSentence(fault.message))
}

/** A port that breaks its promise is a fault like any other. */
const connect = (hub: Hub, signal: AbortSignal): Promise<Result<HubSession, Fault>> =>
  hub.connect(signal).catch((error: unknown) => err(fault('bug', messageOf(error))))
