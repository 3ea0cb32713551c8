import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import { plural } from '../../../../shared/base/amounts.ts'

export const readHead = (head: string): { commit: string; branch: string } => {
  const cut = head.indexOf(' ')
  return { commit: head.slice(0, cut), branch: head.slice(cut + 1) }
}

export function headWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const [was, is] = [readHead(before.head), readHead(after.head)]
  return [
    ...(was.branch !== is.branch ? [`HEAD switched from ${said(was.branch)} to ${said(is.branch)}`] : []),
    ...(was.commit !== is.commit
      ? [
          `HEAD moved from ${short(was.commit)} to ` +
            `${short(is.commit)}${was.branch === is.branch ? ` (branch ${said(is.branch)})` : ''}`,
        ]
      : []),
  ]
}

export function refWords(
  before: RepositoryLook,
  after: RepositoryLook,
  came: ReadonlySet<string>,
): readonly string[] {
  const [was, is] = [readHead(before.head), readHead(after.head)]
  const words: string[] = []
  for (const name of new Set([...Object.keys(before.branches), ...Object.keys(after.branches)])) {
    const [from, to] = [before.branches[name], after.branches[name]]
    // The branch that HEAD is on moved with it: that has been said.
    if (
      from === to ||
      came.has(name) ||
      (name === `heads/${is.branch}` && is.branch === was.branch && from === was.commit && to === is.commit)
    )
      continue
    const shown = refName(name)
    if (from === undefined) words.push(`${shown} was created`)
    else if (to === undefined) words.push(`${shown} was deleted`)
    else words.push(`${shown} moved from ${short(from)} to ${short(to)}`)
  }
  return words.length <= NAMES
    ? words
    : [...words.slice(0, NAMES), `and ${words.length - NAMES} more branches and tags`]
}

/** `name`: without its leading `refs/`. */
function refName(name: string): string {
  if (name.startsWith('tags/')) return `tag ${said(name.slice(5))}`
  return name.startsWith('heads/') ? `branch ${said(name.slice(6))}` : `ref ${said(name)}`
}

export const pushWords = (pushed: readonly string[]): readonly string[] =>
  pushed.length === 0 ? [] : [`pushed to ${nameList(pushed)}`]

export function worktreeWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const [was, is] = [before.worktrees ?? [], after.worktrees ?? []]
  const word = (names: readonly string[], what: string): readonly string[] =>
    names.length === 0 ? [] : [`work tree ${nameList(names)} was ${what}`]
  return [
    ...word(
      is.filter((name) => !was.includes(name)),
      'added',
    ),
    ...word(
      was.filter((name) => !is.includes(name)),
      'removed',
    ),
  ]
}

export function fileWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const changed = changedFiles(before, after)
  const gone = Object.keys(before.files).filter((name) => !(name in after.files))
  const untracked = gone.filter((name) => before.files[name]!.startsWith('?'))
  const settled = gone.filter((name) => !before.files[name]!.startsWith('?'))
  const list = (names: readonly string[], what: string): readonly string[] =>
    names.length === 0 ? [] : [`${plural(names.length, 'file')} ${what}: ${nameList(names)}`]
  return [
    ...list(changed, 'changed'),
    ...list(settled, settled.length === 1 ? 'is as in HEAD now' : 'are as in HEAD now'),
    ...list(untracked, 'no longer untracked'),
  ]
}

export const changedFiles = (before: RepositoryLook, after: RepositoryLook): readonly string[] =>
  Object.keys(after.files).filter((name) => before.files[name] !== after.files[name])

export function stashWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const added = after.stashes.filter((id) => !before.stashes.includes(id)).length
  const dropped = before.stashes.filter((id) => !after.stashes.includes(id)).length
  const word = (n: number, what: string): readonly string[] =>
    n === 0 ? [] : [n === 1 ? `stash ${what}` : `${n} stashes ${what}`]
  const moved =
    added + dropped === 0 && before.stashes.join() !== after.stashes.join()
      ? ['the stashes changed places']
      : []
  return [...word(added, 'added'), ...word(dropped, 'dropped'), ...moved]
}

export function configWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const read = (look: RepositoryLook): { text: string; hooks: Map<string, string> } => {
    const [text = '', ...hooks] = look.config.split('\n')
    return {
      text,
      hooks: new Map(
        hooks.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
      ),
    }
  }
  const [was, is] = [read(before), read(after)]
  const names = (all: Iterable<string>, chosen: (name: string) => boolean): readonly string[] =>
    [...all].filter(chosen)
  const word = (found: readonly string[], what: string): readonly string[] =>
    found.length === 0
      ? []
      : [`${found.length === 1 ? 'a hook was' : `${found.length} hooks were`} ${what}: ${nameList(found)}`]
  return [
    ...(was.text !== is.text ? ['git’s configuration changed'] : []),
    ...word(
      names(is.hooks.keys(), (name) => !was.hooks.has(name)),
      'added',
    ),
    ...word(
      names(is.hooks.keys(), (name) => was.hooks.has(name) && was.hooks.get(name) !== is.hooks.get(name)),
      'changed',
    ),
    ...word(
      names(was.hooks.keys(), (name) => !is.hooks.has(name)),
      'removed',
    ),
  ]
}

const NAMES = 20
const short = (commit: string): string => (/^[0-9a-f]{40,}$/.test(commit) ? commit.slice(0, 7) : commit)
/** A name is data: no line of its own, nothing unprintable, not without end. */
export const said = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 200)
const nameList = (names: readonly string[]): string =>
  names.slice(0, NAMES).map(said).join(', ') +
  (names.length > NAMES ? ` and ${names.length - NAMES} more` : '')
