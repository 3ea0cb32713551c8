import { implement } from '@orpc/server'
import { contract, type DocView, type SaveResult } from '../../../shared/api.ts'
import { parse } from '../../../shared/heartbeat-doc.ts'
import { merge3 } from '../../../shared/heartbeat-merge.ts'
import { flagKey } from '../../../shared/judge.ts'
import type { Thread } from '../../../shared/thread.ts'
import type { ApiContext, ApiParts } from '../api.ts'
import { editHeartbeat } from '../edit-heartbeat.ts'
import type { Ports } from '../ports.ts'
import { templateFor } from '../run-edits.ts'
import { faultOr, lookup, type ApiErrors } from './lookup.ts'

/** HEARTBEAT.md, as a person reads and writes it. */
export function docHandlers({ ports, store, engine, documents, sources }: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'documents' | 'sources'>) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { trustedOr } = lookup(store)

  /** Saves what a person wrote: a change made outside meanwhile is merged, and a real conflict writes nothing. */
  async function saveDoc(thread: Thread, mine: string, base: string, errors: Pick<ApiErrors, 'INVALID' | 'CONFLICT'>): Promise<SaveResult> {
    const current = await ports.files.read(thread.repoPath)
    if (!current.ok && current.error.code !== 'file.missing') throw faultOr(current.error, errors)
    if (!current.ok) {
      const excluded = await ports.repositories.exclude(thread.repoPath)
      if (!excluded.ok) throw faultOr(excluded.error, errors)
    }
    const theirs = current.ok ? current.value.text : ''
    const version = current.ok ? current.value.version : null
    const untouched = !current.ok || theirs === base || theirs === mine
    const merge = untouched ? { text: mine, conflicts: [] } : merge3(base, mine, theirs)
    if (merge.conflicts.length > 0) return { state: 'conflict', mine, theirs, merged: merge.text, version: version ?? '', conflicts: merge.conflicts.length }
    const written = await ports.files.write(thread.repoPath, merge.text, version, current.ok ? current.value.encoding : 'utf-8')
    if (!written.ok) throw faultOr(written.error, errors)
    ports.log('debug', 'doc.edited', { threadId: thread.id, merged: !untouched })
    sources.edited(thread.id)
    engine.noteActivity(thread.id)
    await documents.refresh(thread.id)
    return { state: untouched ? 'saved' : 'merged', text: merge.text, version: written.value }
  }

  return {
    read: os.doc.read.handler(({ input, errors }) => readDoc(trustedOr(input.id, errors), ports, errors)),
    save: os.doc.save.handler(({ input, errors }) => saveDoc(trustedOr(input.id, errors), input.text, input.base, errors)),
    resolveFlag: os.doc.resolveFlag.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const edited = await editHeartbeat(ports.files, thread.repoPath, [{ do: 'clearFlag', text: input.text }, { do: 'appendNote', text: `Resolved ${day}: ${input.text}` }])
      if (!edited.ok) throw faultOr(edited.error, errors)
      store.resolveAlerts(thread.id, [flagKey(input.text)], clock.now())
      documents.note(thread.id, parse(edited.value.text), documents.facts(thread.id)?.tracked ?? false)
      engine.tick()
      return null
    }),
  }
}

/** HEARTBEAT.md as it stands; where there is none, what would be written. */
export async function readDoc(thread: Thread, ports: Ports, errors: Pick<ApiErrors, 'INVALID' | 'CONFLICT'>): Promise<DocView> {
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  const read = await ports.files.read(thread.repoPath)
  const exists = read.ok || read.error.code !== 'file.missing'
  if (!read.ok && exists) throw faultOr(read.error, errors)
  const text = read.ok ? read.value.text : await templateFor(thread, ports).then((t) => {
    if (!t.ok) throw faultOr(t.error, errors)
    return t.value
  })
  const doc = parse(text)
  return {
    text, version: read.ok ? read.value.version : '', doc, problems: doc.problems, exists, tracked: tracked.ok && tracked.value,
    encoding: read.ok ? read.value.encoding : 'utf-8',
  }
}
