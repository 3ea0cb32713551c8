import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { joinSilentHub } from '../../machine/hub/testing/silent-hub.ts'
import { startChild, type Started } from '../drill/command.ts'
import { bundleCommand, bundleOf } from './bundled-command.ts'

/**
 * The real command, bundled, as a child process with a data folder and a home of its own. Without the
 * engine it is for commands that only speak with a running app.
 */
export function commandUnderTest(name: string, { engine = true }: { engine?: boolean } = {}) {
  const bundle = bundleOf(engine)
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)))
  const dataDir = path.join(root, 'data')
  const env = { ...process.env, FORCE_COLOR: '', CI: '', THREADBEAT_DATA_DIR: '', HOME: root } as Record<
    string,
    string
  >
  const children = new Set<ChildProcess>()

  function start(args: readonly string[], cwd?: string, under: readonly string[] = []): Started {
    joinSilentHub(dataDir)
    const started = startChild([process.execPath, ...under, bundle, '--data-dir', dataDir, ...args], {
      env,
      cwd,
    })
    children.add(started.child)
    void started.ended.then(() => children.delete(started.child))
    return started
  }

  return {
    root,
    dataDir,
    bundle,
    env,
    start,
    bundled: () => bundleCommand(engine),
    gone(): void {
      for (const child of children) child.kill('SIGKILL')
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
