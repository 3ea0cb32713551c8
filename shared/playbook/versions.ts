import type { RunId, ThreadId } from '../base/ids.ts'
import { parse } from './doc.ts'
import type { HeartbeatDoc } from './model.ts'
import { playbookPrint } from './print.ts'
import { endingOf, scanLines } from './lines.ts'
import { matchSequences } from '../base/sequence-diff.ts'
import type { Instant } from '../base/time.ts'

/**
 * Versions of HEARTBEAT.md: every text that somebody wrote, kept by the app whether or not git sees the
 * file.
 */
export type VersionAuthor =
  | 'start' // how the file was first seen, or written from the template
  | 'you' // in this app
  | 'run' // an agent, or what the app itself wrote about a run
  | 'other' // another editor or tool
  | 'suggestion' // a line that a person accepted from another thread's list
  | 'restored' // an older version, brought back

export interface VersionInfo {
  readonly id: number // rises with time
  readonly threadId: ThreadId
  readonly at: Instant // saved, or noticed
  readonly author: VersionAuthor
  readonly runId: RunId | null // of author 'run'
  readonly restoredFrom: number | null // of author 'restored': the version it was
  readonly added: number // lines, against the version before; stamps and ticks do not count
  readonly removed: number
  readonly chars: number
}

/**
 * Of each thread the newest are kept; of all threads together the oldest make room, but never among a
 * thread's newest few.
 */
export const VERSIONS_KEPT = 200
export const VERSIONS_CHARS = 20_000_000
export const VERSIONS_SPARED = 20
/** A larger text is no version: it is read-only in the app as well. */
export const VERSION_MAX_CHARS = 1_000_000

/** Two texts with the same print are one version: they differ in the app's own stamps and ticks at most. */
export const versionPrint = (text: string): string => playbookPrint(parse(text))

/** Each line without what the app writes itself: stamps say only that they are there, tasks have no box. */
export function lineGists(doc: HeartbeatDoc): string[] {
  const stamps = new Set(Object.values(doc.stamps).map((s) => s.line))
  const boxed = new Set(doc.tasks.map((t) => t.line))
  const { lines } = scanLines(doc.lines)
  return doc.lines.map((line, i) => {
    if (stamps.has(i + 1)) return `stamp ${/^[^:]*:/.exec(line)?.[0] ?? ''}`
    const body = line.slice(0, line.length - endingOf(line).length)
    const scanned = lines[i]
    return boxed.has(i + 1) && scanned !== undefined
      ? `task ${scanned.marker} ${scanned.text}`
      : `line ${body.trimEnd()}`
  })
}

export function countChanges(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  const a = lineGists(parse(before))
  const b = lineGists(parse(after))
  const kept = matchSequences(a, b).filter((to) => to >= 0).length
  return { added: b.length - kept, removed: a.length - kept }
}

/**
 * An older text as it would be now: the times of its tiers and the ticks of its tasks stay as they are
 * today, because they tell what was done, not what is wanted; old times would make tiers due again.
 */
export function restoredText(version: string, current: string): string {
  const doc = parse(version)
  const now = parse(current)
  const lines = [...doc.lines]
  for (const tier of ['quick', 'hourly', 'daily'] as const) {
    const from = now.stamps[tier].line
    const to = doc.stamps[tier].line
    if (from === null || to === null) continue
    const line = lines[to - 1] ?? ''
    const ending = endingOf(line)
    const stamp = now.lines[from - 1] ?? ''
    lines[to - 1] = stamp.slice(0, stamp.length - endingOf(stamp).length) + ending
  }
  const ticked = new Map(now.tasks.map((t) => [t.key, t.ticked]))
  const { lines: scanned } = scanLines(doc.lines)
  for (const task of doc.tasks) {
    const want = ticked.get(task.key) ?? false
    const at = scanned[task.line - 1]?.boxAt ?? -1
    if (at === -1 || want === task.ticked) continue
    const line = lines[task.line - 1] ?? ''
    lines[task.line - 1] =
      `${line.slice(0, at)}${want ? '[x]' : '[ ]'}${line.slice(line.indexOf(']', at) + 1)}`
  }
  return lines.join('')
}
