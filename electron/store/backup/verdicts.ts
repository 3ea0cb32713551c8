import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { names } from './files.ts'

interface Checked {
  readonly bytes: number
  readonly mtimeMs: number
  readonly ok: boolean
}
const CHECKED = 'checked.json'
export function readChecked(folder: string): Readonly<Record<string, Checked | undefined>> {
  try {
    const file = path.join(folder, CHECKED)
    if (!statSync(file).isFile()) return {} // a named pipe would be waited at
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Checked>
  } catch {
    return {} // lost: they are looked at anew
  }
}
export function noteChecked(folder: string, name: string, isOk: boolean): void {
  try {
    const there = new Set(names(folder))
    const kept = Object.entries(readChecked(folder)).filter(([n]) => there.has(n))
    const { size, mtimeMs } = statSync(path.join(folder, name))
    const temporary = path.join(folder, `${CHECKED}.tmp`)
    writeFileSync(
      temporary,
      JSON.stringify({
        ...Object.fromEntries(kept),
        [name]: { bytes: size, mtimeMs, ok: isOk } satisfies Checked,
      }),
      { mode: 0o600 },
    )
    renameSync(temporary, path.join(folder, CHECKED))
  } catch {
    // Only a note: the next look finds out again.
  }
}
