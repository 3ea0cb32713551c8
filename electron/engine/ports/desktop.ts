import type { AutostartView, CommandLineView, UpdateView } from '../../../shared/contract/app.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { AlertId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Severity } from '../../../shared/base/severity.ts'

export interface Notice {
  readonly alertId: AlertId | null // null: a test, or a summary
  readonly threadId: ThreadId | null
  readonly runId: RunId | null
  readonly severity: Severity
  readonly title: string
  readonly body: string
  /** What it is about, where that is no thread: a newer one takes the place of an older one. */
  readonly tag?: string
  /** Where a click leads, where no run and no thread is named; absent: Today. */
  readonly place?: 'today' | 'inbox'
}

/**
 * Shows one notification, or has the person look at its thread already, which is as good. notify.unavailable,
 * notify.denied. Contract: never rejects.
 */
export interface Notifier {
  show(notice: Notice): Promise<Result<null, Fault>>
  /**
   * Takes back the banner of an alert, or of a tag, that may still stand there; silently. Absent: what was
   * shown cannot be taken back.
   */
  withdraw?(what: string): void
  /**
   * Whether the system's own Do Not Disturb is on, without waiting; null, or absent: it does not tell. What
   * it holds back it shows later, or never: that is its business.
   */
  doNotDisturb?(): boolean | null
}

/** A program that opens a folder; `files` is the system's own file manager. */
export interface Opener {
  readonly key: string
  readonly what: 'editor' | 'terminal' | 'files'
  readonly name: string
}

/** Whether the system starts the app at login; `on` is read back from the system. */
export interface Autostart {
  state(): AutostartView
  set(on: boolean): AutostartView
}

/** Newer copies of the app. Contract: never rejects; what went wrong is in the view. */
export interface Updates {
  view(): UpdateView
  /** Returns its end. */
  onChange(listener: () => void): () => void
  ask(channel: 'stable' | 'beta'): Promise<void>
  /** Loads what was found, or opens its page. */
  take(): void
  /** Ends the app in its ordinary way and starts what was loaded. */
  install(): Promise<void>
}

/**
 * The `threadbeat` command of the person's terminals. file.conflict: something else stands in its place;
 * file.write_failed. Contract: never rejects.
 */
export interface Launcher {
  /** `terminalFinds`: what a terminal that asks starts as `threadbeat`, which new terminals need not find. */
  state(terminalFinds?: string | null): Promise<CommandLineView>
  install(): Promise<Result<CommandLineView, Fault>>
  remove(): Promise<Result<CommandLineView, Fault>>
}

/** A line of a file in a folder that is opened. */
export interface FilePlace {
  readonly file: string // relative to the folder
  readonly line: number // from 1
}

/** What the desktop shell adds; absent when the engine runs without a window. */
export interface Shell {
  /** A file or folder in the program that opens such things; null: done, else why not. */
  openPath(path: string): Promise<string | null>
  /** null: cancelled. */
  chooseFile(what: 'save' | 'open', name: string): Promise<string | null>
  restart(): Promise<void>
  readonly updates: Updates
  readonly autostart: Autostart
  chooseFolders(): Promise<readonly string[]>
  reveal(path: string): Promise<void>
  /** Programs that can open a folder, as they are installed now. */
  openers(): Promise<readonly Opener[]>
  /** Starts one with the folder, without a shell. false: it could not be started. */
  openFolder(key: string, path: string, place?: FilePlace): Promise<boolean>
  openExternal(url: string): Promise<void>
  /** `link`: a threadbeat:// link to go to; null: where it is. */
  showWindow(link: string | null): Promise<void>
  quit(): Promise<void>
  /** A second instance with the demo fleet. */
  openDemo(): Promise<void>
  /**
   * Where the system keeps what apps may show. `whyNot`: why it cannot be opened, null: it can; `open`:
   * false, it could not be opened.
   */
  readonly notificationSettings: { whyNot(): Promise<string | null>; open(): Promise<boolean> }
  /**
   * Takes this key from every other program, in place of the one that was held; null: none. Returns null,
   * or why not: then the earlier one is still held.
   */
  takeGlobalShortcut(keys: string | null): string | null
}

/** Hands a finding to a person's own terminal. Contract: never rejects. */
export interface HandOver {
  readonly platform: NodeJS.Platform
  /** A private file with this text, and its folder. file.write_failed. */
  write(
    name: string,
    text: string,
  ): Promise<Result<{ readonly file: string; readonly folder: string }, Fault>>
  /**
   * Starts the program in a terminal in the folder; the arguments pass no shell. `file`: of `write`.
   * agent.spawn_failed: there is no terminal.
   */
  open(repoPath: string, argv: readonly string[], file: string): Promise<Result<null, Fault>>
}

/** What the system tells of itself, without waiting; null: it does not tell. */
export interface Power {
  onBattery(): boolean | null
  metered(): boolean | null
}
