import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { test, type Page } from '@playwright/test'
import { root as checkout } from '../../build/machine/machine.mjs'
import { makeRepository } from '../../electron/host/repositories.ts'
import { DesktopBus } from './desktop-bus.ts'
import { launchApp, removeFolder, type LaunchedApp, type LaunchOptions } from './launch.ts'

const exec = promisify(execFile)
export const FLAGGED =
  '# Heartbeat\n\n## Urgent Flags\n- [ ] The certificate <b>expires</b> today\n\n## Quick Tasks\n- [ ' +
  '] Run `git status`\n'

/**
 * For a file of tests: the app on a desktop that is played on a private bus, with a folder and a data
 * folder for each test.
 */
export function desktopApp() {
  const at = { folder: '', dataDir: '' }
  let desktop: DesktopBus | null = null
  const launched: LaunchedApp[] = []

  test.beforeEach(() => {
    at.folder = mkdtempSync(path.join(tmpdir(), 'desktop-spec-'))
    at.dataDir = path.join(at.folder, 'data')
  })
  test.afterEach(async () => {
    for (const app of launched.splice(0)) await app.kill()
    await desktop?.stop()
    desktop = null
    await removeFolder(at.folder)
  })

  async function start(
    options: Omit<LaunchOptions, 'dataDir'> = {},
    bus: { tray?: boolean; notifier?: boolean } = {},
  ): Promise<{ app: LaunchedApp; desktop: DesktopBus }> {
    desktop ??= await DesktopBus.start(bus)
    const app = await launchApp({ desktop, dataDir: at.dataDir, ...options })
    launched.push(app)
    return { app, desktop }
  }

  /** The command line over the app's own socket; its exit code may well be 10 or 20. */
  async function cli(...args: readonly string[]): Promise<string> {
    const run = exec(process.execPath, [
      path.join(checkout, 'dist/cli.cjs'),
      '--data-dir',
      at.dataDir,
      ...args,
    ])
    return run.then(
      ({ stdout }) => stdout,
      (error: { stdout?: string; stderr?: string; code?: number }) => {
        if (error.code === 1 || error.code === 2) throw new Error(error.stderr)
        return error.stdout ?? ''
      },
    )
  }
  const status = async (): Promise<{
    problems: { code: string; text: string }[]
    threads: { name: string; state: string; last: { outcome: string; run: string } | null }[]
  }> => JSON.parse(await cli('status', '--json')) as Awaited<ReturnType<typeof status>>

  return {
    at,
    start,
    cli,
    status,
    /** Not the state: a due time that falls into the first seconds makes a thread wait again. */
    lastOutcome: async (): Promise<string | undefined> => (await status()).threads[0]?.last?.outcome,
    async addRepository(name: string, heartbeat?: string): Promise<string> {
      const { path: repository } = await makeRepository(path.join(at.folder, 'repositories'), name, 'clean')
      if (heartbeat !== undefined) writeFileSync(path.join(repository, 'HEARTBEAT.md'), heartbeat)
      await cli('add', repository, '--trust')
      return repository
    },
  }
}

export const windowCount = (app: LaunchedApp): Promise<number> =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
export const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash')
export const closeWindow = (app: LaunchedApp): Promise<void> =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
