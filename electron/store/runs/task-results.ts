import { taskKey } from '../../../shared/playbook/doc.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import type { Column } from '../connection/table.ts'

/** What most results have, which is not written. */
const USUAL = { severity: null, command: null, exitCode: null, output: '' } satisfies Partial<TaskResult>
type Unusual = Partial<Pick<TaskResult, keyof typeof USUAL | 'key'>>

/** In this order, since their names would be longer than most of them. */
type Short = readonly [
  tier: TaskResult['tier'],
  text: string,
  status: TaskResult['status'],
  note: string,
  durationMs: number | null,
  unusual?: Unusual,
]

const HUNDREDTH_MS = 100

function shortOf({ tier, text, status, note, durationMs, ...result }: TaskResult): Short {
  const unusual: Record<string, unknown> = {}
  for (const name of Object.keys(USUAL) as (keyof typeof USUAL)[])
    if (result[name] !== USUAL[name]) unusual[name] = result[name]
  if (result.key !== taskKey(tier, text)) unusual['key'] = result.key
  const ms = durationMs === null ? null : Math.round(durationMs * HUNDREDTH_MS) / HUNDREDTH_MS
  return Object.keys(unusual).length === 0
    ? [tier, text, status, note, ms]
    : [tier, text, status, note, ms, unusual as Unusual]
}

const resultOf = ([tier, text, status, note, durationMs, unusual]: Short): TaskResult => ({
  key: taskKey(tier, text),
  tier,
  text,
  status,
  note,
  ...USUAL,
  durationMs,
  ...unusual,
})

/**
 * Results of tasks, in a column of JSON: a third as long as their fields by name. Those that were written by name
 * before are read as well.
 */
export const taskResults = (): Column<readonly TaskResult[]> => ({
  name: null,
  read: (value) =>
    (JSON.parse(String(value)) as readonly (TaskResult | Short)[]).map((one) =>
      Array.isArray(one) ? resultOf(one as unknown as Short) : (one as TaskResult),
    ),
  write: (results) => JSON.stringify(results.map(shortOf)),
})
