import type { Fault } from '../../../shared/base/faults.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { firstBatch } from '../../../shared/hub/batch.ts'
import { BATCH_ROWS } from '../../../shared/hub/fact.ts'
import { PRESENCE_MS } from '../../../shared/hub/machine-state.ts'
import { isOlderCopy } from '../../../shared/hub/older-copy.ts'
import type { HubSession } from '../ports/hub.ts'
import type { Ports } from '../ports/ports.ts'
import { adviceWorks } from './advice-works.ts'
import { restateLists, type ListParts } from './lists.ts'
import { takeMail, type MailParts } from './mail.ts'
import {
  ownStates,
  withoutSecrets,
  writeDifferences,
  writeOtherSuggestions,
  writeStates,
  type Looked,
  type StateParts,
} from './states.ts'
import type { Others } from './others/others.ts'
import { tellPresence, type PresenceParts } from './presence.ts'
import { readOthers } from './others/read-others.ts'
import type { SilenceParts } from './others/silence.ts'
import { createTurns, type Works } from './turns.ts'

export type VisitParts = StateParts &
  ListParts &
  MailParts &
  SilenceParts &
  PresenceParts & {
    readonly ports: Pick<Ports, 'ids'>
    /** This machine's id, as the hub knows it. */
    readonly machine: string
    readonly others: Others
  }

/** One connection, from its beginning to its end. */
export interface Visit {
  /** For what a person asks meanwhile. */
  readonly session: HubSession
  /** There may be something that others are to be told of. */
  noteChange(): void
  /** The machine's clock less the hub's, in ms; null: not measured yet. */
  skewMs(): number | null
  /** true: the machine is about to sleep, which others are told at once and nobody waits for. false: it is back. */
  sleeps(isAsleep: boolean): void
  /** After it nothing of this visit asks the store for anything. `isStop`: others are told that this machine stops. */
  close(isStop?: boolean): Promise<void>
}

/** In this order, where several are wanted. */
const WORKS = [
  'known',
  'facts',
  'presence',
  'mail',
  'answers',
  'toldRuns',
  'compare',
  'lists',
  'states',
  'advice',
  'machines',
  'prune',
] as const
type Work = (typeof WORKS)[number]

/** From a change: what follows it within this time goes along. */
const SEND_AFTER_MS = 2 * SECOND
/** From a bell: what else others tell within this time is read along. */
const READ_AFTER_MS = SECOND
/** A presence that comes so soon after the word that it is about to sleep says so as well. */
const FALLS_ASLEEP_MS = 30 * SECOND
const MAIL_EVERY_MS = 5 * MINUTE
/** More of the same, when whatever else is wanted or due had its turn. */
const AFTER_OTHERS_MS = 1
const PRUNE_EVERY_MS = HOUR

/**
 * `isFirst`: of this process, so that what the hub says of this machine is compared with how it is. `over`: called once,
 * when the connection is of no use any more.
 */
export function visitHub(
  session: HubSession,
  parts: VisitParts,
  isFirst: boolean,
  over: (fault: Fault) => void,
): Visit {
  const state: VisitState = {
    looked: new Map(),
    skewMs: null,
    elsewhere: null,
    mailBefore: null,
    sleepsUntilMs: Number.NEGATIVE_INFINITY,
    isStopping: false,
  }
  const turns = createTurns(WORKS, {
    clock: parts.ports.clock,
    log: parts.ports.log,
    works: worksOf(session, parts, state, (work) => turns.want(work)),
    over,
  })
  for (const work of WORKS) if (work !== 'compare' || isFirst) turns.want(work)
  session.onBell((about) => {
    if (about === 'machines') return turns.wantWithin('machines', READ_AFTER_MS)
    for (const work of ['mail', 'answers'] as const) turns.want(work)
    for (const work of ['states', 'advice'] as const) turns.wantWithin(work, READ_AFTER_MS)
  })
  session.onEnd(turns.end)
  return {
    session,
    noteChange: () => turns.wantWithin('facts', SEND_AFTER_MS),
    skewMs: () => state.skewMs,
    sleeps(isAsleep) {
      state.sleepsUntilMs = isAsleep
        ? parts.ports.clock.monotonicMs() + FALLS_ASLEEP_MS
        : Number.NEGATIVE_INFINITY
      if (isAsleep) void tellPresence(session, parts, state.sleepsUntilMs).catch(() => undefined)
      else turns.want('presence')
    },
    async close(isStop = false) {
      turns.end(null)
      state.isStopping = isStop
      if (isStop) await session.stop()
      await session.close()
      await turns.idle()
    },
  }
}

