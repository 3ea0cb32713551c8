import { newCounters, type AttemptClass, type Counters } from '../../../../../shared/attempts/counters.ts'
import type { Voice } from '../../../../../shared/attempts/dead-ends/dead-end.ts'
import type { ThreadId } from '../../../../../shared/base/ids.ts'
import { THREADS, type Step } from './steps.ts'

/** An attempt; its number is its place, from 1. */
export interface Tried {
  readonly key: string
  readonly thread: ThreadId
  readonly score: number | null
  readonly class: AttemptClass
  readonly isStruck: boolean
}

export type ModelVoice = Pick<Voice, 'by' | 'kind' | 'evidence' | 'run'>

/** What stands in the history once some steps are done, thought out without the product's ledger and store. */
export interface Model {
  readonly tried: readonly Tried[]
  readonly pending: readonly { readonly key: string; readonly thread: ThreadId }[]
  readonly counters: Counters
  readonly deadEnds: readonly { readonly claim: string; readonly voices: readonly ModelVoice[] }[]
  readonly of: Readonly<Record<ThreadId, ThreadModel>>
}

export interface ThreadModel {
  readonly told: number // attempts up to this number
  readonly given: readonly string[] // interventions
  readonly limits: Extract<Step, { do: 'set limits' }>['limits']
  readonly since: number
  readonly reached: readonly string[]
  readonly news: number // of limits, that were told
  readonly isPaused: boolean
}

const NEW_THREAD: ThreadModel = {
  told: 0,
  given: [],
  limits: { target: null, runs: null, atLimit: 'stop' },
  since: 0,
  reached: [],
  news: 0,
  isPaused: false,
}
export const newModel = (): Model => ({
  tried: [],
  pending: [],
  counters: newCounters('lower'),
  deadEnds: [],
  of: Object.fromEntries(THREADS.map((id) => [id, NEW_THREAD])) as Model['of'],
})
