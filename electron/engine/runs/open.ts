import type { OtherThreads } from '../../../shared/runs/prompt/fleet-block.ts'
import { NOT_ASKED, type DailyAsk } from '../../../shared/runs/prompt/daily-block.ts'
import type { SuggestionForAgent } from '../../../shared/runs/prompt/suggestions-block.ts'
import { workKey } from '../../../shared/runs/judge/standing.ts'
import { highest } from '../../../shared/schedule/tier.ts'
import { ok } from '../../../shared/base/result.ts'
import { serialize } from '../../../shared/playbook/doc.ts'
import { applyFitting, rewrite } from '../playbook/edit-heartbeat.ts'
import { measuredWork } from '../attempts/told/measured-work.ts'
import { askDaily, namesOf } from '../attempts/daily/ask-daily.ts'
import { suggestionsForAgent } from '../agents/suggestions-for-agent.ts'
import { othersFor } from '../playbook/master/other-threads.ts'
import { openingEdits } from '../playbook/run-edits.ts'
import { lookBeforeTrial } from '../playbook/trial.ts'
import { taken } from '../playbook/work-claims.ts'
import type { AgentSpec } from '../ports/agents.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import { workedByApp, type Checked } from './check.ts'
import { go, stillOn, type Begun, type Step } from './context.ts'
import { broken, ended } from './ended.ts'
import { beatPrompt } from './call/prompt.ts'
import { bareSpec, listSpec } from './call/spec.ts'
import { prepareTurn, usdLeftOf, type PreparedTurn, type TurnRequest } from './call/turn.ts'

/** A run whose runner may be called now. */
export interface Opened extends Begun {
  readonly turn: PreparedTurn | null // null: local checks, or a job's command
  readonly spec: AgentSpec
}

export interface OpenedBeat extends Checked {
  readonly turn: PreparedTurn | null // null: local checks, or no agent is started
  readonly spec: AgentSpec | null // null: no agent is needed, or it is held
  readonly ask: DailyAsk // what its agent is asked besides the list
  /** HEARTBEAT.md as the run found it, its own claims included; '' where no runner is called. */
  readonly openingText: string
  /** The repository before new commands run in this call for the first time; null: none of them does. */
  readonly untried: RepositoryLook | null
}

/** What may still end it: tools that cannot be reached, and a list that cannot be written. */
export async function openBeat(beat: Checked): Promise<Step<OpenedBeat>> {
  const { run, thread, isTracked, plan, pair, session, facts, context } = beat
  const { ports, store, documents } = context
  const { tiers } = plan
  if (pair !== null && (pair.need === null || pair.held !== null))
    return go({ ...beat, turn: null, spec: null, ask: NOT_ASKED, openingText: '', untried: null })
  const suggestions =
    facts.runner === 'local' ? [] : suggestionsForAgent(thread, beat, store, ports.clock.now())
  const wanted = askDaily({ thread, tiers, doc: beat.doc, at: run.startedAt }, context)
  const request = {
    kind: highest(tiers),
    isTracked,
    session,
    usdLeft: usdLeftOf(run, thread, context),
    suggestions: suggestions.map(({ number }) => number),
    asked: namesOf(wanted),
  }
  const turn = facts.runner === 'local' ? null : await prepareTurn(beat, request)
  // Without its tools an agent can neither report nor tick a look-only list: it would be paid for nothing.
  if (thread.agent.kind === 'cli' && turn?.fault != null)
    return ended(beat, { verdict: broken(turn.fault, tiers) })
  stillOn(beat)
  const edits = isTracked ? [] : openingEdits(run, plan, thread, ports)
  let claimed = (_isWritten: boolean): void => undefined
  const opening = await rewrite<never>(ports.files, thread.repoPath, (doc) => {
    stillOn(beat)
    documents.versions.found(thread, serialize(doc))
    const after = applyFitting(doc, edits)
    store.work.claim(thread.id, run.id, taken(doc, after))
    claimed(false)
    if (after !== doc)
      claimed = documents.versions.writing(thread, serialize(after), { author: 'run', runId: run.id })
    return ok(after)
  })
  claimed(opening.ok)
  // Other programs save by deleting first: the lines were read a moment ago, and nothing has to be claimed.
  const isAway = !opening.ok && opening.error.code === 'file.missing'
  if (!opening.ok && !(isAway && turn === null && plan.work.length === 0))
    return ended(beat, { verdict: broken(opening.error, tiers) })
  const openingText = opening.ok ? opening.value.text : ''
  const untried = pair === null ? await lookBeforeTrial(thread, plan, facts, ports) : null
  const others = turn === null ? null : await othersFor(thread, tiers, context)
  // Without a tool to write by nothing is asked.
  const ask = turn?.spec.tools == null ? NOT_ASKED : wanted
  const spec = beatSpec(beat, turn, { others, suggestions, ask })
  return go({ ...beat, turn, openingText, untried, ask, spec })
}

/** What an agent is told and asked besides its list. */
interface Besides {
  readonly others: OtherThreads | null
  readonly suggestions: readonly SuggestionForAgent[]
  readonly ask: DailyAsk
}

function beatSpec(
  beat: Checked,
  turn: PreparedTurn | null,
  { others, suggestions: found, ask }: Besides,
): AgentSpec {
  const { run, thread, doc, isTracked, plan, pair, facts, context } = beat
  const tools = turn?.spec.tools != null
  // Without the tool to decide by nothing is asked.
  const suggestions = tools ? found : []
  const lookOnly = turn?.start.profile === 'look'
  const measured = measuredWork(thread.id, context.store)
  const { store, ports } = context
  const sources = { ask: run, thread, doc, isTracked, ports, store }
  const told = {
    ...{ tools, lookOnly, others, suggestions, ask, measured },
    pair: pair === null ? null : { results: workedByApp(pair), left: pair.left },
  }
  const prompt = turn === null ? null : beatPrompt(sources, facts, plan, told)
  store.together(() => {
    store.runs.plan(run.id, plan.tiers, prompt, turn?.start ?? null)
    if (namesOf(ask).length > 0) store.daily.noteAsked(run.id, namesOf(ask))
    const numbers = suggestions.map(({ number }) => number)
    if (numbers.length > 0) store.pollination.noteTold(thread.id, numbers, ports.clock.now())
  })
  const tier = highest(plan.tiers)
  const work = plan.work.map((item) => ({ key: workKey(item), tier, text: item.title }))
  return { ...listSpec(beat, prompt, [...(pair?.left ?? plan.tasks), ...work]), ...turn?.spec }
}

/** A run that asks its agent one thing: a message, or a job with a prompt. */
export interface Question extends Begun {
  readonly prompt: string
  readonly request: Omit<TurnRequest, 'isTracked'>
}

export interface OpenedQuestion extends Question, Opened {
  readonly turn: PreparedTurn
}

export async function openQuestion(question: Question): Promise<Step<OpenedQuestion>> {
  const { run, thread, prompt, request, context } = question
  const tracked = await context.ports.repositories.isTracked(thread.repoPath)
  const turn = await prepareTurn(question, { ...request, isTracked: tracked.ok && tracked.value })
  context.store.runs.plan(run.id, [], prompt, turn.start)
  const spec = { ...bareSpec(question, prompt, context.settings.dailyLimitMs), ...turn.spec }
  return go({ ...question, turn, spec })
}
