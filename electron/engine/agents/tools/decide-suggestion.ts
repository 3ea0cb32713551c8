import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import { oneLine, plainLine } from '../../../../shared/base/one-line.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { isReopened, type SuggestionRecord } from '../../../../shared/pollination/lines/life.ts'
import { withheldBecause } from '../../../../shared/pollination/suspect/withheld.ts'
import { commandOf } from '../../../../shared/runs/shell/task-command.ts'
import { suggestionsOf, type Thread } from '../../../../shared/threads/thread.ts'
import type { AgentEdit, SuggestionDecision, ToolAnswer } from '../../ports/agents.ts'
import { mayAct, type ToolParts } from './caller.ts'

type Write = (thread: Thread, edits: readonly AgentEdit[]) => Promise<ToolAnswer>

/**
 * A run's agent decides about a suggestion to its own thread that its own prompt carries, and about no other. What it
 * accepts is written as any edit of the agent's is; nothing is approved by it.
 */
export async function decideSuggestion(
  parts: ToolParts,
  thread: Thread,
  decision: SuggestionDecision,
  write: Write,
): Promise<ToolAnswer> {
  const open = openFor(parts, thread, decision.suggestion)
  if (!open.ok) return open
  const reason = plainLine(decision.reason)
  if (reason.length > MAX.reasonChars)
    return err(`The reason has ${reason.length} characters; the limit is ${MAX.reasonChars}. ${STILL_OPEN}`)
  return decision.decision === 'accept'
    ? accept(parts, open.value, { ...decision, reason }, write)
    : decline(parts, open.value, reason)
}

const MEANWHILE = 'It was decided otherwise meanwhile, and that stands.'
const STILL_OPEN = 'Nothing was decided; the suggestion is still open.'

/** Asked before and after each wait: a person may have decided meanwhile, or taken the decision back to themselves. */
function openFor(parts: ToolParts, { id }: Thread, suggestion: number): Result<SuggestionRecord, string> {
  const thread = mayAct(parts)
  if (!thread.ok) return thread
  const { caller, store } = parts
  const isBeat = caller.runId !== null && caller.turn !== null && caller.turn !== 'message'
  if (!isBeat || !caller.suggestions.has(suggestion)) return err(notCarried([...caller.suggestions]))
  if (suggestionsOf(thread.value) !== 'agent')
    return err('A person decides about the suggestions for this thread now. Nothing was decided.')
  const record = store.pollination.byNumber(suggestion)
  if (record === null || record.threadId !== id) return err(notCarried([...caller.suggestions]))
  if (isReopened(record))
    return err(`A person took back what was decided about suggestion ${suggestion}, and decides now.`)
  return record.state === 'proposed'
    ? ok(record)
    : err(`Suggestion ${suggestion} is ${record.state} already; nothing was changed.`)
}

const notCarried = (carried: readonly number[]): string =>
  'A run decides only about the suggestions that its own prompt carries' +
  (carried.length === 0 ? ', and it carries none.' : `: ${carried.join(', ')}.`)

async function decline(parts: ToolParts, record: SuggestionRecord, reason: string): Promise<ToolAnswer> {
  if (reason === '') return err(`Say why: a no has a reason. ${STILL_OPEN}`)
  const { tier, text } = record
  if (!(await settle(parts, record, { state: 'declined', reason, tier, text }))) return err(MEANWHILE)
  return ok(`Suggestion ${record.number} is declined; it is not suggested here again for 30 days.`)
}

async function accept(
  parts: ToolParts,
  { number, threadId }: SuggestionRecord,
  { tier: wanted, text: changed, reason }: SuggestionDecision,
  write: Write,
): Promise<ToolAnswer> {
  const held = await parts.advice.held(threadId!, number)
  const thread = mayAct(parts)
  if (!thread.ok) return thread
  const record = openFor(parts, thread.value, number)
  if (!record.ok) return record
  if (held === null) return err(`Suggestion ${number} does not hold any more; nothing was written.`)
  const tier = wanted ?? held.tier
  const text = oneLine(changed ?? held.text)
  if (/[\r\n]/.test(changed ?? '')) return err(`A task is one line. ${STILL_OPEN}`)
  const withheld = withheldBecause(text)
  if (withheld !== null) return err(`A line that ${withheld} is suggested to nobody. ${STILL_OPEN}`)
  if (commandOf(held.text) !== null && commandOf(text) === null)
    return err(`The suggested line runs a command and that one does not. ${STILL_OPEN}`)
  const written = await write(thread.value, [{ do: 'addTask', tier, text }])
  if (!written.ok) return err(`${written.error} ${STILL_OPEN}`)
  const state = tier === held.tier && text === held.text ? 'accepted' : 'adapted'
  if (!(await settle(parts, record.value, { state, reason, tier, text })))
    return err(`${MEANWHILE} The line was written all the same; take it out where it is not wanted.`)
  return ok(`Suggestion ${number} is ${state}: its line stands in the ${tier} tasks. ${written.value}`)
}

/** false: somebody decided first; that stands. */
async function settle(
  { ports, store, advice, caller }: ToolParts,
  { number, threadId }: SuggestionRecord,
  change: Pick<SuggestionRecord, 'tier' | 'text' | 'reason'> & {
    readonly state: 'accepted' | 'adapted' | 'declined'
  },
): Promise<boolean> {
  const isDecided = store.pollination.decide(number, { ...change, by: 'agent', at: ports.clock.now() })
  if (!isDecided) return false
  const { runId } = caller
  ports.log('info', 'suggestion.decided', { threadId, runId, number, state: change.state, origin: 'agent' })
  await advice.settle()
  return true
}
