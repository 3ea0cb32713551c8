import { implement } from '@orpc/server'
import type { PlaybookHits, ReplaceResult } from '../../../../shared/contract/playbook.ts'
import { contract } from '../../../../shared/contract/api.ts'
import { findPlaces, replacePlaces } from '../../../../shared/playbook/find.ts'
import { endingOf, splitLines } from '../../../../shared/playbook/lines.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { ApiContext } from '../handlers.ts'
import type { DocParts } from './doc.ts'

const HITS_SHOWN = 100 // of one file
const LINE_CHARS = 2000 // a longer line is shown from its beginning

/** One text in every thread's HEARTBEAT.md: found, and replaced file by file. */
export function findHandlers({ ports, store, engine, documents }: DocParts) {
  const os = implement(contract).$context<ApiContext>()
  const trusted = (): readonly Thread[] => store.threads.list().filter((t) => t.trustedAt !== null)

  async function replaceIn(
    thread: Thread | null,
    name: string,
    version: string,
    wanted: string,
    replacement: string,
    matchCase: boolean,
  ): Promise<Omit<ReplaceResult, 'threadId'>> {
    const failed = (why: string, state: 'failed' | 'conflict' = 'failed') => ({
      threadName: name,
      state,
      count: 0,
      why,
    })
    if (thread === null) return failed('this thread is not there, or not trusted, any more')
    const read = await ports.files.read(thread.repoPath)
    if (!read.ok) return failed(read.error.message)
    if (read.value.encoding !== 'utf-8')
      return failed('the file is not text in UTF-8, so it is left as it is')
    documents.versions.seen(thread, read.value.text)
    const changed = 'the file was changed since it was searched; search again to see how it is now'
    if (read.value.version !== version) return failed(changed, 'conflict')
    const count = findPlaces(read.value.text, wanted, matchCase).length
    const text = replacePlaces(read.value.text, wanted, replacement, matchCase)
    if (text === read.value.text) return { threadName: name, state: 'nothing', count: 0, why: null }
    const done = documents.versions.writing(thread, text, { author: 'you' })
    const written = await ports.files.write(thread.repoPath, text, version, read.value.encoding)
    done(written.ok)
    if (!written.ok)
      return written.error.code === 'file.conflict'
        ? failed(changed, 'conflict')
        : failed(written.error.message)
    engine.sources.edited(thread.id)
    engine.noteActivity(thread.id)
    await documents.refresh(thread.id)
    return { threadName: name, state: 'replaced', count, why: null }
  }

  return {
    search: os.doc.search.handler(async ({ input }) => {
      const files: PlaybookHits[] = []
      const unread: { threadName: string; why: string }[] = []
      let looked = 0
      for (const thread of trusted()) {
        const read = await ports.files.read(thread.repoPath)
        if (!read.ok) {
          if (read.error.code !== 'file.missing')
            unread.push({ threadName: thread.name, why: read.error.message })
          continue
        }
        looked++
        const hits = splitLines(read.value.text).flatMap((line, i) => {
          const text = line.slice(0, line.length - endingOf(line).length)
          return findPlaces(text, input.text, input.matchCase).map(({ from, to }) => ({
            line: i + 1,
            from,
            to,
            text: text.slice(0, LINE_CHARS),
          }))
        })
        if (hits.length > 0)
          files.push({
            threadId: thread.id,
            threadName: thread.name,
            version: read.value.version,
            hits: hits.slice(0, HITS_SHOWN),
            count: hits.length,
          })
      }
      return { files, looked, unread }
    }),
    replace: os.doc.replace.handler(async ({ input }) => {
      const results: ReplaceResult[] = []
      for (const { id, version } of input.files) {
        const thread = store.threads.get(id)
        results.push({
          threadId: id,
          ...(await replaceIn(
            thread?.trustedAt == null ? null : thread,
            thread?.name ?? id,
            version,
            input.text,
            input.with,
            input.matchCase,
          )),
        })
      }
      ports.log('debug', 'doc.edited', {
        replaced: results.filter((r) => r.state === 'replaced').length,
        of: results.length,
      })
      return results
    }),
  }
}
