/**
 * The first run's steps, in their order; each is a place of its own, so that going back works as
 * everywhere.
 */
export const STEPS = ['what', 'agents', 'repositories', 'permissions', 'notices'] as const
export type Step = (typeof STEPS)[number]

/** What was a step of its own once, and which step has it now: old links lead there. */
const HELD_BY: ReadonlyMap<string, Step> = new Map([
  ['pace', 'repositories'],
  ['beat', 'permissions'],
])

export function stepOf(search: URLSearchParams): Step {
  const asked = search.get('step') ?? ''
  return STEPS.find((s) => s === asked) ?? HELD_BY.get(asked) ?? 'what'
}
export const stepPath = (step: Step): string => `/first-run?step=${step}`
export const after = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null
export const before = (step: Step): Step | null => STEPS[STEPS.indexOf(step) - 1] ?? null
