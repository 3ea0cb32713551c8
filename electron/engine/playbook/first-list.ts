import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { seedText, type RepoTraits } from '../../../shared/playbook/templates/template.ts'
import { MASTER_NUMBER, masterOf } from '../../../shared/threads/master.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { HeartbeatText } from '../ports/repositories.ts'
import type { Store } from '../ports/store.ts'

// HEARTBEAT.md of a thread, and the first one where there is none.

/** What a first list is made from: the repository, and which thread is the master. */
interface FirstListParts {
  readonly ports: Ports
  readonly store: Pick<Store, 'threads'>
}

/**
 * HEARTBEAT.md as it stands, and nothing written: where there is none, `file` is null and `text` what would
 * be written. file.missing: git tracks it, so that it is not written over.
 */
export async function readOrDraft(
  thread: Thread,
  isTracked: boolean,
  parts: FirstListParts,
): Promise<Result<{ readonly text: string; readonly file: HeartbeatText | null }, Fault>> {
  const read = await parts.ports.files.read(thread.repoPath)
  if (read.ok) return ok({ text: read.value.text, file: read.value })
  if (read.error.code !== 'file.missing') return read
  if (isTracked)
    return err(
      fault(
        'file.missing',
        `HEARTBEAT.md of "${thread.name}" is tracked by git but missing from the folder; it is not written over`,
      ),
    )
  const text = await templateFor(thread, parts)
  return text.ok ? ok({ text: text.value, file: null }) : text
}

/**
 * HEARTBEAT.md as it stands; a missing one is written from the template and excluded (`isNew`), an existing one
 * never overwritten.
 */
export async function readOrCreate(
  thread: Thread,
  isTracked: boolean,
  parts: FirstListParts,
): Promise<Result<HeartbeatText & { readonly isNew: boolean }, Fault>> {
  const { ports } = parts
  const draft = await readOrDraft(thread, isTracked, parts)
  if (!draft.ok) return draft
  const { text, file } = draft.value
  if (file === null) return create(thread, text, ports)
  // A file that somebody else wrote must not show up in git status either; without the line the beat goes
  // on all the same.
  const excluded = isTracked ? null : await ports.repositories.exclude(thread.repoPath)
  if (excluded?.ok === false)
    ports.log('warn', 'exclude.failed', { threadId: thread.id, code: excluded.error.code })
  return ok({ ...file, isNew: false })
}

async function create(
  { repoPath }: Thread,
  text: string,
  { repositories, files }: Ports,
): Promise<Result<HeartbeatText & { readonly isNew: boolean }, Fault>> {
  const excluded = await repositories.exclude(repoPath)
  if (!excluded.ok)
    return err(
      fault(
        'file.write_failed',
        `HEARTBEAT.md was not created, because it would show up in git status: ${excluded.error.message}`,
      ),
    )
  const written = await files.write(repoPath, text, null)
  if (written.ok) return ok({ text, version: written.value, encoding: 'utf-8', isNew: true })
  // Somebody else created it in the same moment: theirs counts.
  if (written.error.code !== 'file.conflict') return written
  const theirs = await files.read(repoPath)
  return theirs.ok ? ok({ ...theirs.value, isNew: false }) : theirs
}

export async function templateFor(thread: Thread, parts: FirstListParts): Promise<Result<string, Fault>> {
  const traits = await traitsFor(thread, parts)
  return traits.ok ? ok(seedText(traits.value)) : traits
}

export async function traitsFor(
  thread: Thread,
  { ports, store }: FirstListParts,
): Promise<Result<RepoTraits, Fault>> {
  const facts = await ports.repositories.facts(thread.repoPath)
  if (!facts.ok) return facts
  const { defaultBranch, remote, hasGh, bare } = facts.value
  const master = masterOf(store.threads.list())
  const isMaster = master?.id === thread.id
  const masterNumber = master === null || isMaster ? null : MASTER_NUMBER // it never reports to itself
  return ok({ defaultBranch, remote, hasGh, bare, threadName: thread.name, masterNumber, isMaster })
}
