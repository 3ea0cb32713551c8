export const SESSION_MODES = ['oneshot', 'resume'] as const

export type SessionMode = (typeof SESSION_MODES)[number]

/**
 * When a heartbeat starts the thread's agent. `needed`: the app works the lines it knows, and an agent starts
 * for what is left and for what was found; `changes`: the agent works all due lines, unless nothing changed
 * since it last proved everything quiet; `always`: it works them at each beat.
 */
export const GATE_MODES = ['needed', 'changes', 'always'] as const

export type GateMode = (typeof GATE_MODES)[number]
