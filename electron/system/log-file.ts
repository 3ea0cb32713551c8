import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Level, Log } from '../engine/ports.ts'

const ROTATE_BYTES = 5_000_000
const KEPT = 5
const ORDER: readonly Level[] = ['error', 'warn', 'info', 'debug']

/** Looks like a secret: long random words behind a telling name, or well-known prefixes. */
const SECRETS = /\b(?:gh[pousr]_|github_pat_|sk-|xox[abp]-|AKIA)[A-Za-z0-9_-]{10,}|((?:token|secret|password|authorization|api[_-]?key)["']?\s*[:=]\s*["']?)[^\s"',}]+/gi
export const redact = (line: string): string => line.replace(SECRETS, (_match, name: string | undefined) => `${name ?? ''}[redacted]`)

/**
 * One JSON object a line, newest file at `path`, five older ones beside it (path.1 … path.5). A log that cannot be written never
 * stops the app: the line is lost and the next one is tried again.
 */
export function logFile(path: string, level: Level = 'info', now: () => number = Date.now): Log {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let size = sizeOf(path)
  return (at, event, fields = {}) => {
    if (ORDER.indexOf(at) > ORDER.indexOf(level)) return
    const line = `${redact(JSON.stringify({ at: new Date(now()).toISOString(), level: at, event, ...fields }))}\n`
    try {
      if (size + line.length > ROTATE_BYTES) {
        for (let i = KEPT; i > 0; i--) rename(i === 1 ? path : `${path}.${i - 1}`, `${path}.${i}`)
        size = 0
      }
      appendFileSync(path, line, { mode: 0o600 })
      size += line.length
    } catch {
      size = sizeOf(path)
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // The older file does not exist yet.
  }
}
