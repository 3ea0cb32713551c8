import type { Scope } from '../../../shared/attempts/action.ts'
import type { Direction } from '../../../shared/attempts/gain.ts'

export type Step = Readonly<Record<string, unknown>>
/** What can be seen after a step, by the names of the format. */
export type Observed = Readonly<Record<string, unknown>>

export const TEAM = 'cases'
export const DIRECTIONS: Readonly<Record<string, Direction>> = {
  maximize: 'higher',
  higher: 'higher',
  minimize: 'lower',
  lower: 'lower',
}
export const text = (value: unknown, otherwise = ''): string => (value == null ? otherwise : String(value))
export const agentOf = (step: Step): string => text(step['agent'], 'a')
export const scopeOf = (step: Step): Scope => (step['scope'] === 'team' ? 'team' : 'agent')

/** The score of a step: a number, null, a text, or an IEEE value by its name. */
export function scoreOf({ score }: Step): unknown {
  const special = (score as { special?: unknown } | null)?.special
  return special === undefined ? score : Number(special)
}

/** Fields of a step that are no part of the action it changes. */
export const changeOf = (step: Step): Step =>
  Object.fromEntries(Object.entries(step).filter(([key]) => !['do', 'expect', 'agent'].includes(key)))

const PERSON: readonly unknown[] = ['person', 'user', 'human']
export const isPersons = (step: Step): boolean =>
  step['person'] === true || Object.values(step).some((value) => PERSON.includes(value))
/** undefined: it is as it was. */
export function sessionIn(step: Step): string | null | undefined {
  const id = step['id'] ?? step['session'] ?? step['sessionId'] ?? step['conversation']
  if (id !== undefined) return text(id)
  return ['id', 'session', 'sessionId', 'conversation'].some((field) => step[field] === null)
    ? null
    : undefined
}
