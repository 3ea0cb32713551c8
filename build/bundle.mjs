/**
 * Bundles the app: main, preload, command line and workers with esbuild, then the window with vite.
 *   node build/bundle.mjs [--if-stale]
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './machine/machine.mjs'
import { packagesOf, writeNotices } from './packaging/notices.mjs'

const dist = path.join(root, 'dist')
const stamp = path.join(dist, 'bundled.json')

/** CommonJS has no import.meta.url; this gives the sources one, pointing at the bundle. */
const META_URL = "const __metaUrl = require('node:url').pathToFileURL(__filename).href;"
const withMetaUrl = { define: { 'import.meta.url': '__metaUrl' }, banner: { js: META_URL } }

/** Leaves a module out of a bundle: it is one of its own, read when it is asked for. */
const apart = (from, to) => ({
  name: `${to}-apart`,
  setup: (builder) =>
    builder.onResolve({ filter: new RegExp(`/${path.basename(from).replace('.', '\\.')}$`) }, (found) =>
      path.resolve(found.resolveDir, found.path) === path.join(root, from)
        ? { path: `./${to}`, external: true }
        : undefined,
    ),
})
/** A command that reaches the running app must not read the engine's code. */
const engineApart = apart('electron/cli/engine.ts', 'cli-engine.cjs')
/** A line for a prompt must not read the whole command. */
const commandApart = apart('electron/cli/main.ts', 'cli-main.cjs')
/** Who has no agent that speaks ACP does not read its library. */
const acpApart = apart('electron/machine/agents/acp/acp-client.ts', 'acp-client.cjs')
/** Nor the protocol of an agent's tools, who has none at work. */
const mcpApart = apart('electron/machine/mcp/http-handler.ts', 'mcp-http.cjs')
/** Nor the updater's, before somebody asks for a newer version. */
const updaterApart = apart('electron/desktop/updates/feed.ts', 'updater.cjs')
/** Nor the drill, who does not play it. */
const drillApart = apart('electron/cli/drill/drill.ts', 'cli-drill.cjs')
/** Nor the client of PostgreSQL, who has one machine. */
const hubApart = apart('electron/machine/hub/postgres.ts', 'hub.cjs')
/**
 * The library of the contract asks of each call whether it brought a FormData, and merely naming Node's own reads its
 * whole client for HTTP, at the window's first question. What calls take and answer is JSON: nothing makes a form.
 */
const NO_FORMS =
  "const NoFormData = class { constructor() { throw new Error('calls take and answer JSON, no form') } };"
const engineOptions = {
  define: { ...withMetaUrl.define, FormData: 'NoFormData' },
  banner: { js: `${META_URL}${NO_FORMS}` },
  plugins: [acpApart, mcpApart, hubApart],
}

const ENTRIES = [
  { from: 'electron/desktop/main.ts', to: 'main.cjs', options: withMetaUrl },
  // The icon in the tray must not wait for the engine's code, which main.cjs reads by itself.
  {
    from: 'electron/desktop/start.ts',
    to: 'app.cjs',
    options: {
      ...engineOptions,
      plugins: [...engineOptions.plugins, updaterApart],
      supported: { 'dynamic-import': false },
    },
  },
  { from: 'electron/desktop/preload.ts', to: 'preload.cjs', options: {} }, // sandboxed: it cannot require node:url
  // As a require: through `import()` Node would start its other loader first.
  {
    from: 'electron/cli/entry.ts',
    to: 'cli.cjs',
    options: {
      banner: { js: '#!/usr/bin/env node' },
      plugins: [commandApart],
      supported: { 'dynamic-import': false },
    },
    isCommand: true,
  },
  {
    from: 'electron/cli/main.ts',
    to: 'cli-main.cjs',
    options: { ...withMetaUrl, plugins: [engineApart, drillApart] },
  },
  { from: 'electron/cli/drill/drill.ts', to: 'cli-drill.cjs', options: withMetaUrl },
  { from: 'electron/cli/engine.ts', to: 'cli-engine.cjs', options: engineOptions },
  { from: 'electron/machine/agents/acp/acp-client.ts', to: 'acp-client.cjs', options: {} },
  { from: 'electron/machine/mcp/http-handler.ts', to: 'mcp-http.cjs', options: {} },
  { from: 'electron/machine/hub/postgres.ts', to: 'hub.cjs', options: {} },
  { from: 'electron/desktop/updates/feed.ts', to: 'updater.cjs', options: {} },
]

