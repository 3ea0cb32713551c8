import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { AutostartView } from '../../../shared/contract/app.ts'
import { writeWholeFile } from '../disk/whole-file.ts'
import { readOwnTextSync } from '../disk/regular-file.ts'
import { ownImage } from '../process/own-command.ts'

/** What has to be known of this start; all of it can be made up in tests. */
export interface AutostartFacts {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly execPath: string
  readonly home: string
  readonly dataDirWords: readonly string[] // which name the data folder; empty: the plain one
  readonly env: Readonly<Record<string, string | undefined>>
}
/** How an app is started at login on a platform. */
type AutostartWay =
  // an autostart entry by the XDG rules
  | { readonly kind: 'entry'; readonly file: string; readonly argv: readonly string[] }
  | { readonly kind: 'electron'; readonly argv: readonly string[] }
  | { readonly kind: 'none'; readonly why: string }

/** An AppImage is mounted somewhere else at each start, so the entry names the image itself. */
export function autostartWay({
  platform,
  isPackaged,
  execPath,
  home,
  dataDirWords,
  env,
}: AutostartFacts): AutostartWay {
  if (!isPackaged)
    return {
      kind: 'none',
      why:
        'This is a checkout of the source, not an installed app: there is no program that would be ' +
        'there after the next login.',
    }
  if (platform === 'darwin' || platform === 'win32')
    return { kind: 'electron', argv: ['--hidden', ...dataDirWords] }
  if (platform !== 'linux')
    return { kind: 'none', why: `Threadbeat does not know how programs are started at login on ${platform}.` }
  // By the XDG rules a relative path counts as not set.
  const config =
    env['XDG_CONFIG_HOME'] !== undefined && path.posix.isAbsolute(env['XDG_CONFIG_HOME'])
      ? env['XDG_CONFIG_HOME']
      : path.posix.join(home, '.config')
  return {
    kind: 'entry',
    file: path.posix.join(config, 'autostart', 'threadbeat.desktop'),
    argv: [ownImage(env, execPath) ?? execPath, '--hidden', ...dataDirWords],
  }
}

/** The whole entry. Each argument is quoted by the rules of desktop entries. */
export const entryText = (argv: readonly string[]): string =>
  `[Desktop Entry]\nType=Application\nName=Threadbeat\nComment=Heartbeats for your local ` +
  `repositories\nExec=${argv.map(quoted).join(' ')}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n`

/**
 * Inside quotes four signs need a backslash, which the file's own strings double once more; a percent sign
 * is a field code.
 */
const quoted = (argument: string): string =>
  `"${argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** Whether an entry is in force: desktops switch one off by either key, or by hiding it. */
export function isEntryOn(text: string): boolean {
  const value = (key: string): string | null =>
    new RegExp(`^${key}\\s*=\\s*(.*?)\\s*$`, 'im').exec(text)?.[1]?.toLowerCase() ?? null
  return (
    /^\[Desktop Entry\]/m.test(text) &&
    value('Exec') !== null &&
    value('Hidden') !== 'true' &&
    value('X-GNOME-Autostart-enabled') !== 'false'
  )
}

/**
 * Autostart by an entry, as it stands on the disk. Throws what the system says when it cannot be written.
 */
export function entryAutostart({ file, argv }: Extract<AutostartWay, { kind: 'entry' }>): {
  state(): AutostartView
  set(on: boolean): AutostartView
} {
  const state = (): AutostartView => {
    const text = existsSync(file) ? readOwnTextSync(file) : null
    const on = text !== null && isEntryOn(text)
    const isOurs = text === null || text.split('\n').includes(`Exec=${argv.map(quoted).join(' ')}`)
    return {
      supported: true,
      on,
      text:
        on && !isOurs
          ? `${file} starts another copy of Threadbeat, or this one with another data folder. Switch it off and on to start this one.`
          : `By the entry ${file}; it starts without a window: in the tray, or minimised where there is none.`,
    }
  }
  return {
    state,
    set(on) {
      if (!on) rmSync(file, { force: true })
      else {
        mkdirSync(path.dirname(file), { recursive: true })
        writeWholeFile(file, entryText(argv), { mode: 0o644 })
      }
      return state()
    },
  }
}
