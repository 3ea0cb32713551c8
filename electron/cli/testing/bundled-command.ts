import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../../../build/machine/machine.mjs'
import { isRunning } from '../../machine/disk/temporary.ts'

/** Below node_modules, where packages are found. One folder for each process that bundles. */
const FOLDER = path.join(root, 'node_modules/.cache/command-under-test')

const made = new Map<string, Promise<unknown>>()

/** Where `bundleCommand` puts it. */
export const bundleOf = (engine: boolean): string =>
  path.join(FOLDER, String(process.pid), engine ? 'whole' : 'without-engine', 'cli.cjs')

/**
 * Bundles the command, with the engine or without; once in a process, whose tests only start it. The next process that
 * bundles removes it, when this one is gone.
 */
export async function bundleCommand(engine: boolean): Promise<void> {
  const bundle = bundleOf(engine)
  let making = made.get(bundle)
  if (making === undefined) made.set(bundle, (making = make(bundle, engine)))
  await making
}

async function make(bundle: string, engine: boolean): Promise<void> {
  mkdirSync(path.dirname(bundle), { recursive: true })
  for (const pid of readdirSync(FOLDER))
    if (!isRunning(Number(pid)))
      rmSync(path.join(FOLDER, pid), { recursive: true, force: true, maxRetries: 3 })
  await build({
    entryPoints: [path.join(root, 'electron/cli/main.ts')],
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
}
