import type { AttemptClass } from '../../../../../shared/attempts/counters.ts'
import type { Voice } from '../../../../../shared/attempts/dead-ends/dead-end.ts'
import type { Limits } from '../../../../../shared/attempts/limits.ts'
import type { ThreadId } from '../../../../../shared/base/ids.ts'

/** Two threads of one team. Results are dropped as files for the first of them alone. */
export const THREADS = ['thr_1', 'thr_2'] as unknown as readonly [ThreadId, ThreadId]
export const TEAM = 'soak'
export const FOLDER = 'results'
/** Better by more than this is beyond the noise; by more than the gain, a real step. */
export const NOISE = 3.5
export const GAIN = 4

/** What the killed process is told to do: each one call of the product. */
export type Step =
  /** The process starts: what was being measured when the last one died is counted as killed. */
  | { readonly do: 'start' }
  | { readonly do: 'begin'; readonly thread: ThreadId; readonly key: string }
  | {
      readonly do: 'settle'
      readonly thread: ThreadId
      readonly key: string
      readonly score: number | null
      readonly class: AttemptClass
    }
  /** At the folder of results, as it stands on the disk. */
  | { readonly do: 'look'; readonly thread: ThreadId }
  | { readonly do: 'hand over'; readonly thread: ThreadId }
  | { readonly do: 'strike'; readonly number: number; readonly isStruck: boolean }
  | { readonly do: 'keep limits'; readonly thread: ThreadId }
  /** A person sets the metric again, which counts its limits anew. */
  | {
      readonly do: 'set limits'
      readonly thread: ThreadId
      readonly limits: Pick<Limits, 'target' | 'runs' | 'atLimit'>
    }
  | { readonly do: 'resume'; readonly thread: ThreadId }
  | { readonly do: 'claim'; readonly claim: string; readonly said: Said }
  | { readonly do: 'say'; readonly number: number; readonly kind: Voice['kind']; readonly said: Said }

/** Who speaks of a dead end; null: a person. */
export interface Said {
  readonly by: ThreadId | null
  readonly evidence: readonly number[]
}

/** How the process answers once a step is done. `count`: of attempts that it made, of a look. */
export interface Answer {
  readonly isYes: boolean
  readonly count?: number
}

/** A file of results as it was written, and what it is worth; undefined: it is no result. */
export interface Dropped {
  readonly name: string
  readonly text: string
  readonly score: number | null | undefined
}