/** What can be in the bundle. A change in any of it makes the bundle stale. */
const SOURCES = [
  'electron',
  'shared',
  'renderer',
  'build/bundle.mjs',
  'build/vite.config.mjs',
  'build/packaging/notices.mjs',
  'build/icons',
  'package.json',
  'package-lock.json',
]

export const esbuildOptions = (entry) => ({
  entryPoints: [path.join(root, entry.from)],
  outfile: path.join(dist, entry.to),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.18',
  external: ['electron', '@photostructure/sqlite', 'node:*'],
  sourcemap: 'linked',
  legalComments: 'none',
  absWorkingDir: root,
  logLevel: 'warning',
  ...entry.options,
})

/** Entries that exist. A missing one that the app needs is an error with its name. */
export function presentEntries() {
  const missing = ENTRIES.filter((entry) => !existsSync(path.join(root, entry.from))).map(
    (entry) => entry.from,
  )
  return { entries: ENTRIES.filter((entry) => existsSync(path.join(root, entry.from))), missing }
}

export function copyIcons() {
  const icons = path.join(root, 'build/icons')
  if (existsSync(path.join(icons, 'tray')))
    cpSync(path.join(icons, 'tray'), path.join(dist, 'icons/tray'), { recursive: true })
  if (existsSync(path.join(icons, 'app.png')))
    cpSync(path.join(icons, 'app.png'), path.join(dist, 'icons/app.png'))
}

/** true: the bundle is complete. Otherwise the reason has been printed. */
export async function bundle({ ifStale = false } = {}) {
  if (ifStale && !isStale()) return true
  try {
    return await bundleAll()
  } catch (error) {
    if (!error.errors) console.error(error.message) // esbuild has printed its own
    return false
  }
}

async function bundleAll() {
  const began = Date.now()
  // before reading the sources: an edit during the build must leave the bundle stale
  const seen = fingerprint()
  mkdirSync(dist, { recursive: true })
  rmSync(stamp, { force: true })

  const { entries, missing } = presentEntries()
  const programs = await Promise.all(
    entries.map((entry) => build({ ...esbuildOptions(entry), metafile: true })),
  )
  const parts = programs.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  )
  for (const entry of entries) if (entry.isCommand) chmodSync(path.join(dist, entry.to), 0o755)
  if (existsSync(path.join(root, 'renderer/index.html'))) {
    const vite = await import('vite')
    const { default: config } = await import('./vite.config.mjs')
    const window = await vite
      .build({ configFile: false, ...config })
      .catch((error) => Promise.reject(new Error(error.message))) // it prints nothing itself
    parts.push(...partsOfWindow(window))
  } else missing.push('renderer/index.html')
  copyIcons()
  writeNotices(dist, packagesOf([...parts, ...packagesBesides()]))

  if (missing.length > 0) {
    console.error(`The bundle is not complete; not there yet: ${missing.join(', ')}`)
    return false
  }
  writeFileSync(stamp, JSON.stringify(seen))
  console.error(`Bundled in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return true
}

/** Packages whose parts no bundler names: what style sheets import, and what stays in node_modules. */
function packagesBesides() {
  const sheet = readFileSync(path.join(root, 'renderer/styles/app.css'), 'utf8')
  const imported = [...sheet.matchAll(/@import '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name)
  return [...imported, '@photostructure/sqlite', 'node-gyp-build'].map(
    (name) => `node_modules/${name}/package.json`,
  )
}

/** The files that scripts, style sheets and fonts of the window were made from. */
const partsOfWindow = ({ output }) =>
  output.flatMap((made) =>
    made.type === 'chunk'
      ? made.moduleIds
      : made.originalFileNames.map((name) => path.resolve(root, 'renderer', name)),
  )

function isStale() {
  if (!existsSync(stamp)) return true
  return JSON.stringify(fingerprint()) !== readFileSync(stamp, 'utf8')
}

/**
 * The newest change and the number of files: sees edits and new files by the first, removed files by the
 * second.
 */
function fingerprint() {
  let newestMs = 0
  let files = 0
  const visit = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) for (const name of readdirSync(file)) visit(path.join(file, name))
    else if (!/\.test\.tsx?$/.test(file)) {
      files++
      newestMs = Math.max(newestMs, stat.mtimeMs)
    }
  }
  for (const source of SOURCES) visit(path.join(root, source))
  return { newestMs, files }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const complete = await bundle({ ifStale: process.argv.includes('--if-stale') })
  process.exit(complete ? 0 : 1)
}
