import type { AuthorsView, PlaybookTemplate } from '../../../../shared/contract/playbook.ts'
import type { RepoTraits } from '../../../../shared/playbook/templates/template.ts'
import { restoredText, VERSIONS_KEPT } from '../../../../shared/playbook/versions.ts'
import type { LineAuthor } from '../../../../shared/playbook/line-authors.ts'
import {
  kindsOf,
  PLAYBOOK_KINDS,
  playbookText,
  READ_FILES,
  TELLING_FILES,
  withMissing,
  type RepoContents,
} from '../../../../shared/playbook/templates/templates.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { DAY } from '../../../../shared/base/time.ts'
import { os } from '../parts.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { writtenBy } from '../../playbook/advice/written-by.ts'
import { taskRecords } from '../../playbook/advice/task-records.ts'
import { traitsFor } from '../../playbook/first-list.ts'
import { readSeen, refuseUnkept, writeAs, type DocParts } from './doc-file.ts'
import { faultOr, lookup } from '../lookup.ts'

const BEATS_TIMED = 3
const RESULTS_BACK_MS = 30 * DAY
const RESULTS_OF = 12 // beats of each tier
const MOST_READ_BYTES = 200_000

/** What was in HEARTBEAT.md before, who wrote it, and what could be in it. */
export function versionHandlers(parts: DocParts) {
  const { ports, store, documents } = parts
  const { threadOr, trustedOr } = lookup(store)

  return {
    versions: os.doc.versions.handler(({ input, errors }) => ({
      versions: store.versions.list(threadOr(input.id, errors).id, VERSIONS_KEPT),
      limit: VERSIONS_KEPT,
    })),
    version: os.doc.version.handler(({ input, errors }) => {
      const found = store.versions.text(threadOr(input.id, errors).id, input.version)
      if (found === null)
        throw errors.NOT_FOUND({
          message: 'This version is not kept any more: newer ones have taken its place.',
        })
      return found
    }),
    restore: os.doc.restore.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const found = store.versions.text(thread.id, input.version)
      if (found === null)
        throw errors.NOT_FOUND({
          message:
            'This version is not kept any more: newer ones have taken its place. The file is as it was.',
        })
      const current = await readSeen(thread, ports, documents, errors)
      if (current !== null) refuseUnkept(current, 'nothing was put back', errors)
      const text = restoredText(found.text, current?.text ?? '')
      const version = await writeAs(
        thread,
        text,
        current,
        { author: 'restored', restoredFrom: found.info.id },
        parts,
      )
      if (!version.ok) throw faultOr(version.error, errors)
      ports.log('debug', 'doc.edited', { threadId: thread.id, restored: found.info.id })
      return { text, version: version.value }
    }),
    authors: os.doc.authors.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const text = (await readSeen(thread, ports, documents, errors))?.text ?? ''
      return authorsOf(thread, text, store)
    }),
    templates: os.doc.templates.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const traits = await traitsFor(thread, { ports, store })
      if (!traits.ok) throw faultOr(traits.error, errors)
      const current = (await readSeen(thread, ports, documents, errors))?.text ?? null
      return templatesFor(traits.value, await contentsOf(thread, ports), current)
    }),
    timings: os.doc.timings.handler(({ input, errors }) =>
      store.tasks.times(threadOr(input.id, errors).id, BEATS_TIMED),
    ),
    results: os.doc.results.handler(({ input, errors }) => {
      const { id, trustedAt } = threadOr(input.id, errors)
      if (trustedAt === null) return []
      // What beats found before it was trusted anew may be of another repository at the same place.
      const since = Math.max(trustedAt, ports.clock.now() - RESULTS_BACK_MS)
      return store.tasks.lastResults(id, since, RESULTS_OF)
    }),
    records: os.doc.records.handler(({ input, errors }) => taskRecords(trustedOr(input.id, errors), parts)),
  }
}

/** Who wrote each line: an index into the authors; -1: nobody that is on record. */
function authorsOf({ id }: Thread, text: string, store: Pick<Store, 'versions'>): AuthorsView {
  const authors: LineAuthor[] = []
  const lines = writtenBy(id, text, store).map((line) => {
    if (line === null) return -1
    const at = authors.findIndex((a) => a.at === line.at && a.author === line.author)
    return at === -1 ? authors.push(line) - 1 : at
  })
  return { text, authors, lines }
}

/** Those that fit come first. `current`: HEARTBEAT.md as it stands; null: there is none. */
function templatesFor(
  traits: RepoTraits,
  contents: RepoContents,
  current: string | null,
): readonly PlaybookTemplate[] {
  const fits = new Map(kindsOf(contents).map(({ kind, because }) => [kind, because]))
  return [...fits.keys(), ...PLAYBOOK_KINDS.filter((k) => !fits.has(k))].map((kind) => {
    const text = playbookText(kind, traits, contents)
    const added = current === null ? text : withMissing(current, text)
    return { kind, because: fits.get(kind) ?? null, text, added }
  })
}

/**
 * Which telling files are there, and the words of those that are read; a file that cannot be read tells
 * only that it is there.
 */
async function contentsOf(thread: Thread, ports: Ports): Promise<RepoContents> {
  const files = new Set<string>()
  for (const name of TELLING_FILES)
    if ((await ports.repositories.attachment(thread.repoPath, name)) !== null) files.add(name)
  const texts: Partial<Record<(typeof READ_FILES)[number], string>> = {}
  for (const name of READ_FILES) {
    const bytes = files.has(name)
      ? await ports.repositories.readAttachment(thread.repoPath, name, MOST_READ_BYTES)
      : null
    if (bytes !== null) texts[name] = Buffer.from(bytes).toString('utf8')
  }
  return { files, texts }
}
