import type { SettingsFileView, SettingsGeneration } from '../../../shared/contract/app.ts'
import type {
  BackupsView,
  BackupView,
  ExportView,
  ImportChoice,
  ImportPlan,
  PendingView,
} from '../../../shared/contract/archive.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { BackupAuthority } from '../../../shared/contract/authority.ts'

/**
 * Files dropped by scripts. Contract: never rejects; a file is either taken (deleted after acceptance) or
 * moved aside with a reason.
 */
export interface Inbox {
  /** Reads what lies there now, oldest first. */
  collect(): Promise<readonly InboxFile[]>
  /** false: the file could not be taken away and still lies there. */
  accept(file: InboxFile): Promise<boolean>
  reject(file: InboxFile, reason: string): Promise<boolean>
  watch(changed: () => void): () => void
}
export interface InboxFile {
  readonly name: string
  readonly content: string | null // null: unreadable
  readonly version: string // tells this file from a later one of the same name
  readonly writtenAt: number // ms since 1970 with fractions, as its own time says, which anybody can set
}

/**
 * What lies beside the history: settings.json, backups, and what is done at the next start. Errors are
 * sentences.
 */
export interface Keeping {
  readonly settings: {
    change(change: Readonly<Record<string, unknown>>): Result<null, string>
    view(): SettingsFileView
    generations(): readonly SettingsGeneration[]
    restore(id: string): Result<null, string>
  }
  readonly backups: {
    list(): BackupsView
    make(): Promise<Result<BackupView, string>>
    /** What it would execute otherwise than now. */
    plan(name: string): Promise<Result<BackupAuthority, string>>
    /** `hash`: of the plan that a person confirmed. */
    restore(name: string, hash: string): Promise<Result<PendingView, string>>
  }
  readonly data: {
    exportTo(
      path: string,
      options: { readonly withSecrets: boolean; readonly force: boolean },
    ): Promise<Result<ExportView, string>>
    plan(
      path: string,
      map: readonly { readonly from: string; readonly to: string }[],
    ): Promise<Result<ImportPlan, string>>
    importFrom(
      path: string,
      map: readonly { readonly from: string; readonly to: string }[],
      how: {
        readonly choices: Readonly<Record<string, ImportChoice>>
        readonly withSettings: boolean
        readonly keepTrust: boolean
        readonly hash: string // of the plan that a person confirmed
      },
    ): Promise<Result<PendingView, string>>
    reset(what: 'history' | 'everything'): PendingView
    cancel(): void
  }
  readonly logFolder: string
  report(): Promise<string>
}

/** Long files, written piece by piece. What failed is a sentence that names the file. */
export interface LongFiles {
  /** Nothing stands at `path` before `finish`. */
  begin(path: string): Promise<Result<LongFile, string>>
}
export interface LongFile {
  write(text: string): Promise<Result<null, string>>
  finish(): Promise<Result<{ readonly bytes: number }, string>>
  /** Nothing stays of it. Never fails. */
  discard(): Promise<void>
}

/**
 * Whole outputs of runs that printed more than the history keeps of one. Contract: never throws and never
 * rejects; what cannot be written is not there, and a run never waits for it longer than the disk does.
 */
export interface RunOutputs {
  begin(id: RunId): RunOutput
  /** At most `limit` bytes from there on, and how many there are in all; null: none is kept of this run. */
  read(
    id: RunId,
    from: number,
    limit: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly total: number } | null>
  /** The file, for a program that shows it; null: none is kept. */
  pathOf(id: RunId): Promise<string | null>
  /** Runs of which one is kept. */
  list(): Promise<readonly RunId[]>
  remove(ids: readonly RunId[]): Promise<void>
}
export interface RunOutput {
  /** A promise: nothing more should come before it settles. */
  push(bytes: Uint8Array): Promise<void> | null
  /** Settles when all that came is written. */
  end(): Promise<void>
}

/**
 * decisions.md: the readable record of what was decided about suggestions. Lines are added and never changed; each is
 * chained to the one before it. Never rejects; errors are sentences that name the file.
 */
export interface DecisionsFile {
  readonly path: string
  /** null: nothing was written yet. */
  read(): Promise<Result<DecisionsRead | null, string>>
  /** One line each, beginning with "- ". */
  append(lines: readonly string[]): Promise<Result<null, string>>
}
export interface DecisionsRead {
  /** As they were added, as far as the chain holds. */
  readonly lines: readonly string[]
  /** Those behind the first break, without the ones that were changed. */
  readonly rest: readonly string[]
  /** Where it breaks, and how; null: it holds. */
  readonly problem: string | null
}
