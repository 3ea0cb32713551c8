import { build } from 'esbuild'

/** A program of our own that a test starts and kills, as one file. */
export const bundleProgram = (source: string, outfile: string): Promise<unknown> =>
  build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
