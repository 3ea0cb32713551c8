import { implement } from '@orpc/server'
import type { DocView, SaveResult } from '../../../../shared/contract/playbook.ts'
import { contract } from '../../../../shared/contract/api.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import { merge3 } from '../../../../shared/playbook/merge/merge.ts'
import { VERSION_MAX_CHARS } from '../../../../shared/playbook/versions.ts'
import { flagKey } from '../../../../shared/runs/judge.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { formatLocal } from '../../../../shared/base/time.ts'
import type { ApiContext, ApiParts } from '../handlers.ts'
import type { Documents } from '../../playbook/documents.ts'
import { editHeartbeat } from '../../playbook/edit-heartbeat.ts'
import { zoneOf } from '../../schedule/pace.ts'
import type { Authorship } from '../../playbook/playbook-versions.ts'
import type { Ports } from '../../ports/ports.ts'
import type { HeartbeatText } from '../../ports/repositories.ts'
import { templateFor } from '../../playbook/first-list.ts'
import { findHandlers } from './doc-find.ts'
import { docGitHandlers } from './doc-git.ts'
import { versionHandlers } from './doc-versions.ts'
import { faultOr, lookup, type ApiErrors } from '../lookup.ts'

export type DocParts = Pick<ApiParts, 'ports' | 'store' | 'engine' | 'documents'>
/** A file that others write all the time is tried so often. */
const TRIES = 5
type WriteErrors = Pick<ApiErrors, 'INVALID' | 'CONFLICT'>

/** HEARTBEAT.md, as a person reads and writes it. */
export function docHandlers(parts: DocParts) {
  const { ports, store, engine, documents } = parts
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { trustedOr } = lookup(store)

  /**
   * Saves what a person wrote: a change made outside meanwhile is merged, and a real conflict writes
   * nothing.
   */
  async function saveDoc(
    thread: Thread,
    mine: string,
    base: string,
    existed: boolean,
    errors: WriteErrors,
    tries = TRIES,
  ): Promise<SaveResult> {
    const current = await readSeen(thread, ports, documents, errors)
    if (current === null && existed) return { state: 'gone' }
    if (current !== null && current.encoding !== 'utf-8')
      throw errors.INVALID({
        message:
          'HEARTBEAT.md is not UTF-8 text any more, so nothing was written. Your text is still in the editor.',
      })
    const theirs = current?.text ?? ''
    const untouched = current === null || theirs === base || theirs === mine
    const merge = untouched ? { text: mine, conflicts: [] } : merge3(base, mine, theirs)
    if (merge.conflicts.length > 0)
      return {
        state: 'conflict',
        mine,
        theirs,
        merged: merge.text,
        version: current?.version ?? '',
        conflicts: merge.conflicts.length,
      }
    const written = await writeAs(thread, merge.text, current, { author: 'you' }, parts)
    // Somebody wrote between the reading and the writing: what they wrote is merged as well.
    if (!written.ok && written.error.code === 'file.conflict' && tries > 1)
      return saveDoc(thread, mine, base, existed, errors, tries - 1)
    if (!written.ok) throw faultOr(written.error, errors)
    ports.log('debug', 'doc.edited', { threadId: thread.id, merged: !untouched })
    return { state: untouched ? 'saved' : 'merged', text: merge.text, version: written.value }
  }

  return {
    read: os.doc.read.handler(({ input, errors }) => readDoc(trustedOr(input.id, errors), ports, errors)),
    save: os.doc.save.handler(({ input, errors }) =>
      saveDoc(trustedOr(input.id, errors), input.text, input.base, input.existed === true, errors),
    ),
    resolveFlag: os.doc.resolveFlag.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const day = formatLocal(clock.now(), zoneOf(thread, ports)).slice(0, 10)
      const edited = await editHeartbeat(ports.files, thread.repoPath, [
        { do: 'clearFlag', text: input.text },
        { do: 'appendNote', text: `Resolved ${day}: ${input.text}` },
      ])
      if (!edited.ok) throw faultOr(edited.error, errors)
      documents.versions.writing(thread, edited.value.text, { author: 'you' })(true)
      store.alerts.resolve(thread.id, [flagKey(input.text)], clock.now())
      documents.note(thread.id, parse(edited.value.text), documents.facts(thread.id)?.tracked ?? false)
      engine.tick()
      return null
    }),
    remove: os.doc.remove.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const current = await readSeen(thread, ports, documents, errors)
      if (current !== null) refuseUnkept(current, 'nothing was deleted', errors)
      const removed = await ports.files.remove(thread.repoPath, input.version)
      if (!removed.ok) throw faultOr(removed.error, errors)
      parts.engine.sources.edited(thread.id)
      await documents.refresh(thread.id)
      return null
    }),
    ...versionHandlers(parts),
    ...findHandlers(parts),
    ...docGitHandlers(parts),
  }
}

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
  engine.sources.edited(thread.id)
  engine.noteActivity(thread.id)
  await documents.refresh(thread.id)
  return written
}

/** HEARTBEAT.md as it stands; where there is none, what would be written. */
export async function readDoc(thread: Thread, ports: Ports, errors: WriteErrors): Promise<DocView> {
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  const read = await ports.files.read(thread.repoPath)
  const exists = read.ok || read.error.code !== 'file.missing'
  if (!read.ok && exists) throw faultOr(read.error, errors)
  const text = read.ok
    ? read.value.text
    : await templateFor(thread, ports).then((t) => {
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
