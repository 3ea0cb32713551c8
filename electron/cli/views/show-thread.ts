import { plural } from '../../../shared/base/amounts.ts'
import {
  momentText,
  shortMomentText,
  timeOfDayText,
  type ClockFace,
} from '../../../shared/base/clock/time-text.ts'
import { keepsSessions, runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { formatDuration, type Instant } from '../../../shared/base/time.ts'
import { gateModeOf } from '../../../shared/threads/thread.ts'
import {
  eventsWaitWords,
  GATE_WORD,
  quietHoursWords,
  sessionWords,
  TIER_WORD,
} from '../../../shared/views/words.ts'
import type { Context } from '../kit/context.ts'
import { keptWords } from '../threads/kept.ts'
import { outcomeText, paintOf, plain, relative, stateText } from '../kit/text.ts'
import { snoozeWords } from '../threads/snooze-tier.ts'

/** One thread with its settings and tiers; of what it does not have no row. */
export function showThread(cx: Context, t: ThreadView, face: ClockFace): void {
  const { colors } = cx.out
  const now = cx.now()
  cx.out.line(
    `${colors.bold(`${t.number} ${plain(t.name)}`)}  ${paintOf(colors, t.state)(stateText(t.state))}  ` +
      `${plain(t.because)}`,
  )
  cx.out.table([
    ['Folder', t.repoPath],
    ['Runner', runnerName(t.agent)],
    ['Interval', t.intervalMs === 0 ? 'off' : formatDuration(t.intervalMs)],
    ...settingRows(t, face),
    ['Session', sessionWords(t.session, keepsSessions(t.agent))],
    ['Agent starts', GATE_WORD[gateModeOf(t)]],
    ['Next beat', nextWords(t, now, face)],
    ['Last beat', lastWords(t, now)],
    ...(t.events === 0 ? [] : [['Events', `${t.events} ${eventsWaitWords(t.events)}`]]),
    ...TIERS.map((tier) => [TIER_WORD[tier], tierWords(t, tier, now, face)]),
    ...(t.approvalsWanted === 0
      ? []
      : [['Approvals', `${t.approvalsWanted} wanted: threadbeat approve ${t.number}`]]),
    ...(t.permissionsWanted === 0
      ? []
      : [['Permissions', `${t.permissionsWanted} wanted: threadbeat permissions ${t.number}`]]),
  ])
  if (t.bypassUntil !== null)
    cx.out.line(
      colors.red(
        `! Its runner’s own permission checks are off; they are on again ${relative(t.bypassUntil, now)}.`,
      ),
    )
  const kept = keptWords(t)
  if (kept !== null) cx.out.line(kept)
  for (const flag of t.doc?.flags ?? []) cx.out.line(colors.red(`! ${plain(flag)}`))
}

function nextWords({ rests, nextDueAt }: ThreadView, now: Instant, face: ClockFace): string {
  if (rests === 'paused') return 'none while it is paused'
  return rests === 'quiet-hours' && nextDueAt !== null
    ? quietHoursWords(shortMomentText(nextDueAt, now, face))
    : relative(nextDueAt, now)
}

/** Settings that most threads do not have. */
function settingRows(t: ThreadView, face: ClockFace): readonly (readonly string[])[] {
  const { activeHours: hours, pause } = t
  const { style } = face
  return [
    ...(hours === null
      ? []
      : [
          [
            'Active hours',
            `${timeOfDayText(hours.start, style)}–${timeOfDayText(hours.end, style)} ${hours.timeZone}`,
          ],
        ]),
    ...(t.tags.length === 0 ? [] : [['Tags', t.tags.join(', ')]]),
    ...(t.pinned ? [['Pinned', 'yes']] : []),
    ...(t.dailyAt === null ? [] : [['Daily at', timeOfDayText(t.dailyAt, style)]]),
    ...(pause === null
      ? []
      : [
          [
            'Paused',
            `${pause.reason}${pause.until === null ? '' : `, until ${momentText(pause.until, face)}`}`,
          ],
        ]),
    ...(t.scheduleProblem === null ? [] : [['Schedule', t.scheduleProblem]]),
  ]
}

const lastWords = ({ last }: ThreadView, now: Instant): string =>
  last === null
    ? 'never'
    : `${relative(last.finishedAt, now)}, ${outcomeText(last.outcome)}: ${last.summary}  (${last.runId})`

function tierWords(t: ThreadView, tier: Tier, now: Instant, face: ClockFace): string {
  const { tasks, lastDoneAt } = t.tiers[tier]
  const last = lastDoneAt === null ? 'never' : relative(lastDoneAt, now)
  return `${plural(tasks, 'task')}, last run ${last}${snoozeWords(t, tier, now, face)}`
}
