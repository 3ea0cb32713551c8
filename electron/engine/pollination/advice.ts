import type { OpenAdvice } from '../agents/tools/caller.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { followMaster, type RunEnds } from './daily.ts'
import { createPollination, type Pollination } from './pollination.ts'
import { createTrials, type Trials } from './trials.ts'

/** All that suggests. */
export interface Advice {
  readonly pollination: Pollination
  readonly trials: Trials
  /** For the agents that decide about it. */
  readonly advice: OpenAdvice
  readonly followedMaster: ReturnType<typeof followMaster>
}

interface Parts {
  readonly ports: Ports
  readonly store: Store
  readonly pulse: Pulse
  readonly onRunEnd: RunEnds
}

export function createAdvice({ ports, store, pulse, onRunEnd }: Parts): Advice {
  const pollination = createPollination(ports, store)
  const trials = createTrials({ ports, store, pulse })
  return {
    pollination,
    trials,
    advice: {
      async held(id, suggestionNumber) {
        const now = await pollination.of(id)
        const held = now?.suggested.find(({ suggestion }) => suggestion === suggestionNumber)
        return held === undefined ? null : trials.shown(held)
      },
      settle: pollination.log.settle,
    },
    followedMaster: followMaster({ ports, store, pollination, trials, onRunEnd }),
  }
}
