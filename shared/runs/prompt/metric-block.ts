import { noiseFloor } from '../../attempts/noise.ts'
import type { Metric } from '../../attempts/metric.ts'
import { inQuotes } from '../../base/hidden-text.ts'

/** The number that a thread works towards, as its agent is told of it. */
export interface MeasuredWork {
  readonly metric: Metric
  readonly best: number | null // of this thread; null: no usable score yet
  readonly runs: number // that were counted of this thread
}

const COMMAND_CHARS = 500
const FILES_NAMED = 10

/** What is measured, where it stands, and what a run may not change. */
export function metricBlock({ metric, best, runs }: MeasuredWork, tools: boolean): readonly string[] {
  const { direction, limits, files } = metric
  const varies = noiseFloor(metric.noise)
  const target = limits.target === null ? '' : ` The target is ${limits.target}.`
  return [
    `Your work on this repository is measured: ${direction} is better.${target}`,
    measuredBy(metric, tools),
    best === null
      ? 'There is no usable score yet.'
      : `Best so far: ${best}, counted runs: ${runs}.${varies > 0 ? ` Less than ${rounded(varies)} is chance.` : ''}`,
    'Commit what you try before it is measured or reported: only a commit can be compared, and started from.',
    ...(files.length === 0
      ? []
      : [`A run that changes one of these is worth nothing: ${quotedNames(files).join(', ')}.`]),
  ]
}

function measuredBy({ command, place, folder }: Metric, tools: boolean): string {
  if (command !== null) {
    const where = place.kind === 'json' ? `what stands at ${place.path} of its JSON` : 'its last number'
    return `After each run Threadbeat measures it by ${inQuotes(command, COMMAND_CHARS)}, and takes ${where}.`
  }
  if (folder !== null) {
    const where = place.kind === 'json' ? `at ${place.path}` : 'as "score"'
    return `Each .json file that is put into the folder ${inQuotes(folder)} is one attempt, with its number ${where}.`
  }
  return tools
    ? 'Report each attempt with the tool `report_score`, as soon as you know its score.'
    : 'Its scores are reported by a tool that this run does not have.'
}

const quotedNames = (files: readonly string[]): readonly string[] => [
  ...files.slice(0, FILES_NAMED).map((file) => inQuotes(file)),
  ...(files.length > FILES_NAMED ? [`and ${files.length - FILES_NAMED} more`] : []),
]

const rounded = (value: number): number => Number(value.toPrecision(3))
