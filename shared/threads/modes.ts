/**
 * What a run of the thread's agent goes on with. `messages`: a person's messages go on where the last one ended, beats
 * begin anew; `resume`: messages and beats share one stored session; `oneshot`: each run has a fresh one.
 */
export const SESSION_MODES = ['messages', 'resume', 'oneshot'] as const

export type SessionMode = (typeof SESSION_MODES)[number]

/**
 * When a heartbeat starts the thread's agent. `needed`: the app works the lines it knows, and an agent starts
 * for what is left and for what was found; `changes`: the agent works all due lines, unless nothing changed
 * since it last proved everything quiet; `always`: it works them at each beat.
 */
export const GATE_MODES = ['needed', 'changes', 'always'] as const

export type GateMode = (typeof GATE_MODES)[number]

/**
 * Who decides about suggestions for the thread. `person`: you; `agent`: its agent, at its next beat; `ignore`: nothing is
 * suggested to it. How it is kept for this thread's agent: `suggestionsOf`.
 */
export const SUGGESTION_MODES = ['person', 'agent', 'ignore'] as const

export type SuggestionMode = (typeof SUGGESTION_MODES)[number]
