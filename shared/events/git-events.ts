import { inQuotes } from '../base/hidden-text.ts'
import type { GitGlance } from './git-glance.ts'
import type { Instant } from '../base/time.ts'

/** What tells that something happened in a repository, small enough to be kept between two looks. */
export interface GitState {
  readonly head: string | null // commit id; null: no commit yet
  readonly branch: string | null // null: detached
  readonly operation: GitGlance['operation']
  readonly remotes: string // hash of all remote branches
  readonly fetchedAt: Instant | null // null: never fetched here
  /**
   * How HEAD came where it is, as git's log of HEAD says ("commit: …", "rebase (finish): …"). null: no log,
   * or its newest line led elsewhere.
   */
  readonly reflogMessage: string | null
}

interface GitEvent {
  readonly kind: 'commit' | 'switch' | 'merge' | 'fetch' | 'rebase' | 'reset' | 'operation'
  readonly text: string // one sentence; of the repository's own words it holds names of branches only
}

type Move = 'commit' | 'amend' | 'merge' | 'rebase' | 'reset' | 'switch' | 'unknown'

/**
 * What happened between two looks, in plain words; the same state gives none. Of several steps between them
 * only the newest has a name.
 */
export function gitEvents(before: GitState, after: GitState): readonly GitEvent[] {
  const events: GitEvent[] = []
  if (after.operation !== before.operation && after.operation !== null)
    events.push({ kind: 'operation', text: `${article(after.operation)} is in progress${at(after)}.` })
  if (before.operation !== null && after.operation !== before.operation)
    events.push({
      kind: endedKind(before.operation),
      text: `${article(before.operation)} has ended${at(after)}.`,
    })
  // Where an operation begins or ends, that is why HEAD moved.
  if (events.length === 0) events.push(...moves(before, after))
  if (before.remotes !== after.remotes) {
    const fetched = after.fetchedAt !== null && after.fetchedAt !== before.fetchedAt
    events.push({
      kind: 'fetch',
      text: fetched
        ? 'Fetched: remote branches changed.'
        : 'Remote branches changed, as after a push or a fetch by Threadbeat.',
    })
  }
  return events
}

function moves(before: GitState, after: GitState): readonly GitEvent[] {
  const headMoved = before.head !== after.head
  const switched = before.branch !== after.branch
  if (!headMoved && !switched) return []
  const move = moveOf(after.reflogMessage)
  if (after.operation !== null)
    return [
      { kind: 'operation', text: `${article(after.operation)} goes on${at(after)}${was(before, after)}.` },
    ]
  if (!switched)
    return [
      move === 'switch'
        ? { kind: 'switch', text: `Switched to ${short(after.head)}${was(before, after)}.` }
        : moved(move, before, after),
    ]
  const to: GitEvent = {
    kind: 'switch',
    text: `Switched from ${place(before)} to ${place(after)}${headMoved ? `, which is at ${short(after.head)}` : ''}.`,
  }
  // A commit right after the switch would else go unsaid.
  return headMoved && move !== 'switch' && move !== 'unknown' ? [to, moved(move, before, after)] : [to]
}

function moved(move: Move, before: GitState, after: GitState): GitEvent {
  const [on, commit, from] = [place(after), short(after.head), was(before, after)]
  switch (move) {
    case 'commit':
      return {
        kind: 'commit',
        text:
          before.head === null ? `First commit ${commit} on ${on}.` : `New commit ${commit} on ${on}${from}.`,
      }
    case 'amend':
      return { kind: 'commit', text: `The newest commit on ${on} was amended: it is ${commit} now${from}.` }
    case 'merge':
      return { kind: 'merge', text: `Something was merged into ${on}: it is at ${commit} now${from}.` }
    case 'rebase':
      return { kind: 'rebase', text: `A rebase has ended at ${commit} on ${on}${from}.` }
    case 'reset':
      return { kind: 'reset', text: `${capital(on)} was reset to ${commit}${from}.` }
    case 'switch':
    case 'unknown':
      return {
        kind: after.head === null ? 'reset' : 'commit',
        text: `${capital(on)} is at ${commit} now${from}.`,
      }
  }
}

/** By what stands before the colon alone: behind it are the words of whoever committed. */
function moveOf(message: string | null): Move {
  const act = message?.split(':', 1)[0] ?? ''
  if (/^commit \(amend\)/.test(act)) return 'amend'
  if (/^commit \(merge\)|^merge\b/.test(act)) return 'merge'
  if (/^rebase\b|^pull\b.*\((?:start|pick|continue|finish)\)/.test(act)) return 'rebase'
  if (/^pull\b/.test(act)) return 'merge'
  if (/^(?:commit|cherry-pick|revert|am|clone)\b/.test(act)) return 'commit'
  if (/^reset\b/.test(act)) return 'reset'
  return /^(?:checkout|switch)\b/.test(act) ? 'switch' : 'unknown'
}

const endedKind = (operation: NonNullable<GitGlance['operation']>): GitEvent['kind'] =>
  operation === 'merge' || operation === 'rebase' ? operation : 'operation'
const article = (operation: NonNullable<GitGlance['operation']>): string => `A ${operation}`
const place = (state: GitState): string =>
  state.branch === null ? 'a detached HEAD' : inQuotes(state.branch)
const at = (state: GitState): string => ` at ${short(state.head)} on ${place(state)}`
const was = (before: GitState, after: GitState): string =>
  before.head === null || before.head === after.head ? '' : ` (was ${short(before.head)})`
const short = (commit: string | null): string => {
  if (commit === null) return 'no commit'
  if (/^[0-9a-f]{40,}$/.test(commit)) return commit.slice(0, 7)
  return inQuotes(commit, 40)
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
