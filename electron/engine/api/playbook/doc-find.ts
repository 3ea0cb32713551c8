import type { PlaybookHits, ReplaceResult } from '../../../../shared/contract/playbook.ts'
import { findPlaces, replacePlaces } from '../../../../shared/playbook/find.ts'
import { endingOf, splitLines } from '../../../../shared/playbook/lines.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { os } from '../parts.ts'
import { writeAs, type DocParts } from './doc-file.ts'

/** One text in every thread's HEARTBEAT.md: searched, and replaced file by file. */
export function findHandlers(parts: DocParts) {
  const { ports, store } = parts
  return {
    search: os.doc.search.handler(async ({ input }) => {
      const files: PlaybookHits[] = []
      const unread: { threadName: string; why: string }[] = []
      let looked = 0
      for (const thread of store.threads.list().filter((t) => t.trustedAt !== null)) {
        const read = await ports.files.read(thread.repoPath)
        if (!read.ok) {
          if (read.error.code !== 'file.missing')
            unread.push({ threadName: thread.name, why: read.error.message })
          continue
        }
        looked++
        const hits = hitsIn(read.value.text, input.text, input.matchCase)
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
    replace: os.doc.replace.handler(async ({ input: { files, ...wish } }) => {
      const results: ReplaceResult[] = []
      for (const { id, version } of files) {
        const thread = store.threads.get(id)
        const result =
          thread?.trustedAt == null
            ? failed('this thread is not there, or not trusted, any more')
            : await replaceIn(thread, version, wish, parts)
        results.push({ threadId: id, threadName: thread?.name ?? id, ...result })
      }
      ports.log('debug', 'doc.edited', {
        replaced: results.filter((r) => r.state === 'replaced').length,
        of: results.length,
      })
      return results
    }),
  }
}

const HITS_SHOWN = 100 // of one file
const LINE_CHARS = 2000 // a longer line is shown from its beginning

const hitsIn = (text: string, wanted: string, matchCase: boolean): PlaybookHits['hits'] =>
  splitLines(text).flatMap((line, i) => {
    const words = line.slice(0, line.length - endingOf(line).length)
    return findPlaces(words, wanted, matchCase).map(({ from, to }) => ({
      line: i + 1,
      from,
      to,
      text: words.slice(0, LINE_CHARS),
    }))
  })

type Replacement = Omit<ReplaceResult, 'threadId' | 'threadName'>

const failed = (why: string): Replacement => ({ state: 'failed', count: 0, why })
const CHANGED: Replacement = {
  state: 'conflict',
  count: 0,
  why: 'the file was changed since it was searched; search again to see how it is now',
}

interface Wish {
  readonly text: string
  readonly with: string
  readonly matchCase: boolean
}

/** `version`: of the file as it was searched. */
async function replaceIn(thread: Thread, version: string, wish: Wish, parts: DocParts): Promise<Replacement> {
  const read = await parts.ports.files.read(thread.repoPath)
  if (!read.ok) return failed(read.error.message)
  const { value: file } = read
  if (file.encoding !== 'utf-8') return failed('the file is not text in UTF-8, so it is left as it is')
  parts.documents.versions.seen(thread, file.text)
  if (file.version !== version) return CHANGED
  const count = findPlaces(file.text, wish.text, wish.matchCase).length
  const text = replacePlaces(file.text, wish.text, wish.with, wish.matchCase)
  if (text === file.text) return { state: 'nothing', count: 0, why: null }
  const written = await writeAs(thread, text, file, { author: 'you' }, parts)
  if (written.ok) return { state: 'replaced', count, why: null }
  return written.error.code === 'file.conflict' ? CHANGED : failed(written.error.message)
}
