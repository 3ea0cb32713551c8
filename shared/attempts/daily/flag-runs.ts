// For how many daily runs each urgent flag of a thread has stood, and when another approach to it is asked for.

/** Daily runs for which a flag has stood before another approach is asked for, and again each so many more. */
export const REDIRECT_EVERY = 5
/** Of one thread; a file may hold any number. */
const MOST_FLAGS = 20

interface StandingFlag {
  readonly key: string
  readonly runs: number // daily runs for which it has stood
  readonly asked: number // how many of them there were when it was asked about last; 0: never
}

/** Plain JSON: it is kept as it stands. */
export interface FlagRuns {
  readonly lastRun: string | null // id of the daily run that was counted last; null: none
  readonly flags: readonly StandingFlag[]
}
export const NO_FLAG_RUNS: FlagRuns = { lastRun: null, flags: [] }

type FlagEvent =
  /** The list was read: these stand in it. */
  | { readonly kind: 'seen'; readonly keys: readonly string[] }
  /** An agent was asked about these, and came to an end. */
  | { readonly kind: 'answered'; readonly keys: readonly string[] }
  /** A daily run came to a good end, and these stood then. */
  | { readonly kind: 'daily'; readonly run: string; readonly keys: readonly string[] }

/**
 * The whole rule. Each daily run counts once; a flag that was not there begins anew. The same object: nothing
 * has changed.
 */
export function countFlags(state: FlagRuns, event: FlagEvent): FlagRuns {
  switch (event.kind) {
    case 'seen': {
      const flags = standing(state, event.keys)
      return flags.length === state.flags.length ? state : { ...state, flags }
    }
    case 'answered': {
      const keys = new Set(event.keys)
      const flags = state.flags.map((flag) => (keys.has(flag.key) ? { ...flag, asked: flag.runs } : flag))
      return { ...state, flags }
    }
    case 'daily': {
      if (event.run === state.lastRun) return state
      const known = standing(state, event.keys).map((flag) => ({ ...flag, runs: flag.runs + 1 }))
      const isKnown = new Set(known.map(({ key }) => key))
      const raised = [...new Set(event.keys)].filter((key) => !isKnown.has(key))
      return {
        lastRun: event.run,
        flags: [...known, ...raised.map((key) => ({ key, runs: 1, asked: 0 }))].slice(0, MOST_FLAGS),
      }
    }
  }
}

function standing({ flags }: FlagRuns, keys: readonly string[]): readonly StandingFlag[] {
  const still = new Set(keys)
  return flags.filter(({ key }) => still.has(key))
}

/** Keys of the flags that another approach is asked for in the next daily beat. */
export const dueFlags = ({ flags }: FlagRuns): ReadonlySet<string> =>
  new Set(flags.filter(({ runs, asked }) => runs - asked >= REDIRECT_EVERY).map(({ key }) => key))
