import { plural } from '../../base/amounts.ts'
import { formatDuration, SECOND } from '../../base/time.ts'
import { highest, type Tier } from '../../schedule/tier.ts'
import { tierOfDuration } from '../../schedule/tier-limit.ts'
import { TRIED_MS, type Backtest, type Cause, type Tried } from './tried.ts'

/** What may be said after all of it. */
type Verdict =
  | {
      readonly is: 'measured'
      readonly ms: number // the median of all that ran to its end
      readonly failed: number
      readonly ran: number
      readonly failsNow: boolean
    }
  /** It fails wherever it was tried: nobody knows whether it can pass in a copy at all. */
  | { readonly is: 'unclear'; readonly ran: number }
  | { readonly is: 'impossible'; readonly cause: Cause | 'absent' }

function verdictOf({ tried }: Backtest): Verdict {
  const [head] = tried
  if (head === undefined || head.outcome === 'absent' || head.outcome === 'other_packages')
    return { is: 'impossible', cause: 'absent' }
  if (head.outcome === 'could_not') return { is: 'impossible', cause: head.cause ?? 'start' }
  const ran = tried.filter(isMeasured)
  const failed = ran.filter(({ outcome }) => outcome === 'failed').length
  if (failed === ran.length) return { is: 'unclear', ran: ran.length }
  const times = ran.flatMap(({ ms }) => (ms === null ? [] : [ms])).sort((a, b) => a - b)
  const ms = times[Math.floor(times.length / 2)] ?? 0
  return { is: 'measured', ms, failed, ran: ran.length, failsNow: head.outcome === 'failed' }
}

const isMeasured = ({ outcome }: Tried): boolean => outcome === 'passed' || outcome === 'failed'

/** Whether it says something about the command; what does not may do so another day. */
export const isTelling = (backtest: Backtest): boolean => verdictOf(backtest).is === 'measured'

/** How long it takes; null: it was not measured. */
export function measuredMs(backtest: Backtest): number | null {
  const verdict = verdictOf(backtest)
  return verdict.is === 'measured' ? verdict.ms : null
}

/** What cannot be tried because of this is at least as slow as the hourly tasks are. */
const SLOW: readonly string[] = ['slow', 'network'] satisfies readonly Cause[]

/** The tier for a line that others have in `given`: by what was measured, where anything was. */
export function tierByTrial(backtest: Backtest, given: Tier): Tier {
  const verdict = verdictOf(backtest)
  if (verdict.is === 'measured') return tierOfDuration(verdict.ms)
  return verdict.is === 'impossible' && SLOW.includes(verdict.cause) ? highest([given, 'hourly']) : given
}

const TIER_WORD: Readonly<Record<Tier, string>> = { quick: 'Quick', hourly: 'Hourly', daily: 'Daily' }

const CAUSE_WORDS: Readonly<Record<Cause | 'absent', string>> = {
  absent: 'its newest commit has no such script yet',
  slow: `it took longer than ${formatDuration(TRIED_MS)}`,
  start: 'it could not be started',
  signal: 'it was ended by a signal',
  program: 'it needs a program that is not installed',
  packages: 'it needs packages that are not installed, or that a copy cannot have',
  network: 'it needs the network',
  writes: 'it writes outside of its repository',
  submodules: 'it may need the files of submodules, which a copy has not',
  filtered: 'it may need files that git keeps elsewhere (LFS), which a copy has not',
}

/** What trying it has shown, in one sentence of figures for a person. `given`: as for `tierByTrial`. */
export function trialText(backtest: Backtest, given: Tier): string {
  const verdict = verdictOf(backtest)
  const tier = TIER_WORD[tierByTrial(backtest, given)]
  switch (verdict.is) {
    case 'impossible':
      return (
        `Could not be tried here: ${CAUSE_WORDS[verdict.cause]}` +
        (SLOW.includes(verdict.cause) ? `, so: ${tier}` : '')
      )
    case 'unclear':
      return (
        `It fails in a copy of ${verdict.ran === 1 ? 'the only commit' : `each of the ${verdict.ran} commits`} tried; ` +
        'whether it finds something or a copy has not all that it needs is not known'
      )
    case 'measured':
      return `${historyText(verdict, backtest)}, ${secondsText(verdict.ms)}, so: ${tier}${remarks(backtest)}`
  }
}

function historyText(
  { failed, ran, failsNow }: Extract<Verdict, { is: 'measured' }>,
  { commits, tried }: Backtest,
): string {
  const count = (outcome: Tried['outcome']): number => tried.filter((one) => one.outcome === outcome).length
  const left = [
    [count('absent'), 'had no such script'],
    [count('other_packages'), 'asked for other packages'],
    [count('could_not'), 'could not be tried'],
  ] as const
  const others = left.flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`]))
  const of = commits === 1 ? 'its only commit' : `${plural(ran, 'commit')} tried of your last ${commits}`
  const beside = others.length === 0 ? '' : ` (${others.join(', ')})`
  if (failed === 0) return `Would have passed on ${commits === 1 || ran === 1 ? '' : 'all '}${of}${beside}`
  return `Would have failed on ${failed} of ${of}${failsNow ? ', on the newest too' : ''}${beside}`
}

function secondsText(ms: number): string {
  if (ms < 50) return 'less than 0.1 s'
  return ms < 10 * SECOND ? `${(ms / SECOND).toFixed(1)} s` : formatDuration(ms)
}

const remarks = ({ isCut }: Backtest): string =>
  isCut ? '. Commits before those ask for other packages than are installed' : ''
