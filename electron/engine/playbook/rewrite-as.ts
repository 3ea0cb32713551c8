import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { HeartbeatText } from '../ports/repositories.ts'
import type { Documents } from './documents.ts'
import { rewrite } from './edit-heartbeat.ts'
import type { Authorship } from './playbook-versions.ts'

interface Parts {
  readonly ports: Pick<Ports, 'files'>
  readonly documents: Documents
}

/** As `rewrite`; the text that was there and its author are among the versions, where anything changed. */
export async function rewriteAs<E>(
  thread: Thread,
  by: Authorship,
  { ports, documents }: Parts,
  change: (doc: HeartbeatDoc) => Result<HeartbeatDoc, E>,
): Promise<Result<HeartbeatText, Fault | E>> {
  let before = ''
  const written = await rewrite<E>(ports.files, thread.repoPath, (doc) => {
    before = serialize(doc)
    documents.versions.found(thread, before)
    return change(doc)
  })
  if (!written.ok || written.value.text === before) return written
  documents.versions.writing(thread, written.value.text, by)(true)
  documents.note(thread.id, parse(written.value.text), documents.facts(thread.id)?.tracked ?? false)
  return written
}
