import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { resolveElectron } from '../../build/machine/electron-runtime.mjs'
import { root, sandboxArguments } from '../../build/machine/machine.mjs'
import { joinSilentHub } from '../../electron/machine/hub/testing/silent-hub.ts'
import { keepCompiled, provideCompiled } from './compiled.ts'
import type { DesktopBus } from './desktop-bus.ts'
import { untilAnswered } from './until-answered.ts'

export interface LaunchOptions {
  /** The desktop the app meets. Without one it has no tray host and no notifications. */
  readonly desktop?: DesktopBus
  /**
   * Where the app keeps its data. Given: the caller's, and it stays. Not given: a new one, removed by
   * close() and kill().
   */
  readonly dataDir?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A packaged app to start instead of this checkout. */
  readonly executable?: string
  /** It looks for a GPU also where there is none. */
  readonly looksForGpu?: boolean
  /** An app folder to start instead of this checkout. */
  readonly appFolder?: string
}

export interface LaunchedApp {
  readonly app: ElectronApplication
  readonly dataDir: string
  /** The first window, once there is one. A tray app may well start without. */
  window(): Promise<Page>
  /** What the app has printed since Playwright connected, for the message of a failing test. */
  output(): string
  /** Ends the app the orderly way, or the hard way when it does not go. */
  close(): Promise<void>
  /** As a crash or a power cut would. */
  kill(): Promise<void>
}

const CLOSE_MS = 15_000

/** Helpers of an app that has ended write for a moment longer: it is tried for ten seconds. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 14, retryDelay: 100 })

/** Starts the real app, in a profile of its own. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const electron = await resolveElectron({ quiet: true })
  const home = mkdtempSync(path.join(tmpdir(), 'threadbeat-e2e-'))
  const dataDir = options.dataDir ?? path.join(home, 'data')
  const sandbox = sandboxArguments(electron)
  joinSilentHub(dataDir)
  provideCompiled(dataDir)
  // what the `electron` package answers Playwright with
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = electron.distPath

  const app = await _electron.launch({
    args: [
      ...sandbox.args,
      ...(options.looksForGpu === true ? [] : graphics()),
      ...(options.executable ? [] : [options.appFolder ?? root]),
      ...(options.args ?? []),
    ],
    ...(options.executable && { executablePath: options.executable }),
    chromiumSandbox: sandbox.args.length === 0,
    cwd: root,
    env: {
      ...inherited(),
      ...display(),
      XDG_CONFIG_HOME: path.join(home, 'config'),
      XDG_CACHE_HOME: path.join(home, 'cache'),
      // Without a desktop: an address where nobody is, or the app would find the bus of whoever runs the
      // tests.
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/threadbeat-e2e',
      ...options.desktop?.env,
      THREADBEAT_DATA_DIR: dataDir,
      LC_ALL: 'en_GB.UTF-8', // times are written by the system's formats; whoever runs the tests may have others
      ...options.env,
    },
  })
  const evaluate = app.evaluate.bind(app) as (...given: unknown[]) => Promise<unknown>
  app.evaluate = untilAnswered(evaluate) as typeof app.evaluate
  const child = app.process()
  const printed: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

  return {
    app,
    dataDir,
    window: async () => app.windows()[0] ?? (await app.waitForEvent('window')),
    output: () => printed.join(''),
    close: async () => {
      const tooLate = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS)
      await app.close().catch(() => undefined)
      await ended
      clearTimeout(tooLate)
      keepCompiled(dataDir)
      await removeFolder(home)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      await removeFolder(home)
    },
  }
}

/**
 * A virtual display has no GPU. Chromium would look for one, give up and start its drawing over, and about one window in
 * a hundred then drew nothing any more.
 */
const graphics = (): readonly string[] => (display().DISPLAY === undefined ? [] : ['--disable-gpu'])

/** This worker's own, of those that `npm run e2e` started; with none started, the one that is there. */
export function display(): { readonly DISPLAY?: string } {
  const all = process.env['E2E_DISPLAYS']?.split(' ').filter((name) => name !== '') ?? []
  const own = all[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % all.length]
  return own === undefined ? {} : { DISPLAY: own }
}

/** The environment of the test run, without what would make the app behave as if it were a part of it. */
function inherited(): Record<string, string> {
  const isForeign = (name: string): boolean =>
    /^(npm_|ELECTRON_|NODE_|PW_|PLAYWRIGHT|VITEST|THREADBEAT_|DBUS_|WAYLAND_DISPLAY$)/.test(name)
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !isForeign(entry[0]),
    ),
  )
}
