export const SESSION_MODES = ['oneshot', 'resume'] as const

export type SessionMode = (typeof SESSION_MODES)[number]

export const GATE_MODES = ['changes', 'always'] as const

export type GateMode = (typeof GATE_MODES)[number]
