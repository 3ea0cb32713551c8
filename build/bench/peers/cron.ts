import { createRequire } from 'node:module'
import { Cron } from 'croner'
import { createTask } from 'node-cron'
import type { Instant } from '../../../shared/base/time.ts'
import { nextCron, parseCron } from '../../../shared/schedule/cron.ts'
import { COMPARED } from '../../../shared/schedule/testing/cron-compare.ts'
import { versionOf, type Case, type Contest } from './contest.ts'

/** An evening before the clocks are set forward in one zone, and one before they are set back in the other. */
const STARTS = [
  { zone: 'Europe/Berlin', from: Date.UTC(2026, 2, 28, 20) },
  { zone: 'America/New_York', from: Date.UTC(2026, 9, 31, 20) },
]
/** Fifty with those that only a change of the clocks tells apart. */
const EXPRESSIONS = [
  ...COMPARED,
  ...['* * * * *', '*/2 * * * *', '*/5 * * * *', '*/7 * * * *', '*/10 9-17 * * *', '*/30 8-18 * * 1-5'],
  ...['5 * * * *', '17 */3 * * *', '0 */4 * * *', '25 */6 * * *', '0 0,12 * * *', '0 6,14,22 * * *'],
  ...['0 9 * * 1-5', '30 8 * * 1', '45 17 * * 5', '0 12 * * 6,0', '15 10 * * 2,4', '0 7 * * 1,3,5'],
  ...['0 4 1 * *', '0 4 15 * *', '30 5 1,15 * *', '0 8 1-7 * *', '0 0 1 1 *', '0 0 1 1,7 *'],
  ...[
    '0 9 1 */3 *',
    '20 4 * 6-8 *',
    '0 22 * 12 *',
    '0 3 28 * *',
    '59 23 31 * *',
    '0 0 29 2 *',
    '1 1 30 4,6,9 *',
  ],
]
const TIMES = 100
/** The parser of node-schedule needs milliseconds for each. */
const FEW = 3

type NextTimes = (expr: string, from: Instant, zone: string, times: number) => readonly Instant[]

const ours: NextTimes = (expr, from, zone, times) => {
  const cron = parseCron(expr)
  if (!cron.ok) throw new Error(cron.error)
  const found: Instant[] = []
  for (let at = nextCron(cron.value, from, zone); at !== null; at = nextCron(cron.value, at, zone)) {
    found.push(at)
    if (found.length === times) break
  }
  return found
}

const croner: NextTimes = (expr, from, zone, times) =>
  new Cron(expr, { timezone: zone }).nextRuns(times, new Date(from)).map(Number)

const nodeCron: NextTimes = (expr, _from, zone, times) =>
  createTask(expr, () => undefined, { timezone: zone })
    .getNextRuns(times)
    .map(Number)

interface CronParser {
  parseExpression(
    expr: string,
    options: { readonly currentDate: Date; readonly tz: string },
  ): { next(): { getTime(): number } }
}
const require = createRequire(import.meta.url)
/** The one that node-schedule itself has. */
const ofNodeSchedule = createRequire(require.resolve('node-schedule'))
const cronParser = ofNodeSchedule('cron-parser') as CronParser

const nodeSchedule: NextTimes = (expr, from, zone, times) => {
  const expression = cronParser.parseExpression(expr, { currentDate: new Date(from), tz: zone })
  return Array.from({ length: times }, () => expression.next().getTime())
}

/** `from` null: from now on, which is all that node-cron answers. */
interface Start {
  readonly zone: string
  readonly from: Instant | null
}

const casesOf = (theirs: NextTimes, times: number, starts: readonly Start[]): readonly Case[] =>
  starts.flatMap(({ zone, from }) =>
    EXPRESSIONS.map((expr) => {
      const asked = (next: NextTimes) => () => next(expr, from ?? Date.now(), zone, times)
      return { name: `\`${expr}\` in ${zone}`, ours: asked(ours), theirs: asked(theirs) }
    }),
  )

const figure = (times: number): string =>
  `next ${times} times of ${EXPRESSIONS.length} expressions in two zones`
const fromNow = STARTS.map(({ zone }) => ({ zone, from: null }))

/** When a cron job is due. `times`: how many times of each expression. */
export const cronContests = (times = TIMES): readonly Contest[] => [
  {
    figure: figure(times),
    peer: versionOf('croner'),
    times: 1,
    turns: 3,
    cases: casesOf(croner, times, STARTS),
  },
  {
    figure: `${figure(times)}, from now on`,
    peer: versionOf('node-cron'),
    times: 1,
    turns: 3,
    cases: casesOf(nodeCron, times, fromNow),
  },
  {
    figure: figure(FEW),
    peer: `the parser of ${versionOf('node-schedule')}`,
    times: 1,
    turns: 1,
    cases: casesOf(nodeSchedule, FEW, STARTS),
  },
]
