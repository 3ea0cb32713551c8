import {
  actionsInForce,
  DEFAULT_LISTS,
  readList,
  readProject,
  removeAction,
  setAction,
  type ActionLists,
} from '../../../shared/attempts/action-lists.ts'
import { BUILT_INS, type Action, type Scope } from '../../../shared/attempts/action.ts'
import type { ActionChange } from '../../../shared/attempts/attempt.ts'
import type { ActionProblem } from '../../../shared/attempts/read-action.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { textHash } from '../../../shared/base/text-hash.ts'
import type { ActionFiles, ActionOwner } from '../ports/attempts/action-files.ts'
import type { Clock } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** Whose actions are meant: a thread, and the team that it belongs to. */
export interface Member {
  readonly threadId: ThreadId
  readonly number: number
  readonly team: string
}

/** What holds for one agent now. */
export interface ActionsView {
  readonly actions: readonly Action[]
  readonly notices: readonly ActionProblem[] // entries of files that were refused or put back
  readonly problems: readonly string[] // files that cannot be used: the last good lists hold
}

export interface Actions {
  of(member: Member): ActionsView
  set(member: Member, change: Readonly<Record<string, unknown>>, by: Author): Changed
  remove(member: Member, name: string, scope: Scope | null, by: Author): Changed
  /** A whole list, as far as it can be used. */
  replace(member: Member, scope: Scope, entries: readonly unknown[], by: Author): Changed
  /** Back to the project's own; null: of both scopes. */
  reset(member: Member, scope: Scope | null, by: Author): Changed
  /** What the project has when nobody has changed anything. */
  setProject(team: string, entries: readonly unknown[], by: Author): readonly ActionProblem[]
  changes(member: Member, limit: number): readonly ActionChange[]
}
type Author = ActionChange['by']
type Changed = Result<ActionsView, ActionProblem>

interface ActionParts {
  readonly store: Pick<Store, 'attempts' | 'together'>
  readonly files: ActionFiles
  readonly clock: Pick<Clock, 'now'>
}

const SCOPES: readonly Scope[] = ['agent', 'team']
const ownerOf = (member: Member, scope: Scope): ActionOwner =>
  scope === 'agent' ? { of: 'agent', number: member.number } : { of: 'team', name: member.team }
const keyOf = (member: Member, scope: Scope): string =>
  scope === 'agent' ? `agent:${member.threadId}` : `team:${member.team}`
const projectKey = (team: string): string => `project:${team}`

/** One list as its file and the history have it. */
interface Looked {
  readonly actions: readonly Action[] | null // null: none of its own
  readonly notices: readonly ActionProblem[]
  readonly problem: string | null
}

/** The lists of actions: files that anybody may edit, with the last good state of each in the history. */
export function createActions(parts: ActionParts): Actions {
  const { store, clock } = parts
  const change = (
    member: Member,
    by: Author,
    what: string,
    made: (now: ActionLists) => ReturnType<typeof setAction>,
  ): Changed => {
    const after = made(lookAt(parts, member).lists)
    return after.ok ? save(parts, member, { by, what }, after.value) : after
  }
  return {
    of: (member) => viewOf(parts, member),
    set: (member, to, by) =>
      change(member, by, `set ${JSON.stringify(to).slice(0, 200)}`, (now) => setAction(now, to)),
    remove: (member, name, scope, by) =>
      change(member, by, `removed ${name}`, (now) => removeAction(now, name, scope)),
    replace(member, scope, entries, by) {
      const current = viewOf(parts, member).actions.filter((action) => action.scope === scope)
      const read = readList(entries, scope, current)
      const what = `list of ${entries.length} actions`
      const saved = save(parts, member, { by, what }, { [scope]: read.actions })
      if (!saved.ok) return saved
      return ok({ ...saved.value, notices: [...saved.value.notices, ...read.notices] })
    },
    reset(member, scope, by) {
      for (const of of scope === null ? SCOPES : [scope]) {
        const removed = drop(parts, member, of, by)
        if (!removed.ok) return removed
      }
      return ok(viewOf(parts, member))
    },
    setProject(team, entries, by) {
      const { actions, notices } = readProject(entries)
      const owner = projectKey(team)
      const at = clock.now()
      store.attempts.keepActions({ owner, actions, notices, print: '' }, { owner, by, what: 'project', at })
      return notices
    },
    changes: (member, limit) =>
      SCOPES.flatMap((scope) => store.attempts.changes(keyOf(member, scope), limit))
        .sort((a, b) => b.at - a.at)
        .slice(0, limit),
  }
}

