import type { AgentConfig } from '../../agents/agent-config.ts'
import { hasOwnServer, PRESETS } from '../../agents/presets.ts'
import { formatDuration } from '../../base/time.ts'
import { minGainText } from '../gain.ts'
import type { MetricSpec } from '../metric.ts'

/** A setting of a metric that is another one from now on, in words; "none": there is, or was, none. */
interface MetricChange {
  readonly name: string
  readonly from: string
  readonly to: string
}

const NONE = 'none'
const orNone = (value: number | string | null): string => (value === null ? NONE : String(value))
const timeOr = (ms: number | null, none: string): string => (ms === null ? none : formatDuration(ms))

const WORDS: readonly (readonly [name: string, words: (spec: MetricSpec) => string])[] = [
  ['name', ({ team }) => team],
  ['command', ({ command }) => orNone(command)],
  ['folder', ({ folder }) => orNone(folder)],
  ['JSON path', ({ place }) => (place.kind === 'json' ? place.path : NONE)],
  ['better', ({ direction }) => direction],
  ['least gain', ({ minGain }) => minGainText(minGain)],
  ['its own files', ({ files }) => (files.length === 0 ? NONE : files.join(', '))],
  ['may change the repository', ({ mayChange }) => (mayChange ? 'yes' : 'no')],
  ['target', ({ limits }) => orNone(limits.target)],
  ['runs', ({ limits }) => orNone(limits.runs)],
  ['dollars', ({ limits }) => orNone(limits.usd)],
  ['working time', ({ limits }) => timeOr(limits.workMs, NONE)],
  ['at a limit', ({ limits }) => limits.atLimit],
  ['time of a measurement', ({ timeoutMs }) => formatDuration(timeoutMs)],
  ['grace', ({ graceMs }) => timeOr(graceMs, 'never')],
  ['interventions in a row', ({ inARow }) => String(inARow)],
]

/** What is different of two metrics; [] of one that is new. */
export const metricChanges = (before: MetricSpec | null, after: MetricSpec): readonly MetricChange[] =>
  before === null
    ? []
    : WORDS.map(([name, words]) => ({ name, from: words(before), to: words(after) })).filter(
        ({ from, to }) => from !== to,
      )

/** There was something, and there is nothing any more. */
export const isDropped = ({ to }: MetricChange): boolean => to === NONE

/** As one line of text. */
export const changeWords = ({ name, from, to }: MetricChange): string => `${name} ${from} -> ${to}`

/** What a person has to know of limits that this agent never comes to, as a sentence; null: nothing. */
export function limitNotice(
  { limits: { usd } }: Pick<MetricSpec, 'limits'>,
  agent: AgentConfig,
): string | null {
  const who = usd === null ? null : withoutCost(agent)
  return who === null ? null : `The cost of ${who} is not known, so the limit of $${usd} is never reached.`
}

/** Whose cost nobody tells or estimates; null: it is known, or may be. */
function withoutCost(agent: AgentConfig): string | null {
  if (agent.kind === 'local') return 'built-in checks'
  if (agent.kind === 'command') return agent.argv[0] ?? 'a command'
  return hasOwnServer(agent.cli) ? PRESETS[agent.cli].name : null
}
