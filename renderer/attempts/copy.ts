import { plural } from '../../shared/base/amounts.ts'
import type { AttemptClass } from '../../shared/attempts/counters.ts'
import type { Intervention, Standing } from '../../shared/attempts/attempt.ts'
import type { Direction, MinGain } from '../../shared/attempts/gain.ts'

const noiseText = (noise: number): string => (noise === 0 ? 'no noise so far' : `noise ${noise}`)

const LEAST: Record<MinGain['kind'], (by: number) => string> = {
  auto: () => 'a gain is more than the noise and 2 %',
  absolute: (by) => (by === 0 ? 'every gain counts' : `a gain is more than ${by}`),
  percent: (by) => `a gain is more than ${by} %`,
}

export const ATTEMPTS_COPY = {
  title: (thread: string) => `Attempts of ${thread}`,
  open: 'Attempts',
  section: 'Measured',
  failed: 'The attempts could not be read',
  none: 'No run was measured yet',
  noneText:
    'Each run of the agent is measured when it ends. A beat starts the agent where a line of HEARTBEAT.md needs it.',
  notMeasured: (thread: string) => `The work of ${thread} is not measured`,
  notMeasuredText:
    'A metric is a command that prints a number, such as a benchmark, or scores that its agent reports or drops as files. ' +
    'What would be executed is shown first.',
  onCommandLine: 'Or on the command line:',
  setCommand: (thread: number) => `threadbeat metric set ${thread} './bench.sh' --name speed --better lower`,
  back: 'Back to the thread',
  better: { lower: 'lower is better', higher: 'higher is better' } satisfies Record<Direction, string>,
  by: (command: string | null, folder: string | null) => {
    if (command !== null) return `by ${command}`
    return folder === null ? 'its agent reports the scores' : `files in ${folder}`
  },
  least: (gain: MinGain) => LEAST[gain.kind](gain.kind === 'auto' ? 0 : gain.by),
  noise: (noise: number | null) => (noise === null ? 'noise not measured yet' : noiseText(noise)),
  notApproved:
    'What measures it is not approved as it is now, so no score counts. Look at it, and set the metric again: threadbeat metric set.',
  whose: 'Whose attempts',
  ownOnly: 'This thread',
  team: (name: string) => `Team ${name}`,
  copy: 'Copy as CSV',
  csv: 'the attempts as CSV',
  best: 'Best',
  runs: 'Runs',
  stalled: 'Runs without progress',
  due: 'Due next',
  nothingDue: 'nothing',
  chart: (runs: number, best: string) =>
    `Scores of ${plural(runs, 'run')}; best ${best}. Each one is in the list below.`,
  legend: '● counted  ○ not counted  ✕ no score',
  list: 'Runs and what was asked',
  noScore: (of: AttemptClass) => (of === 'real' ? 'failed' : 'no score'),
  standing: {
    best: 'progress',
    'small gain': 'small gain',
    'within noise': 'within noise',
    'no gain': 'no gain',
    failed: 'failed',
    'not counted': 'not counted',
  } satisfies Record<Standing, string>,
  newest: (shown: number) => `The newest ${shown} are shown; best and figures are of all.`,
  showMore: 'Show more',
  toBest: (percent: string) => `${percent} from the best`,
  given: ({ names, isForced, isReturned }: Pick<Intervention, 'names' | 'isForced' | 'isReturned'>) =>
    `${isForced ? 'Interrupted and asked' : 'Asked'}: ${names.join(', ')}${isReturned ? ' (did not reach the agent, is due again)' : ''}`,
  difference: 'Difference',
  differenceOf: (run: number) => `What run ${run} has differently`,
  against: (run: number, score: string) =>
    `Beside run ${run}, the best of this thread with another commit: ${score}.`,
  noBase: 'There is no best attempt of this thread with another commit.',
  commitGone: 'One of the two commits is not in the repository any more.',
  same: 'The two commits have the same files.',
  since: 'Which runs',
  allRuns: 'All runs',
  sincePivot: 'Since the last pivot',
  struck: 'struck',
  strike: 'Strike',
  strikeOf: (run: number) => `Do not believe the score of run ${run}`,
  restore: 'Restore',
  restoreOf: (run: number) => `Believe the score of run ${run} again`,
  byThread: 'Best of each thread',
  actions: 'What is asked when',
  actionsText: 'Own prompts: threadbeat heartbeat set. reflect and consolidate cannot be removed.',
  every: (name: string) => `Every so many runs: ${name}`,
  interval: (scope: string) => `runs of the ${scope}`,
  stagnation: (scope: string) => `runs of the ${scope} without progress`,
  remove: 'Remove',
  removeOf: (name: string) => `Ask for ${name} no more`,
  reset: 'Built-in settings',
  wholeNumber: 'a whole number from 1',
} as const
