import { runnerName } from '../../../shared/agents/presets.ts'
import type { DryRun } from '../../../shared/contract/beats.ts'
import { AMBIENT_KEPT_MS } from '../../../shared/events/system-event.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { SCHEDULED_BEAT } from '../../../shared/queue/gates.ts'
import type { QueueItem } from '../../../shared/queue/queue.ts'
import { mergeReasons } from '../../../shared/queue/wake.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import type { PairFacts, WorkedLine } from '../../../shared/runs/prompt/pair-block.ts'
import { highest, upTo, type Tier } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { SKIP_WORD } from '../../../shared/views/words.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { applyFitting } from '../playbook/edit-heartbeat.ts'
import { rightsOf } from '../agents/rights.ts'
import { askDaily } from '../attempts/daily/ask-daily.ts'
import { measuredWork } from '../attempts/told/measured-work.ts'
import { suggestionsForAgent } from '../agents/suggestions-for-agent.ts'
import { othersFor } from '../playbook/master/other-threads.ts'
import { readOrDraft } from '../playbook/first-list.ts'
import { lostWorkEdits, openClaims } from '../playbook/work-claims.ts'
import { beatPrompt } from '../runs/call/prompt.ts'
import { beatFacts, type BeatAsk, type BeatFacts } from '../runs/plan.ts'
import type { ForesightSources } from './foresight-sources.ts'
import { undoneOf } from './explain.ts'
import { pairAhead, pairWords } from './pair-ahead.ts'
import { agentHeldAhead, gateReport, heldAhead } from './gate-report.ts'

/** What a beat would do now; see ForesightView. */
export async function dryRun(thread: Thread, tier: Tier | null, sources: ForesightSources): Promise<DryRun> {
  const { ports, store, engine } = sources
  const ask = beatAsk(thread, tier, sources)
  const nothing = { tiers: [], tasks: [], prompt: null, events: ask.events.length }
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return { ...nothing, would: 'refuse', because: tracked.error.message }
  const file = await readOrDraft(thread, tracked.value, sources)
  if (!file.ok) return { ...nothing, would: 'refuse', because: file.error.message }
  const doc = asRunWouldFind(file.value.text, thread, tracked.value, sources)
  const settings = engine.settings()
  const facts = await beatFacts({ ask, thread, doc, isTracked: tracked.value, ports, store, settings })
  const { decision } = facts
  if ('refuse' in decision) return { ...nothing, would: 'refuse', because: decision.refuse }
  if ('skip' in decision) {
    const because = decision.because ?? `${SKIP_WORD[decision.skip]}.`
    return { ...nothing, would: 'skip', because, tiers: decision.tiers }
  }
  const plan = decision.run
  const { profile } = rightsOf(ask, thread, highest(plan.tiers), ask.startedAt)
  const lookOnly = profile === 'look'
  const isLocal = facts.runner === 'local'
  const isSplit = (facts.isPair || isLocal) && plan.tasks.length > 0
  const split = { lookOnly: lookOnly || isLocal, events: facts.factsWorthRun }
  const ahead = isSplit ? await pairAhead(thread, plan, split, sources) : null
  const gates = gateReport(thread, null, sources)
  const held = tier === null ? heldAhead(SCHEDULED_BEAT, gates) : null
  const agentHeld = tier === null ? agentHeldAhead(SCHEDULED_BEAT, gates) : null
  const startsAgent = facts.runner === 'agent' && agentHeld === null && ahead?.needs.length !== 0
  const others = startsAgent ? await othersFor(thread, plan.tiers, { ports, store, settings }) : null
  const listed = { doc, isTracked: tracked.value }
  const suggestions = suggestionsForAgent(thread, listed, store, ask.startedAt)
  const daily = askDaily({ thread, tiers: plan.tiers, doc, at: ask.startedAt }, { ports, store })
  return {
    would: 'start',
    because: [
      held === null ? startWords(thread, plan, facts, ahead, agentHeld) : `It would wait: ${held}.`,
      ...undoneOf(thread, sources),
    ].join(' '),
    tiers: plan.tiers,
    tasks: plan.tasks.map((task) => task.text),
    events: ask.events.length,
    prompt: startsAgent
      ? beatPrompt({ ask, thread, ...listed, ports, store }, facts, plan, {
          tools: true,
          lookOnly,
          others,
          suggestions,
          ask: daily,
          measured: measuredWork(thread.id, store),
          pair: ahead?.pair ?? null,
        })
      : null,
  }
}

