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

/** What a window needs before its first page is there: in few files, since each is asked for on its own. */
const firstFiles = {
  debugName: 'first files',
  includeDependenciesRecursively: false, // or the small window would read all of the large one
  name(id, chunks) {
    const isFor = (entry) => neededBy(entry, chunks).has(id)
    if (isFor('main.tsx') || !isFor('app/app.tsx') || id === source('app/app.tsx')) return null
    return isFor('popover/app.tsx') ? 'both' : 'window'
  },
}

const source = (name) => path.join(root, 'renderer', name)
const needed = new Map()
/** The entry and all that it imports before it runs. */
function neededBy(entry, chunks) {
  const known = needed.get(entry)
  if (known) return known
  const found = new Set()
  for (const open = [source(entry)]; open.length > 0; ) {
    const id = open.pop()
    if (found.has(id)) continue
    found.add(id)
    open.push(...(chunks.getModuleInfo(id)?.importedIds ?? []))
  }
  needed.set(entry, found)
  return found
}

export default defineConfig({
  root: path.join(root, 'renderer'),
  base: './', // the window is served by the app's own protocol, from wherever the app lies
  plugins: [react({ jsxImportSource: '#shown' }), tailwindcss(), laxDevelopment],
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
      output: { codeSplitting: { groups: [firstFiles] } },
      onwarn: (warning, warn) => void (warning.code === 'SOURCEMAP_BROKEN' || warn(warning)),
    },
    chunkSizeWarningLimit: 2000, // loaded from disk, once
  },
})
