import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './machine/machine.mjs'

// In a process of its own: the libraries are bundled as the environment says, and tests have another one.
it('each window reads little before it shows its first page, and the large one little more after it', () => {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'build/first-script.mjs')],
    { env, encoding: 'utf8' },
  )
  expect(status, `${stdout}${stderr}`).toBe(0)
})
