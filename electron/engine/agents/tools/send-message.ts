import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import { inQuotes, stripHidden } from '../../../../shared/base/hidden-text.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { DAY } from '../../../../shared/base/time.ts'
import { readsPrompts } from '../../../../shared/events/recipient.ts'
import { numbered } from '../../../../shared/threads/master.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { keepReport } from '../../threads/daily-reports.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import type { ToolParts } from './caller.ts'
import { elsewhere, suggestLine } from './suggest-line.ts'

/** Advice for other threads, a few pieces a run. */
export function messageSender(parts: ToolParts) {
  const { ports, store, caller } = parts
  let count = 0

  function objection(text: string): string | null {
    if (caller.hops > 0)
      return (
        'This run was started by another thread’s message, so it may send none itself: messages would ' +
        'go round in circles. Put what you decided into your reply.'
      )
    if (text.trim() === '' || text.length > MAX.messageChars)
      return `A message has 1 to ${MAX.messageChars} characters, got ${text.length}; nothing was sent.`
    return null
  }
  function limit(from: string): string | null {
    if (count >= MAX.messagesPerRun)
      return `A run sends at most ${MAX.messagesPerRun} messages, and this one has; nothing was sent.`
    if (store.conversation.sentSince(from, ports.clock.now() - DAY) >= MAX.messagesPerDay)
      return `A thread sends at most ${MAX.messagesPerDay} messages in 24 hours, and this one has; nothing was sent.`
    return null
  }

  /** What a daily beat sends to the master is no message: it starts nothing, and no limit of messages holds it back. */
  const isDailyReport = (own: Thread, to: Thread): boolean =>
    to.role === 'master' && own.role !== 'master' && caller.runId !== null && caller.turn === 'daily'
  function keepAsReport({ id }: Thread, text: string): ToolAnswer {
    const run = store.runs.running().find((running) => running.id === caller.runId)
    if (run === undefined) return err('This run has ended; nothing was sent.')
    keepReport(store, id, { runId: run.id, at: run.startedAt, text: stripHidden(text), by: 'agent' })
    return ok('Kept as the daily report of this thread; the master reads it in its next daily heartbeat.')
  }

  return (thread: Thread, to: string, text: string): ToolAnswer | Promise<ToolAnswer> => {
    const early = objection(text)
    if (early !== null) return err(early)
    const away = elsewhere(ports, store.threads.list(), to)
    if (!away.ok) return away
    if (away.value !== null) {
      const late = limit(String(thread.number))
      if (late !== null) return err(late)
      count++
      return suggestLine(parts, thread, away.value, text)
    }
    const target = addressee(store.threads.list(), thread, to)
    if (!target.ok) return target
    if (isDailyReport(thread, target.value)) return keepAsReport(thread, text)
    const from = String(thread.number)
    const late = limit(from)
    if (late !== null) return err(late)
    count++
    store.queue.sendMessage(target.value.id, stripHidden(text), from, ports.clock.now())
    return ok(sentText(target.value))
  }
}

const sentText = ({ number, name, agent }: Thread): string =>
  readsPrompts(agent)
    ? `Sent to thread ${number} ${inQuotes(name)} as advice, which it may decline. It is ` +
      'worked when that thread’s turn comes; no answer comes back to this run.'
    : `Kept for thread ${number} ${inQuotes(name)}, which has no agent: nobody reads it before its owner ` +
      'chooses one. The owner is told that it waits; no answer comes back to this run.'

/** By number, else by the exact name. */
function addressee(threads: readonly Thread[], own: Thread, to: string): Result<Thread, string> {
  const name = to.trim()
  const byNumber = /^\d{1,9}$/.test(name) ? numbered(threads, Number(name)) : []
  const named = byNumber.length > 0 ? byNumber : threads.filter((t) => t.name === name)
  const [target, second] = named
  if (target === undefined)
    return err(
      `There is no thread ${inQuotes(to)}. Give a number, or the exact name, from \`list_threads\`; nothing was sent.`,
    )
  if (second !== undefined)
    return err(
      `${named.length} threads are named ${inQuotes(to)}: ${named.map((t) => t.number).join(', ')}. ` +
        'Give the number; nothing was sent.',
    )
  if (target.id === own.id)
    return err(
      'That is this thread itself, and a thread does not wake itself. Add a task or a note to ' +
        'HEARTBEAT.md instead; nothing was sent.',
    )
  if (target.trustedAt === null)
    return err(
      `Thread ${target.number} is not trusted by its owner, so it takes no messages; nothing was sent.`,
    )
  return ok(target)
}
