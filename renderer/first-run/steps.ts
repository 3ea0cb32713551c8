/**
 * The first run's steps, in their order; each is a place of its own, so that going back works as
 * everywhere.
 */
export const STEPS = ['what', 'agents', 'repositories', 'pace', 'permissions', 'notices', 'beat'] as const
export type Step = (typeof STEPS)[number]

export const stepOf = (search: URLSearchParams): Step => STEPS.find((s) => s === search.get('step')) ?? 'what'
export const stepPath = (step: Step): string => `/first-run?step=${step}`
export const after = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null
export const before = (step: Step): Step | null => STEPS[STEPS.indexOf(step) - 1] ?? null
