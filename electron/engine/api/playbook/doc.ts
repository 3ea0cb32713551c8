import { parse } from '../../../../shared/playbook/doc.ts'
import { flagKey } from '../../../../shared/runs/judge/standing.ts'
import { NO_DOC } from '../../../../shared/views/doc-facts.ts'
import { formatLocal } from '../../../../shared/base/time.ts'
import { editHeartbeat } from '../../playbook/edit-heartbeat.ts'
import { exactTexts } from '../../playbook/advice/suspects.ts'
import { zoneOf } from '../../schedule/pace.ts'
import { faultOr, lookup } from '../lookup.ts'
import { os } from '../parts.ts'
import { readDoc, readSeen, refuseUnkept, type DocParts } from './doc-file.ts'
import { findHandlers } from './doc-find.ts'
import { docGitHandlers } from './doc-git.ts'
import { saveDraft } from './doc-save.ts'
import { versionHandlers } from './doc-versions.ts'

/** HEARTBEAT.md, as a person reads and writes it. */
export function docHandlers(parts: DocParts) {
  const { ports, store, engine, documents } = parts
  const { clock } = ports
  const { trustedOr } = lookup(store)

  return {
    read: os.doc.read.handler(({ input, errors }) => readDoc(trustedOr(input.id, errors), parts, errors)),
    save: os.doc.save.handler(({ input, errors }) =>
      saveDraft(trustedOr(input.id, errors), { ...input, existed: input.existed === true }, parts, errors),
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
      engine.sources.edited(thread.id)
      await documents.refresh(thread.id)
      return null
    }),
    suspects: os.doc.suspects.handler(async ({ input, errors }) => {
      const { id } = trustedOr(input.id, errors)
      await documents.refresh(id)
      return documents.facts(id)?.suspects ?? NO_DOC.suspects
    }),
    seen: os.doc.seen.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const text = (await readSeen(thread, ports, documents, errors))?.text ?? ''
      const texts = exactTexts(parse(text), input.lines)
      if (texts === null)
        throw errors.CONFLICT({
          message: 'HEARTBEAT.md has changed since these lines were shown. Look again.',
        })
      const found = new Map([...texts].map((one) => [one, 'seen' as const]))
      store.suspects.note(thread.id, { found, gone: [] }, clock.now())
      await documents.refresh(thread.id)
      return null
    }),
    ...versionHandlers(parts),
    ...findHandlers(parts),
    ...docGitHandlers(parts),
  }
}