interface VisitState {
  readonly looked: Looked
  skewMs: number | null
  isStopping: boolean // told so: no presence may follow, which would say that it is there
  sleepsUntilMs: number // monotonic: until then it is about to sleep
  mailBefore: string | null // the first of the page before; null: no page was before
  /** What the hub has of starts that were not here; null: nothing, or it is dealt with. */
  elsewhere: ReadonlyMap<string, number> | null
}

function worksOf(
  session: HubSession,
  parts: VisitParts,
  state: VisitState,
  want: (work: Work) => void,
): Works<Work> {
  const { clock, ids } = parts.ports
  const { hub } = parts.store
  const { settle, ...adviceOf } = adviceWorks(session, parts, want)
  return {
    async known() {
      const known = await session.known()
      if (!known.ok) return known
      if (isOlderCopy(known.value, hub.epochs())) {
        state.elsewhere = known.value
        // Of what was told of a thread the hub keeps that of the start which is later: from here on that is this one.
        hub.join(ids<string>('epo'), clock.now)
        restateLists(parts)
        // What was told of runs there may be of lists that are not to be read here.
        const cleared = await session.clearToldRuns(null)
        if (!cleared.ok) return cleared
      }
      if (hub.noteHas(known.value) || state.elsewhere !== null) want('compare')
      return ok(0)
    },
    facts() {
      settle()
      return sendFacts(session, parts, state.looked)
    },
    async presence() {
      settle()
      const sent = await sendFacts(session, parts, state.looked)
      if (!sent.ok || state.isStopping) return sent
      const before = clock.now()
      const told = await tellPresence(session, parts, state.sleepsUntilMs)
      if (!told.ok) return told
      state.skewMs = Math.round((before + clock.now()) / 2 - told.value.hubNow)
      for (const work of ['answers', 'states', 'advice', 'machines'] as const) want(work)
      return ok(PRESENCE_MS)
    },
    mail: () => mailTurn(session, parts, state, want),
    async compare() {
      const own = await ownStates(session, parts.machine)
      if (!own.ok) return own
      writeDifferences(own.value, parts)
      const open = await session.openSuggestions()
      if (!open.ok) return open
      writeOtherSuggestions(open.value, parts)
      parts.others.lists.readAgain()
      for (const work of ['advice', 'facts'] as const) want(work)
      return ok(0)
    },
    ...adviceOf,
    ...readOthers(session, parts, () => state.skewMs ?? 0, want),
    prune: async () => ok(hub.prune(clock.now()) ? SECOND : PRUNE_EVERY_MS),
  }
}

/** A page of mail. */
async function mailTurn(
  session: HubSession,
  parts: VisitParts,
  state: VisitState,
  want: (work: Work) => void,
): Promise<Result<number, Fault>> {
  const { clock } = parts.ports
  const taken = await takeMail(session, parts, {
    hubNow: () => clock.now() - (state.skewMs ?? 0),
    before: state.mailBefore,
    isOlderCopy: state.elsewhere !== null,
    sendFacts: () => sendFacts(session, parts, state.looked),
  })
  if (!taken.ok) return taken
  state.mailBefore = taken.value
  want('facts') // what came of it is what its sender waits to see
  if (taken.value !== null) return ok(AFTER_OTHERS_MS)
  if (state.elsewhere !== null) parts.store.hub.noteElsewhere(state.elsewhere)
  state.elsewhere = null
  return ok(MAIL_EVERY_MS)
}

/** Until the hub has all. */
async function sendFacts(
  session: HubSession,
  parts: VisitParts,
  looked: Looked,
): Promise<Result<number, Fault>> {
  const { hub } = parts.store
  for (;;) {
    writeStates(parts, looked)
    const batch = firstBatch(hub.unsent(BATCH_ROWS))
    if (batch.length === 0) return ok(0)
    const pushed = await session.push(batch.map(withoutSecrets))
    if (!pushed.ok) return pushed
    hub.acknowledge(batch)
  }
}
