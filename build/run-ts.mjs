/**
 * Runs a TypeScript file of this repository in plain Node, with the arguments after it.
 *   node build/run-ts.mjs FILE.ts [ARGUMENT…]
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './machine/machine.mjs'

const [file, ...given] = process.argv.slice(2)
if (!file) {
  console.error('usage: node build/run-ts.mjs FILE.ts [ARGUMENT…]')
  process.exit(2)
}
// Below node_modules, so that the packages, which stay outside the bundle, are found from there.
const folder = path.join(root, 'node_modules/.cache/run-ts')
const outfile = path.join(folder, `${path.basename(file).replace(/\.\w+$/, '')}-${process.pid}.mjs`)
mkdirSync(folder, { recursive: true })

/** Every source keeps its own address although all of them end up in one file. */
const ownAddresses = {
  name: 'own-addresses',
  setup: (builder) =>
    builder.onLoad({ filter: /\.m?[jt]sx?$/ }, ({ path: source }) => ({
      contents: readFileSync(source, 'utf8').replaceAll(
        /(?<!['"])import\.meta\.url/g,
        JSON.stringify(pathToFileURL(source).href),
      ),
      loader: source.endsWith('x') ? 'tsx' : 'ts',
    })),
}

const failed = await build({
  entryPoints: [path.resolve(file)],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  sourcemap: 'inline',
  jsx: 'automatic',
  jsxImportSource: '#shown',
  logLevel: 'warning',
  plugins: [ownAddresses],
}).then(
  () => false,
  () => true, // esbuild has printed what and where
)
if (failed) process.exit(1)

const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...given], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  rmSync(outfile, { force: true })
  process.exit(code ?? (signal ? 1 : 0))
})
