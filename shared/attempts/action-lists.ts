import { err, ok, type Result } from '../base/result.ts'
import {
  BUILT_INS,
  builtInOf,
  isProtected,
  MOST_ACTIONS,
  MOST_LIST_CHARS,
  protectedOf,
  type Action,
  type Scope,
} from './action.ts'
import { nameOf, readAction, type ActionProblem } from './read-action.ts'

/** The actions of one agent, and those of its team; null: the project's own. */
export interface ActionLists {
  readonly project: readonly Action[]
  readonly agent: readonly Action[] | null
  readonly team: readonly Action[] | null
}

export const DEFAULT_LISTS: ActionLists = { project: BUILT_INS, agent: null, team: null }

const listOf = (lists: ActionLists, scope: Scope): readonly Action[] =>
  lists[scope] ?? lists.project.filter((action) => action.scope === scope)

/** Each name once: an agent's own list goes before its team's, and that before the project's. */
export function actionsInForce(lists: ActionLists): readonly Action[] {
  const [agent, team] = [listOf(lists, 'agent'), listOf(lists, 'team')]
  const isIn = (list: readonly Action[] | null, { name }: Action): boolean =>
    list?.some((one) => one.name === name) === true
  return [
    ...agent.filter((action) => lists.agent !== null || !isIn(lists.team, action)),
    ...team.filter((action) => !isIn(lists.agent, action)),
  ]
}

/** What a change makes of the lists; only those that it touches. */
type Changed = Partial<Record<Scope, readonly Action[]>>

const SCOPES: readonly Scope[] = ['agent', 'team']
/** Where an action of this name stands, or would stand if nobody says. */
const homeOf = (lists: ActionLists, name: string): Scope =>
  SCOPES.find((scope) => listOf(lists, scope).some((action) => action.name === name)) ??
  builtInOf(name)?.scope ??
  'agent'

/** Adds or changes one action; one that is given another scope leaves its old list. */
export function setAction(
  lists: ActionLists,
  change: Readonly<Record<string, unknown>>,
): Result<Changed, ActionProblem> {
  const name = nameOf(change) ?? ''
  const home = homeOf(lists, name)
  const wanted = change['scope'] === 'agent' || change['scope'] === 'team' ? change['scope'] : home
  const current = listOf(lists, home).find((action) => action.name === name) ?? null
  const there = listOf(lists, wanted).find((action) => action.name === name)
  const read = readAction(change, wanted, there ?? current)
  if (!read.ok) return read
  const list = listOf(lists, wanted)
  if (there === undefined && list.length >= MOST_ACTIONS)
    return err({
      code: 'field',
      message: `There are ${list.length} actions already; at most ${MOST_ACTIONS}.`,
    })
  const after =
    there === undefined ? [...list, read.value] : list.map((one) => (one.name === name ? read.value : one))
  const chars = after.reduce((sum, { prompt }) => sum + prompt.length, 0)
  if (chars > MOST_LIST_CHARS)
    return err({
      code: 'prompt',
      message: `The prompts of the ${wanted}'s actions would have ${chars} characters together; at most ${MOST_LIST_CHARS}.`,
    })
  if (wanted === home || current === null) return ok({ [wanted]: after })
  return ok({ [wanted]: after, [home]: listOf(lists, home).filter((one) => one.name !== name) })
}

export function removeAction(
  lists: ActionLists,
  name: string,
  scope: Scope | null,
): Result<Changed, ActionProblem> {
  if (isProtected(name))
    return err({ code: 'protected', message: `"${name}" is protected and cannot be removed.` })
  const from = scope ?? homeOf(lists, name)
  const list = listOf(lists, from)
  if (!list.some((action) => action.name === name)) {
    const known = SCOPES.flatMap((one) => listOf(lists, one)).map((action) => action.name)
    return err({
      code: 'unknown',
      message: `There is no action "${name.slice(0, 80)}". There are: ${known.join(', ')}.`,
    })
  }
  return ok({ [from]: list.filter((action) => action.name !== name) })
}

/** A whole list that may hold anything, as far as it can be used. */
interface ReadList {
  readonly actions: readonly Action[]
  /** Entries that were refused, each alone, and protected actions that were put back. */
  readonly notices: readonly ActionProblem[]
}

/** `current`: the list of this scope before, which a refused protected entry keeps. */
export function readList(entries: readonly unknown[], scope: Scope, current: readonly Action[]): ReadList {
  const actions: Action[] = []
  const notices: ActionProblem[] = []
  const refused = new Set<string>()
  for (const entry of entries.slice(0, MOST_ACTIONS)) {
    const read = readAction(entry, scope, null)
    const name = nameOf(entry)
    if (!read.ok) {
      notices.push(read.error)
      if (name !== null) refused.add(name)
    } else if (actions.some((action) => action.name === name))
      notices.push({ code: 'name', message: `"${name}" stands in the list twice; the first one counts.` })
    else actions.push(read.value)
  }
  if (entries.length > MOST_ACTIONS)
    notices.push({
      code: 'field',
      message: `${entries.length} actions were given; ${MOST_ACTIONS} were read.`,
    })
  const missing = protectedOf(scope).filter(({ name }) => !actions.some((action) => action.name === name))
  const back = missing.map((own) =>
    refused.has(own.name) ? (current.find(({ name }) => name === own.name) ?? own) : own,
  )
  for (const { name, every } of back)
    notices.push({ code: 'protected', message: `"${name}" is protected and was put back: every ${every}.` })
  return { actions: [...back, ...actions], notices }
}

/** The project's own actions: exactly those that are listed, each entry filled from the built-in of its name. */
export function readProject(entries: readonly unknown[]): ReadList {
  const read = entries.slice(0, MOST_ACTIONS).map((entry) => {
    const own = builtInOf(nameOf(entry) ?? '')
    const scope = (entry as { scope?: unknown } | null)?.scope
    return readAction(entry, scope === 'team' || scope === 'agent' ? scope : (own?.scope ?? 'agent'), null)
  })
  return {
    actions: read.flatMap((one) => (one.ok ? [one.value] : [])),
    notices: read.flatMap((one) => (one.ok ? [] : [one.error])),
  }
}
