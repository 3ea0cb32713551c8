import path from 'node:path'
import { isOurScheme, linkAmong, parseDeepLink } from '../../shared/views/deep-link.ts'

/**
 * What the command line may ask of the app; everything else in it belongs to Chromium or to nobody, and is
 * ignored.
 */
interface Launch {
  readonly dataDir: string | undefined // undefined: none was named
  readonly refused: string | null // why nothing is started as it was asked for; null: it can be
  readonly demo: boolean
  readonly hidden: boolean // start in the tray, without a window
  readonly link: string | null // a threadbeat:// link that leads somewhere
}

export function readLaunch(argv: readonly string[]): Launch {
  // A link is somebody else's text: what a careless launcher made of its end is no wish of the person's.
  const linkAt = argv.findIndex(isOurScheme)
  const own = linkAt === -1 ? argv : argv.slice(0, linkAt)
  const dataDir = folderIn(own)
  return {
    dataDir,
    refused: dataDir === undefined || path.isAbsolute(dataDir) ? null : refusalOf(dataDir),
    demo: own.includes('--demo'),
    hidden: own.includes('--hidden'),
    link: linkAmong(argv),
  }
}

/** As on the command line, in one word or in two, of which Chromium knows but the one; the last one counts. */
function folderIn(argv: readonly string[]): string | undefined {
  let folder: string | undefined
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    if (word === '--data-dir') folder = argv[++i] ?? ''
    else if (word.startsWith('--data-dir=')) folder = word.slice('--data-dir='.length)
  }
  return folder
}

/** A relative folder would be another one at each start: a menu, a login and a terminal begin in different places. */
const refusalOf = (folder: string): string =>
  folder === ''
    ? '--data-dir names no folder. Give it a whole path, as in --data-dir=/home/you/threadbeat.'
    : `--data-dir needs a whole path, and “${folder}” is none.`

/** What a second start tells the first. */
export interface SecondStart {
  readonly hidden: boolean
  readonly link: string | null
}
/**
 * The link of a second start. The message comes from another process, so it is read again; null: none that
 * leads anywhere.
 */
export function linkOf(data: unknown): string | null {
  const link = typeof data === 'object' && data !== null ? (data as { link?: unknown }).link : null
  return typeof link === 'string' && parseDeepLink(link) !== null ? link : null
}
/** Whether a second start asks for the window; nothing in its message is believed but a yes or no. */
export const wantsWindow = (data: unknown): boolean =>
  !(typeof data === 'object' && data !== null && (data as { hidden?: unknown }).hidden === true)

/**
 * Where the window comes from in development: a server on this machine. null: from the bundle, as always in
 * packages.
 */
export function devServer(url: string | undefined, isPackaged: boolean): string | null {
  if (url === undefined || isPackaged) return null
  try {
    const { protocol, hostname, origin } = new URL(url)
    return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost')
      ? `${origin}/`
      : null
  } catch {
    return null
  }
}

/**
 * How a running app starts a second one with the demo fleet. Only what is named here is passed on: neither
 * the link nor the data folder of this start, nor what a debugger asked of it.
 */
export function demoStart(from: {
  isPackaged: boolean
  execPath: string
  appPath: string
  noSandbox: boolean
  env: Readonly<Record<string, string | undefined>>
}): { program: string; args: string[]; env: Record<string, string> } {
  const isOurs = (name: string): boolean =>
    name.startsWith('THREADBEAT_') || name === 'ELECTRON_RUN_AS_NODE' || name === 'NODE_OPTIONS'
  return {
    program: from.execPath,
    args: [...(from.noSandbox ? ['--no-sandbox'] : []), ...(from.isPackaged ? [] : [from.appPath]), '--demo'],
    env: Object.fromEntries(
      Object.entries(from.env).filter((e): e is [string, string] => e[1] !== undefined && !isOurs(e[0])),
    ),
  }
}
