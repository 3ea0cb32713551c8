import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import type { Level, Log } from '../../engine/ports/ports.ts'

const ROTATE_BYTES = 5_000_000
const OLDER_KEPT = 4
const ORDER: readonly Level[] = ['error', 'warn', 'info', 'debug']

/**
 * Looks like a secret: long random words behind a telling name or a scheme, well-known prefixes, and what
 * stands before the @ of an address.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 [redacted]'],
  [/\b(?:gh[pousr]_|github_pat_|sk-|xox[abp]-|AKIA|tb_)[A-Za-z0-9_-]{10,}/g, '[redacted]'],
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s:@"]{1,200}:[^/\s@"]{1,200}@/gi, '$1[redacted]@'],
  [
    /((?:token|secret|passw(?:or)?d|authorization|api[_-]?key|credential)s?(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?)(?!Bearer |Basic |\[redacted)[^\s"'\\,}]+/gi,
    '$1[redacted]',
  ],
]
/** Also the name of the home folder goes: it is often a person's own. */
export function redact(line: string, home: string = homedir()): string {
  const clean = SECRETS.reduce((text, [pattern, by]) => text.replace(pattern, by), line)
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
