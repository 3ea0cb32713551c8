import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { root } from '../machine/machine.mjs'

/** A soak in one file, so that it starts fast again and again: its arguments begin behind `child`. */
export async function withSoakProgram<T>(
  name: string,
  use: (again: readonly string[]) => Promise<T>,
): Promise<T> {
  const outfile = path.join(
    root,
    'node_modules/.cache',
    `soak-${name.replaceAll('/', '-')}-${process.pid}.mjs`,
  )
  await build({
    entryPoints: [path.join(root, 'build/soak', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.18',
    packages: 'external',
  })
  try {
    return await use([process.execPath, outfile, 'child'])
  } finally {
    rmSync(outfile, { force: true })
  }
}
