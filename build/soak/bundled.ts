import { build } from 'esbuild'
import { resolve } from 'node:path'

/** A soak's script in one file, so that its children start fast. Whoever asks removes it. */
export async function bundled(name: string): Promise<string> {
  const outfile = resolve(`node_modules/.cache/${name}-test-${process.pid}.mjs`)
  await build({
    entryPoints: [resolve(`build/soak/${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.18',
    packages: 'external',
  })
  return outfile
}
