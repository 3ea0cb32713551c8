import type { Attempt } from '../../../shared/attempts/attempt.ts'
import type { AttemptClass, Counters } from '../../../shared/attempts/counters.ts'
import type { Metric } from '../../../shared/attempts/metric.ts'
import type { Direction } from '../../../shared/attempts/gain.ts'
import { isJump, noiseFloor } from '../../../shared/attempts/noise.ts'
import { firstOf } from '../../../shared/base/amounts.ts'
import { exactLine } from '../../../shared/base/hidden-text.ts'
import { plainLine } from '../../../shared/base/one-line.ts'
import { capped } from '../../../shared/runs/raised-alert.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import type { Store } from '../ports/store.ts'
import type { Measured } from './measured.ts'

/** One result of a thread's work. */
export interface Reading {
  readonly key: string // those that were counted before are not counted again
  readonly score: number | null // null: failed
  readonly class: AttemptClass
  readonly title: string
  readonly feedback: string
  readonly commit: string | null // null: none is known
  readonly session: string | null // null: not known yet, or none
}

interface ReadingParts {
  readonly desk: Measured
  readonly store: Pick<Store, 'attempts' | 'alerts'>
  readonly ports: Pick<Ports, 'clock'>
}

const STEPS_READ = 20

/** Counts what is new of them; tells a person what does not look right. */
export function settleReadings(
  { desk, store, ports }: ReadingParts,
  thread: Thread,
  metric: Metric,
  readings: readonly Reading[],
): void {
  const member = desk.memberOf(thread)
  if (member === null) return
  const { direction, minGain } = metric
  const noise = noiseFloor(desk.metric(thread.id)?.noise ?? metric.noise)
  const steps = stepsOf(
    store.attempts.list({ threadId: thread.id, team: metric.team }, STEPS_READ),
    desk.ledger.counters(metric.team),
  )
  const at = ports.clock.now()
  desk.ledger.settle(
    readings.map((reading) => ({ ...reading, member, rule: { direction, minGain, noise }, at })),
    {
      also(counted) {
        const tell = (key: string, text: string): void =>
          void store.alerts.raise(thread.id, { key, severity: 'warning', text: capped(text, 'activity') }, at)
        for (const { key, text } of alertsOf(counted, steps, direction)) tell(key, text)
        const last = store.attempts.list({ threadId: thread.id, team: metric.team }, SCORELESS_TOLD)
        if (counted.some(({ class: of }) => of === 'real')) store.alerts.resolve(thread.id, [TOUCHED_KEY], at)
        if (last[0]?.score != null) store.alerts.resolve(thread.id, [BROKEN_KEY], at)
        else if (last.length === SCORELESS_TOLD && last.every(isScoreless))
          tell(BROKEN_KEY, `The last ${SCORELESS_TOLD} runs have no score: ${plainLine(last[0]!.feedback)}`)
      },
    },
  )
}

const BROKEN_KEY = 'metric:broken'
const TOUCHED_KEY = 'metric:touched'
/** A run that fails is usual; several in a row are perhaps not the agent's fault. */
const SCORELESS_TOLD = 3
const isScoreless = ({ score, class: of }: Attempt): boolean =>
  score === null && (of === 'real' || of === 'grader_error')

/** What a person should know of these attempts. `before`: scores of the real steps before them. */
function* alertsOf(
  attempts: readonly Attempt[],
  before: readonly number[],
  direction: Direction,
): Generator<{ readonly key: string; readonly text: string }> {
  const steps = [...before]
  for (const { score, standing, class: of, feedback } of attempts) {
    if (of === 'grader_error')
      yield { key: BROKEN_KEY, text: `What measures the work of this thread breaks: ${plainLine(feedback)}` }
    if (of === 'meter_touched')
      yield {
        key: TOUCHED_KEY,
        text: `No score counts as long as it is so: ${feedback} Put it back, or look at the metric and set it again.`,
      }
    if (standing !== 'best' || score === null) continue
    if (isJump(score, steps, direction))
      yield {
        key: 'metric:jump',
        text: `The score jumped to ${score}, far beyond the usual step: look before you believe it. Attempts can strike it.`,
      }
    steps.push(score)
  }
}

const stepsOf = (attempts: readonly Attempt[], { from = 0 }: Counters): number[] =>
  attempts
    .flatMap(({ number, standing, score }) =>
      number > from && standing === 'best' && score !== null ? [score] : [],
    )
    .reverse()

type LookParts = Pick<Ports, 'repositories'>

/** Where an attempt can be found again. */
interface Origin {
  readonly head: string | null // null: there is no commit
  readonly commit: string | null // null: there is none, or it is not known to be what was measured
  readonly note: string // what its agent should know of it; '': nothing
  /** The repository as it stood; null: nobody asks for it, or it cannot be looked at. */
  readonly look: RepositoryLook | null
}

/** The commit that holds what is in the repository now, but for dropped results, and for what measuring may leave there. */
export async function originOf(
  { repoPath }: Thread,
  { folder, mayChange }: Pick<Metric, 'folder' | 'mayChange'>,
  { repositories }: LookParts,
): Promise<Origin> {
  const state = await repositories.gitState(repoPath)
  const head = state.ok ? state.value.head : null
  if (mayChange) return { head, commit: head, note: '', look: null }
  const looked = await repositories.look(repoPath)
  if (!looked.ok) return { head, commit: null, note: '', look: null }
  const look = looked.value
  const left = Object.keys(look.files).filter((path) => folder === null || !path.startsWith(`${folder}/`))
  return left.length === 0 || head === null
    ? { head, commit: head, note: '', look }
    : { head, commit: null, note: notCommitted(left), look }
}

const notCommitted = (paths: readonly string[]): string =>
  `Not committed: ${firstOf(paths.map(exactLine), 3)}. No commit holds what was measured, so that nobody can compare it or start from it.`

/** Nothing new stands there since this attempt, as far as commits tell. */
export const standsAt = (last: Pick<Attempt, 'commit'>, { head, commit }: Origin): boolean =>
  last.commit === null ? commit === null : last.commit === head

export const withNote = (feedback: string, { note }: Pick<Origin, 'note'>): string =>
  [feedback, note].filter((part) => part !== '').join('\n')

/** A file of the metric's own that is not as a person saw it last; null: none. */
export async function touchedFile(
  { repoPath }: Thread,
  { files, digests }: Metric,
  { repositories }: LookParts,
): Promise<string | null> {
  if (files.length === 0) return null
  const now = await repositories.digests(repoPath, files)
  return files.find((file) => (now[file] ?? null) !== (digests[file] ?? null)) ?? null
}
