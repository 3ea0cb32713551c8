import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { startDemo } from './demo.ts'

/** Makes files in one folder after the other, faster than they can be removed; ends with the folder. */
const WRITER = `
const { mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
console.log('writes')
for (let n = 0; Date.now() < Number(process.argv[2]); n++) {
  const at = join(process.argv[1], 'shell', String(n % 50))
  try { mkdirSync(at, { recursive: true }); writeFileSync(join(at, 'f' + n), '') } catch {}
}
`

it('a demo whose data folder is still written to does not keep the app from its end, and is gone soon', async () => {
  const demo = startDemo()
  mkdirSync(demo.dataDir, { recursive: true })
  const writer = spawn(process.execPath, ['-e', WRITER, demo.dataDir, String(Date.now() + 1500)])
  const ended = once(writer, 'exit')
  await once(writer.stdout, 'data')
  expect(() => demo.remove()).not.toThrow()
  await ended
  await vi.waitUntil(() => !existsSync(path.dirname(demo.dataDir)), { timeout: 60_000 })
})
