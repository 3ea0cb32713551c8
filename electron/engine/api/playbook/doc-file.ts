import type { Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { DocView } from '../../../../shared/contract/playbook.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import { VERSION_MAX_CHARS } from '../../../../shared/playbook/versions.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Documents } from '../../playbook/documents.ts'
import { templateFor } from '../../playbook/first-list.ts'
import type { Authorship } from '../../playbook/playbook-versions.ts'
import type { Ports } from '../../ports/ports.ts'
import type { HeartbeatText } from '../../ports/repositories.ts'
import { faultOr, type ApiErrors } from '../lookup.ts'
import type { ApiParts } from '../parts.ts'

// HEARTBEAT.md on disk, as a person's own hand reads and writes it.

export type DocParts = Pick<ApiParts, 'ports' | 'store' | 'engine' | 'documents'>
export type WriteErrors = Pick<ApiErrors, 'INVALID' | 'CONFLICT'>

/**
 * What is about to go must be among the versions; a text that cannot be kept there is the person's to move
 * away.
 */
export function refuseUnkept({ encoding, text }: HeartbeatText, done: string, errors: WriteErrors): void {
  if (encoding !== 'utf-8')
    throw errors.INVALID({
      message: `HEARTBEAT.md is not UTF-8 text, so it could not be kept as a version; ${done}.`,
    })
  if (text.length > VERSION_MAX_CHARS)
    throw errors.INVALID({
      message: `HEARTBEAT.md has ${text.length} characters; versions hold at most ${VERSION_MAX_CHARS}, so ${done}.`,
    })
}

/** The file as it stands, with whoever changed it on record; null: there is none. */
export async function readSeen(
  thread: Thread,
  ports: Ports,
  documents: Documents,
  errors: WriteErrors,
): Promise<HeartbeatText | null> {
  const current = await ports.files.read(thread.repoPath)
  if (!current.ok && current.error.code !== 'file.missing') throw faultOr(current.error, errors)
  if (!current.ok) return null
  if (current.value.encoding === 'utf-8') documents.versions.seen(thread, current.value.text)
  return current.value
}

/**
 * In the place of what was read, or of nothing; with its author on record. Returns the new version;
 * file.conflict: somebody wrote meanwhile.
 */
export async function writeAs(
  thread: Thread,
  text: string,
  over: HeartbeatText | null,
  by: Authorship,
  { ports, engine, documents }: DocParts,
): Promise<Result<string, Fault>> {
  if (over === null) {
    const excluded = await ports.repositories.exclude(thread.repoPath)
    if (!excluded.ok) return excluded
  }
  const done = documents.versions.writing(thread, text, by)
  const written = await ports.files.write(
    thread.repoPath,
    text,
    over?.version ?? null,
    over?.encoding ?? 'utf-8',
  )
  done(written.ok)
  if (!written.ok) return written
  documents.othersMoves.note(thread.id, parse(over?.text ?? ''), parse(text))
  engine.sources.edited(thread.id)
  engine.noteActivity(thread.id)
  await documents.refresh(thread.id)
  return written
}

/** HEARTBEAT.md as it stands; where there is none, what would be written. */
export async function readDoc(
  thread: Thread,
  { ports, store }: Pick<DocParts, 'ports' | 'store'>,
  errors: WriteErrors,
): Promise<DocView> {
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  const read = await ports.files.read(thread.repoPath)
  const exists = read.ok || read.error.code !== 'file.missing'
  if (!read.ok && exists) throw faultOr(read.error, errors)
  const text = read.ok
    ? read.value.text
    : await templateFor(thread, { ports, store }).then((t) => {
        if (!t.ok) throw faultOr(t.error, errors)
        return t.value
      })
  const doc = parse(text)
  return {
    text,
    version: read.ok ? read.value.version : '',
    doc,
    problems: doc.problems,
    exists,
    tracked: tracked.ok && tracked.value,
    encoding: read.ok ? read.value.encoding : 'utf-8',
  }
}