function lookAt(
  parts: ActionParts,
  member: Member,
): { readonly lists: ActionLists; readonly looked: Record<Scope, Looked> } {
  const kept = parts.store.attempts.actions(projectKey(member.team))
  const project = kept?.actions ?? DEFAULT_LISTS.project
  const looked = {
    agent: look(parts, member, 'agent', project),
    team: look(parts, member, 'team', project),
  }
  return { lists: { project, agent: looked.agent.actions, team: looked.team.actions }, looked }
}

function viewOf(parts: ActionParts, member: Member): ActionsView {
  const { lists, looked } = lookAt(parts, member)
  return {
    actions: actionsInForce(lists),
    notices: SCOPES.flatMap((scope) => looked[scope].notices),
    problems: SCOPES.flatMap((scope) => looked[scope].problem ?? []),
  }
}

function save(
  parts: ActionParts,
  member: Member,
  { by, what }: { readonly by: Author; readonly what: string },
  after: Partial<Record<Scope, readonly Action[]>>,
): Changed {
  for (const scope of SCOPES) {
    const actions = after[scope]
    if (actions === undefined) continue
    const written = write(parts, member, scope, { actions, by, what })
    if (!written.ok) return written
  }
  return ok(viewOf(parts, member))
}

/** Takes up what a hand has changed in the file. A file that cannot be used is left as it is. */
function look(parts: ActionParts, member: Member, scope: Scope, project: readonly Action[]): Looked {
  const { store, files, clock } = parts
  const owner = keyOf(member, scope)
  const kept = store.attempts.actions(owner)
  const lastGood = (problem: string | null): Looked => ({
    actions: kept?.actions ?? null,
    notices: problem === null ? (kept?.notices ?? []) : [],
    problem,
  })
  const text = files.read(ownerOf(member, scope))
  if (!text.ok) return lastGood(text.error)
  if (text.value === null) {
    if (kept === null) return lastGood(null)
    // Deleted, or left behind when the history was taken over from elsewhere: the history has what it said.
    const what = 'its file was gone and was written anew'
    const written = write(parts, member, scope, { actions: kept.actions, by: 'file', what })
    return lastGood(
      written.ok ? null : `The file of the ${scope}'s actions is gone: ${written.error.message}`,
    )
  }
  const print = textHash(text.value)
  if (kept?.print === print) return lastGood(null)
  const entries = entriesOf(text.value)
  if (entries === null) return lastGood(`The file of the ${scope}'s actions holds no list of actions`)
  const current = (kept?.actions ?? project).filter((action) => action.scope === scope)
  const { actions, notices } = readList(entries, scope, current.length === 0 ? BUILT_INS : current)
  store.attempts.keepActions(
    { owner, actions, notices, print },
    { owner, by: 'file', what: `list of ${entries.length} actions`, at: clock.now() },
  )
  return { actions, notices, problem: null }
}

/** null: the text is no list of actions. */
function entriesOf(text: string): readonly unknown[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const list: unknown = Array.isArray(value) ? value : (value as { actions?: unknown } | null)?.actions
  return Array.isArray(list) ? list : null
}

const isUnusable = (parts: ActionParts, member: Member, scope: Scope): boolean => {
  const text = parts.files.read(ownerOf(member, scope))
  return !text.ok || (text.value !== null && entriesOf(text.value) === null)
}

/** The file first: what stops in between is taken up like an edit by hand. */
function write(
  parts: ActionParts,
  member: Member,
  scope: Scope,
  { actions, by, what }: { readonly actions: readonly Action[]; readonly by: Author; readonly what: string },
): Result<null, ActionProblem> {
  const text = `${JSON.stringify({ actions }, null, 2)}\n`
  const written = parts.files.write(ownerOf(member, scope), text, isUnusable(parts, member, scope))
  if (!written.ok) return err({ code: 'field', message: written.error })
  const owner = keyOf(member, scope)
  parts.store.attempts.keepActions(
    { owner, actions, notices: [], print: textHash(text) },
    { owner, by, what, at: parts.clock.now() },
  )
  return ok(null)
}

/** The history first: a file that stays behind is a list by hand. */
function drop(parts: ActionParts, member: Member, scope: Scope, by: Author): Result<null, ActionProblem> {
  const removed = parts.files.remove(ownerOf(member, scope), isUnusable(parts, member, scope))
  if (!removed.ok) return err({ code: 'field', message: removed.error })
  const owner = keyOf(member, scope)
  parts.store.attempts.keepActions(
    { owner, actions: null },
    { owner, by, what: 'reset', at: parts.clock.now() },
  )
  return ok(null)
}
