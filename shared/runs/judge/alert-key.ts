import type { RunId } from '../../base/ids.ts'

/** `key` null: free text of a run. */
export const isFlagKey = (key: string | null): boolean => key !== null && /^flags?:/.test(key)

/** Of what stands in HEARTBEAT.md and is not read as it was meant. */
export const LIST_KEY = 'list'

/** Of lines of HEARTBEAT.md that look like an attack. */
export const SUSPECT_KEY = 'suspect'

/** What the editor of the list shows best. */
export const isListKey = (key: string | null): boolean => key === LIST_KEY || key === SUSPECT_KEY

const PROGRAM = 'program:'

/** Of a task whose program is not found: a cause of its own, which ends though what the command finds may stand. */
export const programKey = (taskKey: string): string => `${PROGRAM}${taskKey}`

/** The task of an alert's key; the key itself where it is of no missing program. */
export const taskKeyOf = (key: string): string => (key.startsWith(PROGRAM) ? key.slice(PROGRAM.length) : key)

/** Of flags that were taken from the list while an agent worked. */
export const TAKEN_KEY = 'taken'

const RENEWAL = 'list_renewed:'

/** Of a HEARTBEAT.md that was gone and was written anew by a run: each is news of its own. */
export const renewalKey = (id: RunId): string => `${RENEWAL}${id}`

export const isRenewalKey = (key: string | null): boolean => key?.startsWith(RENEWAL) === true

/** The run that says why an alert stands. null: the page of its thread does, as for each flag. */
export const runBehind = ({
  key,
  runId,
}: {
  readonly key: string | null
  readonly runId: RunId | null
}): RunId | null => (isFlagKey(key) || isListKey(key) ? null : runId)
