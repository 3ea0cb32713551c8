import { type } from '@orpc/contract'
import * as z from 'zod'
import type {
  AutostartView,
  Check,
  CommandLineView,
  SettingsFileView,
  SettingsGeneration,
  UpdateView,
} from '../app.ts'
import {
  type BackupsView,
  type BackupView,
  type ExportView,
  IMPORT_CHOICES,
  type ImportPlan,
  type PendingView,
} from '../archive.ts'
import { OPEN_IN, type OpenerView } from '../threads.ts'
import type { BackupAuthority } from '../authority.ts'
import { parseDeepLink } from '../../views/deep-link.ts'
import { type Settings, settingsChangeSchema } from '../../settings/settings.ts'
import { base, threadId, path, nothing, pathMap } from './inputs.ts'

/** Of an `ArchiveAuthority` or a `BackupAuthority`. */
const agreement = z.string().regex(/^[0-9a-f]{32}$/)

export const appCalls = {
  settings: {
    /**
     * UNAVAILABLE: settings.json could not be written, or the global shortcut is not to be had; then
     * nothing is changed.
     */
    change: base.input(settingsChangeSchema).output(type<Settings>()),
    /** Built-in values again; without keys: of all settings that have a place in the window. */
    reset: base
      .input(z.strictObject({ keys: z.array(z.string().max(60)).max(200).optional() }))
      .output(type<Settings>()),
    file: base.output(type<SettingsFileView>()),
    /** What counted before, newest first. */
    generations: base.output(type<readonly SettingsGeneration[]>()),
    restore: base.input(z.strictObject({ id: z.string().max(40) })).output(type<Settings>()),
    /** In the program that opens such files. */
    openFile: base.output(nothing),
  },

  /** `terminalFinds`: what the terminal that asks starts as `threadbeat`; null or absent: nothing, or none asks. */
  doctor: base
    .input(z.strictObject({ terminalFinds: z.string().max(4096).nullable() }).optional())
    .output(type<readonly Check[]>()),

  testNotification: base.output(type<{ shown: boolean; why: string | null }>()),

  /** What only the desktop shell can do; UNAVAILABLE when the engine runs without a window. */
  shell: {
    chooseFolders: base.output(type<readonly string[]>()),
    reveal: base.input(z.strictObject({ id: threadId })).output(nothing),
    /**
     * What is installed to open a repository with; the one used last for the thread, or for any, comes
     * first.
     */
    openers: base.input(z.strictObject({ id: threadId.optional() })).output(type<readonly OpenerView[]>()),
    /** `with`: the key of an opener, remembered for this thread; absent: the first. */
    openIn: base
      .input(
        z.strictObject({
          id: threadId,
          what: z.enum(OPEN_IN),
          with: z.string().max(40).optional(),
          /** A terminal in a folder that is not trusted; else CONFLICT says why one is asked. */ anyway: z
            .boolean()
            .optional(),
          /** In an editor: HEARTBEAT.md as well, at this line (from 1) where the editor can be told one. */
          line: z.int().min(1).optional(),
        }),
      )
      .output(type<{ name: string }>()),
    openExternal: base.input(z.strictObject({ url: z.url({ protocol: /^https$/ }) })).output(nothing),
    showWindow: base
      .input(
        z
          .strictObject({
            link: z.string().refine((link) => parseDeepLink(link) !== null, 'this link leads nowhere'),
          })
          .optional(),
      )
      .output(nothing),
    quit: base.output(nothing),
    /** `whyNot`: why the system's notification settings cannot be opened from here; null: they can. */
    notificationSettings: base.output(type<{ readonly whyNot: string | null }>()),
    openNotificationSettings: base.output(nothing),
  },

  fleet: {
    /** Ticks at once, whatever failed before. */
    restart: base.output(type<{ halted: boolean }>()),
  },

  /**
   * A fleet of small pretend repositories in a window, a process and a data folder of its own; gone when it
   * is closed.
   */
  demo: { open: base.output(nothing) },

  backups: {
    list: base.output(type<BackupsView>()),
    make: base.output(type<BackupView>()),
    /** What it would execute or allow otherwise than the history that is there. */
    plan: base.input(z.strictObject({ name: z.string().max(100) })).output(type<BackupAuthority>()),
    /**
     * Done at the next start: the history must be nobody's. What is there now stays as a backup. `hash`: of
     * the plan that a person confirmed.
     */
    restore: base
      .input(z.strictObject({ name: z.string().max(100), hash: agreement, confirmed: z.literal(true) }))
      .output(type<PendingView>()),
  },

  data: {
    exportTo: base
      .input(
        z.strictObject({
          path,
          withSecrets: z.boolean().default(false),
          force: z.boolean().default(false),
          confirmed: z.literal(true),
        }),
      )
      .output(type<ExportView>()),
    /** Reads the zip to its end and says what an import would do; nothing changes. */
    importPlan: base.input(z.strictObject({ path, map: pathMap })).output(type<ImportPlan>()),
    /**
     * Done at the next start, as `restore`. `choices`: by the thread's id in the archive. `keepTrust`: only of
     * an archive that this data folder signed.
     */
    importFrom: base
      .input(
        z.strictObject({
          path,
          map: pathMap,
          choices: z.record(z.string().max(60), z.enum(IMPORT_CHOICES)),
          withSettings: z.boolean(),
          keepTrust: z.boolean(),
          hash: agreement,
          confirmed: z.literal(true),
        }),
      )
      .output(type<PendingView>()),
    /** At the next start; none touches a repository. Everything: from the window only. */
    reset: base
      .input(z.strictObject({ what: z.enum(['history', 'everything']), confirmed: z.literal(true) }))
      .output(type<PendingView>()),
    /** What waits for the next start is not done. */
    cancel: base.output(nothing),
    /** A place for a file, chosen in the system's dialog; null: cancelled. */
    choose: base
      .input(z.strictObject({ what: z.enum(['save', 'open']) }))
      .output(type<{ path: string | null }>()),
  },

  app: {
    autostart: base.output(type<AutostartView>()),
    setAutostart: base.input(z.strictObject({ on: z.boolean() })).output(type<AutostartView>()),
    commandLine: base.output(type<CommandLineView>()),
    /** CONFLICT: something else stands in its place, and stays. */
    installCommand: base.output(type<CommandLineView>()),
    removeCommand: base.output(type<CommandLineView>()),
    showLogs: base.output(nothing),
    /** Everything that helps to find a fault, without secrets and names of the home folder. */
    report: base.output(type<{ readonly text: string }>()),
    updates: base.output(type<UpdateView>()),
    /** Looks for a newer copy now; answers when it is known. */
    lookForUpdate: base.output(type<UpdateView>()),
    /** Loads what was found, or opens its page. */
    takeUpdate: base.output(type<UpdateView>()),
    /** Ends in the ordinary way, which asks while a beat runs, and starts what was loaded. */
    installUpdate: base.input(z.strictObject({ confirmed: z.literal(true) })).output(nothing),
    /** Ends and starts again; what waits for the next start is done then. */
    restart: base.input(z.strictObject({ confirmed: z.literal(true) })).output(nothing),
  },
}
