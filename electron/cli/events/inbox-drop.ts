import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { ensurePrivateDir } from '../../machine/disk/data-dir.ts'
import { writeWholeFile } from '../../machine/disk/whole-file.ts'
import type { EndedCommand } from '../../../shared/events/system-event.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { realPlace } from '../kit/find-thread.ts'

/** An event for an app that is not running. It is read when it starts, as somebody else's words. */
interface DroppedEvent {
  readonly to: number | string // a thread's number or name, or a folder in its repository
  readonly folder?: string // of a hook: its own thread comes before `to`
  readonly text: string
  readonly wake: 'now' | 'next'
  readonly urgent: boolean
  readonly source: 'cli' | 'command' | 'hook'
  readonly command?: EndedCommand
  readonly ref?: string // of one that may have been handed over as well
  readonly marker?: string // of the run in whose children the sender stands
}

/**
 * Puts the event into the inbox folder; readers never see half of it. The path of the file; throws what the
 * file system says.
 */
export function dropEvent(dataDir: string, event: DroppedEvent, now: Instant): string {
  const folder = ensurePrivateDir(path.join(ensurePrivateDir(dataDir), 'inbox'))
  const name = `event_${new Date(now).toISOString().replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`
  const file = path.join(folder, `${name}.json`)
  writeWholeFile(file, `${JSON.stringify({ ...event, trusted: false })}\n`)
  return file
}

/**
 * A thread as it was named on the command line, for a reader that knows numbers, names and folders, but no
 * beginnings of names.
 */
export function addressOf(name: string): number | string {
  if (/^[1-9]\d{0,8}$/.test(name)) return Number(name)
  if (name !== '.' && name !== '..' && !name.includes(path.sep)) return name
  return realPlace(name)
}
