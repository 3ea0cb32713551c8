import type { DocProblem, HeartbeatDoc } from '../playbook/model.ts'
import type { VersionInfo } from '../playbook/versions.ts'
import type { ThreadId } from '../base/ids.ts'
import type { LineAuthor } from '../playbook/line-authors.ts'
import type { PlaybookKind } from '../playbook/templates/templates.ts'

/* Of HEARTBEAT.md: its text, its versions, and what was looked for in it. */

export interface DocView {
  readonly text: string
  readonly version: string // content hash
  readonly doc: HeartbeatDoc
  readonly problems: readonly DocProblem[]
  readonly exists: boolean // false: the text is the template that the next beat would write
  readonly tracked: boolean
  readonly encoding: 'utf-8' | 'binary' // binary: shown read-only
}
export type SaveResult =
  | { readonly state: 'saved' | 'merged'; readonly text: string; readonly version: string }
  | {
      readonly state: 'conflict'
      readonly mine: string
      readonly theirs: string
      readonly merged: string
      readonly version: string
      readonly conflicts: number
    }
  | { readonly state: 'gone' } // it was there when the edit began, and is not now; nothing was written
// it was there when the edit began, and is not now; nothing was written
/** One kept text of HEARTBEAT.md. */
export interface VersionView {
  readonly info: VersionInfo
  readonly text: string
  readonly before: string | null // the version before it; null: none is kept
}
export interface VersionsView {
  readonly versions: readonly VersionInfo[] // newest first
  readonly limit: number // so many of a thread are kept
}
/** Who wrote each line of `text`, the file as it is now. */
export interface AuthorsView {
  readonly text: string
  readonly authors: readonly LineAuthor[]
  readonly lines: readonly number[] // of each line: its place in `authors`, or -1 where no version has it
}
export interface PlaybookTemplate {
  readonly kind: PlaybookKind
  readonly because: string | null // why it fits; null: nothing says so
  readonly text: string // a whole new file
  readonly added: string // the file as it is, with what it lacks
}
export interface PlaybookHits {
  readonly threadId: ThreadId
  readonly threadName: string
  readonly version: string
  readonly hits: readonly {
    readonly line: number
    readonly from: number
    readonly to: number
    readonly text: string
  }[] // from, to: in the line's text
  readonly count: number // also of those beyond the first 100
}
export interface PlaybookSearch {
  readonly files: readonly PlaybookHits[]
  readonly looked: number // files
  readonly unread: readonly { readonly threadName: string; readonly why: string }[]
}
export interface ReplaceResult {
  readonly threadId: ThreadId
  readonly threadName: string
  // conflict: the file is another than was searched; nothing was written
  readonly state: 'replaced' | 'conflict' | 'nothing' | 'failed'
  readonly count: number
  readonly why: string | null
}
