import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { root as checkout } from '../../../build/machine/machine.mjs'
import { startChild, type Started } from '../drill/command.ts'

/**
 * The real command, bundled, as a child process with a data folder and a home of its own. Without the
 * engine it is for commands that only speak with a running app.
 */
export function commandUnderTest(name: string, { engine = true }: { engine?: boolean } = {}) {
  // below node_modules, where packages are found
  const bundleDir = path.join(checkout, 'node_modules/.cache', name, String(process.pid))
  const bundle = path.join(bundleDir, 'cli.cjs')
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)))
  const dataDir = path.join(root, 'data')
  const env = { ...process.env, FORCE_COLOR: '', CI: '', THREADBEAT_DATA_DIR: '', HOME: root } as Record<
    string,
    string
  >
  const children = new Set<ChildProcess>()

  function start(args: readonly string[], cwd?: string, under: readonly string[] = []): Started {
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
    async bundled(): Promise<void> {
      mkdirSync(bundleDir, { recursive: true })
      await build({
        entryPoints: [path.join(checkout, 'electron/cli/main.ts')],
        outfile: bundle,
        bundle: true,
        format: 'cjs',
        platform: 'node',
        target: 'node20.18',
        external: ['@photostructure/sqlite', 'node:*', ...(engine ? [] : ['../engine.ts', './engine.ts'])],
        define: { 'import.meta.url': '__metaUrl' },
        banner: { js: "const __metaUrl = require('node:url').pathToFileURL(__filename).href;" },
        logLevel: 'error',
      })
    },
    gone(): void {
      for (const child of children) child.kill('SIGKILL')
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
      rmSync(bundleDir, { recursive: true, force: true })
    },
  }
}
