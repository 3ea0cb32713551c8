import type { Alert } from '../../../shared/alerts/alert.ts'
import { commandName } from '../../../shared/alerts/fact-news.ts'
import type { AlertId, ItemId } from '../../../shared/base/ids.ts'
import type { CommandAgain, KeptCommand } from '../../../shared/events/command-again.ts'
import { commandEndText } from '../../../shared/events/command-end.ts'
import { asSentence, type Fault } from '../../../shared/base/faults.ts'
import type { JobRunEnd } from '../../../shared/jobs/job-end.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { DueParts } from './due-times.ts'

/** Whether the command of this alert waits or runs: it is never started twice at once. */
export const isUnderWay = ({ queue, runs }: Pick<Store, 'queue' | 'runs'>, id: AlertId): boolean =>
  [...queue.waiting('job'), ...runs.running()].some(({ again }) => again?.alertId === id)

/** What a person confirmed, as an isolated run of the alert's thread. Assumes that it is not under way. */
export function startAgain(
  { ports, store }: Pick<DueParts, 'ports' | 'store'>,
  alert: Pick<Alert, 'id' | 'threadId' | 'key'>,
  { argv, folder }: KeptCommand,
): ItemId {
  const again = { alertId: alert.id, name: commandName(alert.key) ?? argv[0] ?? '', argv, folder }
  return store.queue.requestCommand(alert.threadId, again, ports.clock.now())
}

/** Nothing of it ran: it says nothing of the command itself. */
export const neverStarted = (fault: Fault | null): fault is Fault =>
  fault !== null &&
  (fault.code === 'agent.not_found' || fault.code === 'agent.spawn_failed' || fault.code.startsWith('repo.'))

/**
 * Its end takes the way of the end of `threadbeat exec`: a success resolves the alert, a failure is counted
 * there. One that was stopped, or did not start, says neither.
 */
export function settleAgain(
  { events }: Pick<DueParts, 'events'>,
  { threadId }: Pick<ClaimedRun, 'threadId'>,
  { name, argv, folder }: CommandAgain,
  { outcome, summary, said, fault }: JobRunEnd & { readonly said: string; readonly fault: Fault | null },
): void {
  if ((outcome !== 'quiet' && outcome !== 'broken') || neverStarted(fault)) return
  const hasFailed = outcome === 'broken'
  const lines = said.trimEnd() === '' ? [] : said.trimEnd().split('\n')
  const intro =
    lines.length === 0 ? `${asSentence(summary)} It printed nothing.` : `${summary}\nIts output ended with:`
  events.add(threadId, {
    source: 'command',
    text: commandEndText(intro, lines),
    trusted: false,
    command: { name, hasFailed },
    again: { argv, folder },
    wake: hasFailed ? 'now' : 'next',
  })
}
