import type { Alert } from '../../shared/alerts/alert.ts'
import { OUTCOME_RANK, type SlotOutcome } from '../../shared/runs/run.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { runPath, threadPath } from '../client/navigation.ts'
import { TODAY } from './copy.ts'
import { alertChip } from '../parts/alert-chip.ts'
import { passes } from '../fleet/query/filter.ts'

/** One card: a thread that needs a person, with the most pressing thing first. */
export interface Need {
  readonly thread: ThreadView
  readonly outcome: SlotOutcome // colour and word of the chip
  readonly chip: string
  readonly title: string
  readonly detail: string
  readonly more: readonly Alert[] // further open alerts of the thread
  readonly alerts: readonly Alert[] // all open ones; acknowledged together
  readonly since: number | null
  readonly seen: number
  /** What the card offers besides opening the thread. */
  readonly kind: 'alert' | 'trust' | 'approve' | 'permit' | 'broken'
}

/** Cards in the order of urgency, then age. `alerts` are the open ones, worst and newest first. */
export function needs(threads: Iterable<ThreadView>, alerts: readonly Alert[]): Need[] {
  const open = alerts.filter((a) => a.acknowledgedAt === null && a.resolvedAt === null)
  const cards = [...threads]
    .filter((t) => passes(t, 'needs-you'))
    .map((t) =>
      needOf(
        t,
        open.filter((a) => a.threadId === t.id),
      ),
    )
  const rank = (n: Need): number => OUTCOME_RANK.indexOf(n.outcome)
  return cards.sort(
    (a, b) =>
      rank(a) - rank(b) || (a.since ?? Infinity) - (b.since ?? Infinity) || a.thread.number - b.thread.number,
  )
}

function needOf(thread: ThreadView, alerts: readonly Alert[]): Need {
  const [first, ...more] = alerts
  const base = {
    thread,
    alerts,
    more,
    since: first?.raisedAt ?? thread.last?.finishedAt ?? null,
    seen: first?.seen ?? 0,
  }
  if (!thread.trusted) {
    return {
      ...base,
      kind: 'trust',
      outcome: 'blocked',
      ...TODAY.needs.trust,
    }
  }
  // Its alert says only that there is a question; here it is the question itself.
  if (
    thread.permissionsWanted > 0 &&
    thread.state !== 'broken' &&
    (first === undefined || first.key === 'permission')
  ) {
    return {
      ...base,
      kind: 'permit',
      outcome: 'blocked',
      chip: TODAY.needs.permit.chip,
      title: TODAY.needs.permit.title(runnerName(thread.agent), thread.permissionsWanted),
      detail: thread.last?.outcome === 'blocked' ? thread.last.summary : TODAY.needs.permit.detail,
    }
  }
  if (first !== undefined && first.key !== 'broken' && !(thread.state === 'broken')) {
    const { fate: outcome, word: chip } = alertChip(first)
    const [title = '', ...rest] = first.text.trim().split('\n')
    return { ...base, kind: 'alert', outcome, chip, title, detail: rest.join(' ').trim() }
  }
  if (thread.state === 'broken' || first?.key === 'broken') {
    const [title = '', detail = ''] = splitReason(
      thread.state === 'broken' ? thread.because : (first?.text ?? ''),
    )
    const paused = thread.pause?.by === 'failures' ? ` ${TODAY.needs.pausedByFailures}` : ''
    return {
      ...base,
      kind: 'broken',
      outcome: 'broken',
      chip: TODAY.needs.broken(thread.failures),
      title,
      detail: `${detail}${paused}`.trim(),
    }
  }
  if (thread.approvalsWanted > 0) {
    return {
      ...base,
      kind: 'approve',
      outcome: 'blocked',
      chip: TODAY.needs.approve.chip,
      title: TODAY.needs.approve.title(thread.approvalsWanted),
      detail: TODAY.needs.approve.detail,
    }
  }
  return {
    ...base,
    kind: 'alert',
    outcome: thread.state === 'unproven' ? 'unproven' : 'alert',
    chip: thread.state === 'unproven' ? 'Unproven' : 'Alert',
    title: thread.because,
    detail: '',
  }
}

/** Where a card leads: to the run that says why, else to the part of the thread's page that answers it. */
export function placeOf({ thread, alerts, kind }: Need): string {
  const isOfRun = kind === 'broken' || kind === 'permit'
  const runId = alerts[0]?.runId ?? (isOfRun ? thread.last?.runId : null)
  if (runId != null) return runPath(runId)
  return threadPath(thread.id, kind === 'approve' || kind === 'trust' ? 'settings' : 'overview')
}

/** "What happened: details (3 times in a row)" → title and details; how often stands on the chip. */
function splitReason(because: string): [string, string] {
  const text = because.replace(/ \(\d+ times in a row\)$/, '')
  const at = text.indexOf(': ')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)]
}
