import type { Clock } from '../ports/ports.ts'

/** For how long the agent of one run has printed nothing and called nothing. */
export interface AgentSilence {
  /** It is called; what the app itself works or measures besides is no silence. */
  begins(): void
  /** It printed or called something. */
  sign(): void
  ends(): void
  /** Milliseconds of time awake; null: no agent is at work. */
  ms(): number | null
}

export function createAgentSilence({ monotonicMs }: Pick<Clock, 'monotonicMs'>): AgentSilence {
  let since: number | null = null
  return {
    begins() {
      since = monotonicMs()
    },
    sign() {
      if (since !== null) since = monotonicMs()
    },
    ends() {
      since = null
    },
    ms: () => (since === null ? null : monotonicMs() - since),
  }
}
