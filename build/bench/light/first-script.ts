import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../../machine/machine.mjs'
import type { Section } from './figure.ts'

/** What the window reads before it shows its first page; a test keeps it. */
export const firstScript: Section = () => {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'build/first-script.mjs')], {
    env,
    encoding: 'utf8',
  })
  const bytes = Number(/^window: ([\d,]+) bytes/m.exec(stdout)?.[1]?.replaceAll(',', ''))
  return Promise.resolve([
    {
      name: 'first script of the window, gzip',
      value: bytes / 1000,
      unit: 'KB',
      goal: 250,
      most: 250,
      from: 'npm run first-script',
    },
  ])
}
