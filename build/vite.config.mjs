import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { root } from './machine/machine.mjs'

/** The development server needs inline scripts and a socket, which the window's content policy forbids. */
const laxDevelopment = {
  name: 'lax-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
}

/**
 * What a window needs before its first page is there, and what the large one reads when it has nothing else to do: each
 * in few files, since each file is asked for on its own, which costs more than reading it.
 */
const fewFiles = {
  debugName: 'few files',
  includeDependenciesRecursively: false, // or the small window would read all of the large one
  name(id, chunks) {
    const isFirstOf = (entry) => reachedFrom(entry, chunks, 'before it runs').has(id)
    if (id === WINDOW || id === POPOVER || isFirstOf(MAIN)) return null
    if (isFirstOf(START)) return 'first'
    if (isFirstOf(WINDOW)) return isFirstOf(POPOVER) ? 'both' : 'window'
    const isEverOf = (entry) => reachedFrom(entry, chunks, 'ever').has(id)
    return isEverOf(WINDOW) && !isEverOf(POPOVER) ? 'pages' : null
  },
}

/** What both windows read is asked for with the page, not when its first script runs. */
const asksAhead = {
  name: 'asks-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      ['first', 'both'].map((name) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileNamed(bundle, name)}` },
        injectTo: 'head',
      })),
  },
}

function fileNamed(bundle, name) {
  const chunk = Object.values(bundle).find((made) => made.type === 'chunk' && made.name === name)
  if (chunk === undefined) throw new Error(`no script of the window is named ${name}`)
  return chunk.fileName
}

const source = (name) => path.join(root, 'renderer', name)
const [MAIN, START, WINDOW, POPOVER] = ['main.tsx', 'start.tsx', 'app/app.tsx', 'popover/app.tsx'].map(source)
/** Read when they are opened, and not before. */
const LARGE = [source('playbook/editor.tsx')]
const reached = new Map()
/** The entry and what it imports: `when` 'ever': also later. */
function reachedFrom(entry, chunks, when) {
  const known = reached.get(`${when} ${entry}`)
  if (known) return known
  const found = new Set()
  for (const open = [entry]; open.length > 0; ) {
    const id = open.pop()
    if (found.has(id) || LARGE.includes(id)) continue
    found.add(id)
    const module = chunks.getModuleInfo(id)
    open.push(
      ...(module?.importedIds ?? []),
      ...(when === 'ever' ? (module?.dynamicallyImportedIds ?? []) : []),
    )
  }
  reached.set(`${when} ${entry}`, found)
  return found
}

export default defineConfig({
  root: path.join(root, 'renderer'),
  base: './', // the window is served by the app's own protocol, from wherever the app lies
  plugins: [react({ jsxImportSource: '#shown' }), tailwindcss(), laxDevelopment, asksAhead],
  cacheDir: path.join(root, 'node_modules/.cache/vite'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 5183, strictPort: false },
  build: {
    outDir: path.join(root, 'dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    sourcemap: true,
    // The window's content policy allows neither inline scripts nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Tailwind gives no source map for its CSS; nobody misses it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [fewFiles] } },
      onwarn: (warning, warn) => void (warning.code === 'SOURCEMAP_BROKEN' || warn(warning)),
    },
    chunkSizeWarningLimit: 2000, // loaded from disk, once
  },
})
