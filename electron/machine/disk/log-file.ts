import { appendFileSync, closeSync, constants, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { redactSecrets } from '../../../shared/base/secrets/redactor.ts'
import type { Level, Log } from '../../engine/ports/ports.ts'
import { homeFolder } from './data-dir.ts'

const ROTATE_BYTES = 5_000_000
const OLDER_KEPT = 4
/** A named pipe in its place is an error, not something to wait at. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)
const ORDER: readonly Level[] = ['error', 'warn', 'info', 'debug']

/** Without credentials, and without the name of the home folder: it is often a person's own. */
export function redact(line: string, home: string = homeFolder()): string {
  const clean = redactSecrets(line)
  if (home.length < 4) return clean // "/" or "C:\" is nobody's
  const inJson = JSON.stringify(home).slice(1, -1)
  return [...new Set([inJson, home])].reduce(
    (text, path) =>
      text.replaceAll(new RegExp(`${path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`, 'g'), '~'),
    clean,
  )
}

/**
 * One JSON object a line, newest file at `path`, four older ones beside it (path.1 … path.4), each at most
 * 5 MB. A log that cannot be written never stops the app: the line is lost and the next one is tried again.
 */
export function logFile(
  path: string,
  level: Level | (() => Level) = 'info',
  now: () => number = Date.now,
): Log {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let size = sizeOf(path)
  return (at, event, fields = {}) => {
    if (ORDER.indexOf(at) > ORDER.indexOf(typeof level === 'function' ? level() : level)) return
    const line = `${redact(JSON.stringify({ at: new Date(now()).toISOString(), level: at, event, ...fields }))}\n`
    try {
      if (size + line.length > ROTATE_BYTES) {
        for (let i = OLDER_KEPT; i > 0; i--) rename(i === 1 ? path : `${path}.${i - 1}`, `${path}.${i}`)
        size = 0
      }
      append(path, line)
      size += line.length
    } catch {
      size = sizeOf(path)
    }
  }
}

function append(path: string, line: string): void {
  const file = openSync(path, APPEND, 0o600)
  try {
    appendFileSync(file, line)
  } finally {
    closeSync(file)
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
