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
      onwarn: (warning, warn) => void (warning.code === 'SOURCEMAP_BROKEN' || warn(warning)),
    },
    chunkSizeWarningLimit: 2000, // loaded from disk, once
  },
})
