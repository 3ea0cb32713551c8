import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Instant } from '../../../../shared/base/time.ts'

/** Where Chromium and Electron write what crashed. */
export const dumpFolder = (dataDir: string): string => path.join(dataDir, 'shell', 'crashes')

/** Minidumps, newest first. None where there was no crash, or where the folder cannot be read. */
export function dumpsIn(folder: string): readonly { readonly file: string; readonly at: Instant }[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => path.join(folder, name))
      .map((file) => ({ file, at: lstatSync(file).mtimeMs }))
      .sort((a, b) => b.at - a.at)
  } catch {
    return []
  }
}