/** Work that an earlier run left in progress is settled before the list is read. */
function asRunWouldFind(
  text: string,
  thread: Thread,
  isTracked: boolean,
  { ports, store }: ForesightSources,
): HeartbeatDoc {
  const before = parse(text)
  const edits = isTracked ? [] : lostWorkEdits(before, openClaims(thread.id, store), thread, { ports, store })
  return parse(serialize(applyFitting(before, edits)))
}

function startWords(
  thread: Thread,
  run: BeatPlan,
  facts: BeatFacts,
  ahead: Awaited<ReturnType<typeof pairAhead>> | null,
  agentHeld: string | null,
): string {
  const agent = runnerName(thread.agent)
  const tiers = upTo(highest(run.tiers)).join(', ')
  if (facts.runner === 'local') return localWords(run, ahead?.pair ?? null)
  const own = ahead?.pair.results.filter(({ status }) => status === 'ahead').length ?? 0
  if (ahead !== null && ahead.pair.results.length > 0)
    return `Threadbeat would work ${plural(own, 'task')} of ${tiers} by itself; ${pairWords(ahead, agent, agentHeld)}`
  const what = `${plural(run.tasks.length, 'task')} of ${tiers}${workWords(run)}`
  return agentHeld === null
    ? `${agent} would work ${what}.`
    : `${agent} would not be started for ${what}: ${agentHeld}.`
}

const workWords = ({ work }: BeatPlan): string =>
  work.length === 0 ? '' : ` and ${plural(work.length, 'item')} of the Work Queue`

/** Only what local checks can do counts as worked. `pair`: null where no task is due. */
function localWords(run: BeatPlan, pair: PairFacts | null): string {
  const count = (status: WorkedLine['status']): number =>
    pair?.results.filter((line) => line.status === status).length ?? 0
  const [unapproved, left] = [count('needs_approval'), pair?.left.length ?? 0]
  const missing = count('finding')
  const rest = [
    ...(missing === 0 ? [] : [`the program of ${plural(missing, 'command')} is not found here`]),
    ...(unapproved === 0 ? [] : [`${plural(unapproved, 'command')} would wait for your approval`]),
    ...(left === 0 ? [] : [`${plural(left, 'task')} would wait for an agent`]),
  ]
  const what = `${plural(count('ahead'), 'task')} of ${upTo(highest(run.tiers)).join(', ')}${workWords(run)}`
  return `${[`Local checks would work ${what}`, ...rest].join('; ')}.`
}

/** The wish that would be claimed now, with the events it would be given. */
function beatAsk(thread: Thread, tier: Tier | null, { ports, store }: ForesightSources): BeatAsk {
  const now = ports.clock.now()
  const waiting = store.queue.waiting('heartbeat').find((item) => item.threadId === thread.id)
  const { events, dropped } = store.events.waiting(thread.id)
  return {
    ...wishOf(waiting, tier),
    kind: 'heartbeat',
    sender: null,
    // As the tick that starts the beat would leave them.
    events: events.filter((event) => !event.ambient || event.lastAt >= now - AMBIENT_KEPT_MS),
    dropped,
    startedAt: now,
  }
}

/** The beat that waits, joined by a person's wish for a tier; without both, one that only the clock asks for. */
function wishOf(
  waiting: QueueItem | undefined,
  tier: Tier | null,
): Pick<BeatAsk, 'reasons' | 'askedTier' | 'withDue'> {
  if (tier === null)
    return waiting === undefined
      ? { reasons: ['interval'], askedTier: null, withDue: true }
      : { reasons: waiting.reasons, askedTier: waiting.tier, withDue: waiting.withDue }
  return {
    reasons: mergeReasons(waiting?.reasons ?? [], ['manual']),
    askedTier: highest([tier, ...(waiting?.tier == null ? [] : [waiting.tier])]),
    withDue: waiting?.withDue ?? false,
  }
}
