import { plural } from '../base/amounts.ts'
import type { Instant } from '../base/time.ts'
import type { Tier } from '../schedule/tier.ts'

/** A part of one of the repository's files that decides what a command executes. */
export interface CommandFile {
  readonly file: string // below the repository, as the command names it
  readonly line: number | null // where `text` begins in it, from 1; null: it is no one place
  readonly text: string // at most COMMAND_FILE_CHARS characters
  readonly cut: number // characters left out behind `text`
  /** It belongs to what was approved, but the command does not name it: the other scripts or recipes. */
  readonly aside: boolean
}
export const COMMAND_FILE_CHARS = 4000

/** A command found in HEARTBEAT.md that would be executed if a person approved it. */
export interface ApprovalRequest {
  // shell: needs /bin/sh because of pipes, redirections, globs, variables: approved apart
  readonly kind: 'argv' | 'shell'
  readonly argv: readonly string[] // empty for kind 'shell'
  readonly text: string // as written between the backticks
  /**
   * Content hash of the repository's files that the command starts: a script, the one given to an
   * interpreter, package.json's scripts, a Makefile. null: none.
   */
  readonly fileHash: string | null
  /** What of those files is executed, to be shown before it is approved. */
  readonly files: readonly CommandFile[]
  /** What of it is not watched, a sentence each; none: it runs nothing of the repository. */
  readonly limits: readonly string[]
  /** sha256 over all of the above but `files` and `limits`, hex: an approval holds for exactly this. */
  readonly hash: string
}

/** The `text` of a request that is an argument list of its own, as a job has it, whatever its files and variables. */
export const argumentsText = (argv: readonly string[]): string => JSON.stringify(argv)

/** Where a task stands in HEARTBEAT.md. */
export interface TaskPlace {
  readonly line: number // from 1
  readonly tier: Tier
}

/** What the window and the command line show before anything is approved. */
export interface ApprovalView extends ApprovalRequest {
  readonly tasks: readonly string[] // task lines that use it
  /** Where each of `tasks` stands, in their order. */
  readonly places: readonly TaskPlace[]
  readonly approvedAt: Instant | null // null: not approved; nothing of it is run
  // the same line was approved before, with another content of the script that it starts
  readonly changed: boolean
  /** The same line's files as they were when it was approved last; null: it was not, or has not changed. */
  readonly filesBefore: readonly CommandFile[] | null
}

/** What the lines of a list would execute, as far as one list is looked through. */
export interface ApprovalList {
  readonly commands: readonly ApprovalView[]
  readonly leftOut: LeftOutLines | null // null: all lines were looked at
  /** Lines whose program is not found, each with the words for it. */
  readonly missing: readonly { readonly line: number; readonly why: string }[] // `line` from 1
}
export interface LeftOutLines {
  readonly lines: readonly { readonly line: number; readonly text: string }[] // `line` from 1
  readonly why: string // names the bound, as the end of a sentence
}
export const leftOutText = ({ lines, why }: LeftOutLines): string =>
  `${plural(lines.length, 'line of HEARTBEAT.md was', 'lines of HEARTBEAT.md were')} not looked at: ${why}. ` +
  `What ${lines.length === 1 ? 'it names' : 'they name'} is not run.`

/**
 * What is not shown of a file's part, and where all of it is, as a sentence of its own beside the text: in it, the file
 * could say the same of itself. `folder`: the repository's; '' where it is not known. null: all of it is shown.
 */
export const notShownText = (
  { file, cut }: Pick<CommandFile, 'file' | 'cut'>,
  folder: string,
): string | null =>
  cut === 0
    ? null
    : `Not shown: ${plural(cut, 'more character')} of ${folder === '' ? '' : `${folder}/`}${file.replace(/^(?:\.\/)+/, '')}. ` +
      'Look at the file before you approve it.'

/** Names of files that belong to what was approved and that are not shown; their changes ask again. */
export const filesAside = ({ files }: Pick<ApprovalRequest, 'files'>): readonly string[] => {
  const shown = new Set(files.filter((f) => !f.aside).map((f) => f.file))
  return [...new Set(files.filter((f) => f.aside && !shown.has(f.file)).map((f) => f.file))]
}

/** "package.json:12". */
export const commandFilePlace = ({ file, line }: CommandFile): string =>
  line === null ? file : `${file}:${line}`

/** The files whose shown parts differ, all their parts in one text; none: what differs lies behind them. */
export function differingFiles(
  before: readonly CommandFile[],
  now: readonly CommandFile[],
): readonly { readonly file: string; readonly before: string; readonly now: string }[] {
  const whole = (files: readonly CommandFile[], name: string): string =>
    files
      .filter((f) => f.file === name)
      .map(({ text, cut }) => (cut === 0 ? text : `${text}\n… and ${cut} more characters`))
      .join('\n')
  return [...new Set([...before, ...now].map((f) => f.file))]
    .map((file) => ({ file, before: whole(before, file), now: whole(now, file) }))
    .filter((f) => f.before !== f.now)
}
