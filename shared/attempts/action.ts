import { BUILT_IN_PROMPTS } from './built-in-prompts.ts'

export const TRIGGERS = ['interval', 'stagnation'] as const
/** interval: each so many runs. stagnation: after so many runs without progress, and each so many more. */
export type Trigger = (typeof TRIGGERS)[number]
export const SCOPES = ['agent', 'team'] as const
/** Whose runs are counted. A team is the threads that share a metric's name. */
export type Scope = (typeof SCOPES)[number]

/** One intervention as it is configured. */
export interface Action {
  readonly name: string
  readonly trigger: Trigger
  readonly every: number // runs; a whole number, at least 1
  readonly scope: Scope
  readonly prompt: string // given to the agent as it stands, never filled in
}

const builtIn = (
  name: keyof typeof BUILT_IN_PROMPTS,
  trigger: Trigger,
  every: number,
  scope: Scope,
): Action => ({ name, trigger, every, scope, prompt: BUILT_IN_PROMPTS[name] })

/** In the order in which they are given. */
export const BUILT_INS: readonly Action[] = [
  builtIn('reflect', 'interval', 1, 'agent'),
  builtIn('pivot', 'stagnation', 5, 'agent'),
  builtIn('consolidate', 'interval', 10, 'team'),
  builtIn('tidy_knowledge', 'interval', 10, 'team'),
]
export const builtInOf = (name: string): Action | null =>
  BUILT_INS.find((action) => action.name === name) ?? null

/** They are the least that is written down: no change removes, moves or starves them. */
const PROTECTED: readonly string[] = ['reflect', 'consolidate']
export const isProtected = (name: string): boolean => PROTECTED.includes(name)
export const protectedOf = (scope: Scope): readonly Action[] =>
  BUILT_INS.filter((action) => action.scope === scope && isProtected(action.name))

/** How many times its own interval a protected action may be put off. */
export const MOST_STRETCHED = 10
/** Runs. */
export const MOST_EVERY = 1_000_000
export const MOST_PROMPT_CHARS = 20_000
/** Of all prompts of one list, which may be given at once. */
export const MOST_LIST_CHARS = 40_000
/** Actions of one list, so that no file makes each run slow. */
export const MOST_ACTIONS = 100
