import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../build/machine/machine.mjs'

/**
 * Each test begins with a data folder of its own, and would have the code of the app compiled anew: the first that was
 * open for long enough to keep what is compiled leaves it to all that follow. Emptied by each run of the tests.
 */
const KEPT = path.join(root, 'test-results', 'compiled')
const folderIn = (dataDir: string): string => path.join(dataDir, 'shell', 'compiled')

export function provideCompiled(dataDir: string): void {
  const folder = folderIn(dataDir)
  if (!existsSync(KEPT) || existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  cpSync(KEPT, folder, { recursive: true })
}

export function keepCompiled(dataDir: string): void {
  const folder = folderIn(dataDir)
  if (existsSync(KEPT) || !existsSync(folder) || readdirSync(folder).length === 0) return
  mkdirSync(path.dirname(KEPT), { recursive: true })
  const copy = mkdtempSync(`${KEPT}-`)
  try {
    cpSync(folder, copy, { recursive: true })
    renameSync(copy, KEPT) // refused where another worker was first
  } catch {
    rmSync(copy, { recursive: true, force: true })
  }
}
