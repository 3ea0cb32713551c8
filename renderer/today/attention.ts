import { faultParts } from '../../shared/base/faults.ts'
import { runBehind } from '../../shared/runs/judge/alert-key.ts'
import type { Alert } from '../../shared/alerts/alert.ts'
import { OUTCOME_RANK, type SlotOutcome } from '../../shared/runs/run.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { STATE_WORD } from '../../shared/views/words.ts'
import { alertPlace } from '../client/alert-place.ts'
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
  readonly kind: 'alert' | 'trust' | 'approve' | 'permit' | 'missing' | 'broken'
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

/** What a card says of the most pressing thing. */
type Pressing = Pick<Need, 'kind' | 'outcome' | 'chip' | 'title' | 'detail'>

function needOf(thread: ThreadView, alerts: readonly Alert[]): Need {
  const [first, ...others] = alerts
  const shown = pressing(thread, first)
  return {
    thread,
    alerts,
    more: shown.kind === 'approve' ? alerts : others,
    since: first?.raisedAt ?? thread.last?.finishedAt ?? null,
    seen: first?.seen ?? 0,
    ...shown,
  }
}

function pressing(thread: ThreadView, first: Alert | undefined): Pressing {
  if (!thread.trusted) return trust(thread)
  if (thread.state === 'missing') return missing(thread)
  // As in the thread's own row: what waits for a person comes before what was found, unless that is urgent.
  const isBeating = thread.state === 'running' && thread.last?.outcome !== 'broken'
  if ((thread.state === 'blocked' || isBeating) && thread.approvalsWanted > 0) return approval(thread)
  const isBroken = thread.state === 'broken'
  // Its alert says only that there is a question; here it is the question itself.
  const isOpen = first === undefined || first.key === 'permission'
  if (thread.permissionsWanted > 0 && !isBroken && isOpen) return permission(thread)
  if (first !== undefined && first.key !== 'broken' && !isBroken) return alertOf(first)
  if (isBroken || first?.key === 'broken') return breakage(thread, first)
  if (thread.approvalsWanted > 0) return approval(thread)
  const isUnproven = thread.state === 'unproven'
  return {
    kind: 'alert',
    outcome: isUnproven ? 'unproven' : 'alert',
    chip: isUnproven ? 'Unproven' : 'Alert',
    title: thread.because,
    detail: '',
  }
}

const trust = ({ because }: ThreadView): Pressing => ({
  kind: 'trust',
  outcome: 'blocked',
  chip: TODAY.needs.trust.chip,
  title: TODAY.needs.trust.title,
  detail: TODAY.needs.trust.detail(because),
})

const permission = ({ agent, permissionsWanted, last }: ThreadView): Pressing => ({
  kind: 'permit',
  outcome: 'blocked',
  chip: TODAY.needs.permit.chip,
  title: TODAY.needs.permit.title(runnerName(agent), permissionsWanted),
  detail: last?.outcome === 'blocked' ? last.summary : TODAY.needs.permit.detail,
})

function alertOf(alert: Alert): Pressing {
  const { fate: outcome, word: chip } = alertChip(alert)
  const [title = '', ...rest] = alert.text.trim().split('\n')
  return { kind: 'alert', outcome, chip, title, detail: rest.join(' ').trim() }
}

function missing({ because }: ThreadView): Pressing {
  const { title, detail } = faultParts(because)
  return { kind: 'missing', outcome: 'broken', chip: STATE_WORD.missing, title, detail }
}

function breakage({ state, last, pause, failures }: ThreadView, first: Alert | undefined): Pressing {
  const { title, detail } = faultParts((state === 'broken' ? last?.summary : first?.text) ?? '')
  const paused = pause?.by === 'failures' ? ` ${TODAY.needs.pausedByFailures}` : ''
  return {
    kind: 'broken',
    outcome: 'broken',
    chip: TODAY.needs.broken(failures),
    title,
    detail: `${detail}${paused}`.trim(),
  }
}

const approval = ({ approvalsWanted }: ThreadView): Pressing => ({
  kind: 'approve',
  outcome: 'blocked',
  chip: TODAY.needs.approve.chip,
  title: TODAY.needs.approve.title(approvalsWanted),
  detail: TODAY.needs.approve.detail,
})

/** Where a card leads: to the run that says why, else to the part of the thread's page that answers it. */
export function placeOf({ thread, alerts, kind }: Need): string {
  if (kind === 'missing') return threadPath(thread.id, 'overview')
  const isOfRun = kind === 'broken' || kind === 'permit'
  const [worst] = alerts
  const runId = (worst === undefined ? null : runBehind(worst)) ?? (isOfRun ? thread.last?.runId : null)
  if (runId != null) return runPath(runId)
  if (kind === 'approve' || kind === 'trust') return threadPath(thread.id, 'settings')
  return worst === undefined ? threadPath(thread.id, 'overview') : alertPlace(worst)
}
