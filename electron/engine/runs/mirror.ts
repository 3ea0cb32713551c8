import { ok } from '../../../shared/base/result.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import { applyFitting, rewrite } from '../playbook/edit-heartbeat.ts'
import { stillOn, type Ended } from './context.ts'

/** Writes stamps, ticks and settled work into HEARTBEAT.md, if it is still the app's to write. */
export async function mirror({ begun, mirror: shown }: Ended): Promise<void> {
  if (shown === null) return
  const { run, thread, context } = begun
  const { ports, store, documents } = context
  // A person may have removed the thread, taken the trust back or put the file under git while the run went
  // on.
  const current = store.threads.get(thread.id)
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  stillOn(begun)
  if (current === null || current.trustedAt === null || !tracked.ok || tracked.value) return
  const written = await rewrite<never>(ports.files, thread.repoPath, (doc) => {
    // What came since the agent ended is somebody else's, and no part of what the app writes now.
    documents.versions.found(thread, serialize(doc))
    return ok(applyFitting(doc, shown.edits))
  })
  if (!written.ok) {
    const { code } = written.error
    ports.log('warn', 'file.conflicted', { threadId: thread.id, runId: run.id, code })
    return
  }
  const news = shown.stamps.filter((tier) => !current.tiers[tier].mirrored)
  if (news.length > 0) store.runs.noteMirrored(thread.id, news)
  documents.versions.writing(thread, written.value.text, { author: 'run', runId: run.id })(true)
  documents.note(thread.id, parse(written.value.text), false, 'run')
}
