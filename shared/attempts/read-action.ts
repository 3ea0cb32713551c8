import { err, ok, type Result } from '../base/result.ts'
import {
  builtInOf,
  isProtected,
  MOST_EVERY,
  MOST_PROMPT_CHARS,
  MOST_STRETCHED,
  SCOPES,
  TRIGGERS,
  type Action,
  type Scope,
} from './action.ts'

/** What is wrong with a change of the actions; `message` is a sentence for whoever asked for it. */
export interface ActionProblem {
  readonly code: 'interval' | 'protected' | 'prompt' | 'name' | 'trigger' | 'scope' | 'field' | 'unknown'
  readonly message: string
}
const problem = (code: ActionProblem['code'], message: string): { ok: false; error: ActionProblem } =>
  err({ code, message })

const FIELDS = ['name', 'every', 'trigger', 'scope', 'prompt', 'protected']
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,59}$/

/** Of an entry that may be anything, as a tool, a person or a file has it. */
export const nameOf = (entry: unknown): string | null => {
  const name = isRecord(entry) ? entry['name'] : undefined
  return typeof name === 'string' ? name : null
}
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An entry that may be anything as an action of the list of `scope`. What it leaves out is as in `current`,
 * else as in the built-in of its name, else: interval, and there is no default for `every` and `prompt`.
 */
export function readAction(
  entry: unknown,
  scope: Scope,
  current: Action | null,
): Result<Action, ActionProblem> {
  if (!isRecord(entry)) return problem('field', 'An action is an object with a name.')
  const name = nameOf(entry)
  if (name === null || !NAME.test(name))
    return problem(
      'name',
      `The name ${shown(entry['name'])} cannot be used: a letter, then at most 59 letters, digits, "_", "." or "-".`,
    )
  const unknown = Object.keys(entry).find((field) => !FIELDS.includes(field))
  const isOff = unknown === 'enabled' || unknown === 'disabled'
  if (unknown !== undefined)
    return isOff && isProtected(name)
      ? problem('protected', `"${name}" is protected and cannot be switched off.`)
      : problem('field', `"${name}" has no field ${shown(unknown)}. Fields are ${FIELDS.join(', ')}.`)
  const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
  if ('protected' in given && given['protected'] !== isProtected(name))
    return problem('protected', `Which actions are protected is built in; "${name}" cannot be changed so.`)
  const filled = {
    trigger: 'interval',
    ...(current ?? builtInOf(name)),
    ...given,
    scope: given['scope'] ?? scope,
  }
  return checked(name, filled, scope)
}

function checked(
  name: string,
  {
    every,
    trigger,
    scope,
    prompt,
  }: { every?: unknown; trigger?: unknown; scope?: unknown; prompt?: unknown },
  list: Scope,
): Result<Action, ActionProblem> {
  const [isTrigger, isScope] = [TRIGGERS.some((one) => one === trigger), SCOPES.some((one) => one === scope)]
  if (!isTrigger)
    return problem('trigger', `The trigger of "${name}" is ${TRIGGERS.join(' or ')}, not ${shown(trigger)}.`)
  if (!isScope)
    return problem('scope', `The scope of "${name}" is ${SCOPES.join(' or ')}, not ${shown(scope)}.`)
  const own = builtInOf(name)
  if (isProtected(name) && own !== null) {
    if (scope !== own.scope || list !== own.scope)
      return problem('protected', `"${name}" is protected: its scope stays ${own.scope}.`)
    if (trigger !== own.trigger)
      return problem('protected', `"${name}" is protected: its trigger stays ${own.trigger}.`)
  }
  if (scope !== list)
    return problem('scope', `"${name}" has the scope ${shown(scope)} in a list of ${list} scope.`)
  if (typeof every !== 'number' || !Number.isSafeInteger(every) || every < 1)
    return problem(
      'interval',
      `The interval of "${name}" is a whole number of runs from 1, not ${shown(every)}.`,
    )
  if (isProtected(name) && own !== null && every > own.every * MOST_STRETCHED)
    return problem(
      'protected',
      `"${name}" is protected: at least every ${own.every * MOST_STRETCHED} runs, not every ${every}.`,
    )
  if (every > MOST_EVERY)
    return problem('interval', `The interval of "${name}" is at most ${MOST_EVERY} runs, not ${every}.`)
  if (typeof prompt !== 'string' || prompt.trim() === '')
    return problem('prompt', `"${name}" needs a prompt: it says what the agent is asked to do.`)
  if (prompt.length > MOST_PROMPT_CHARS)
    return problem(
      'prompt',
      `The prompt of "${name}" has ${prompt.length} characters; at most ${MOST_PROMPT_CHARS}.`,
    )
  return ok({ name, trigger: trigger as Action['trigger'], every, scope: list, prompt })
}

/** A value of somebody else in a sentence. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 80)
