import type { HistoryFilter } from '../../../shared/history/history.ts'
import {
  exportPieces,
  unlistedText,
  type ExportFormat,
  type ExportMessage,
} from '../../../shared/history/export.ts'
import type { LongFiles } from '../ports/disk.ts'
import type { Store } from '../ports/store.ts'

interface ExportTask {
  readonly store: Pick<Store, 'history'>
  readonly files: LongFiles
  readonly filter: HistoryFilter
  readonly format: ExportFormat
  readonly path: string
  readonly limit: number // rows of one step
  readonly breath: () => Promise<void> // lets others in
  readonly of: number // rows, as far as known; for the progress
  readonly signal: AbortSignal | undefined
}
/** Steps between two breaths, and between two messages. */
const STEPS = 10

/**
 * Page by page into the file. When nobody listens any more the file is gone. None is written without the newest runs,
 * which is what there would be where the history cannot be written.
 */
export async function* exportRows({
  store,
  files,
  filter,
  format,
  path,
  limit,
  breath,
  of,
  signal,
}: ExportTask): AsyncGenerator<ExportMessage | { readonly kind: 'failed'; readonly why: string }> {
  const begun = await files.begin(path)
  if (!begun.ok) return yield { kind: 'failed', why: begun.error }
  const file = begun.value
  let isWhole = false
  let rows = 0
  let step = 0
  let text = ''
  try {
    for await (const piece of exportPieces((after) => store.history.page(filter, { after }, limit), format)) {
      if (signal?.aborted === true) return
      rows += piece.rows
      text += piece.text
      if (++step % STEPS !== 0) continue
      const written = await file.write(text)
      if (!written.ok) return yield { kind: 'failed', why: written.error }
      text = ''
      yield { kind: 'progress', rows, of: Math.max(of, rows) }
      await breath()
    }
    if (text !== '') {
      const written = await file.write(text)
      if (!written.ok) return yield { kind: 'failed', why: written.error }
    }
    if (signal?.aborted === true) return
    const { unlisted } = store.history.index(filter)
    if (unlisted > 0) return yield { kind: 'failed', why: unlistedText(unlisted) }
    const finished = await file.finish()
    if (!finished.ok) return yield { kind: 'failed', why: finished.error }
    isWhole = true
    yield { kind: 'done', rows, bytes: finished.value.bytes, path }
  } finally {
    if (!isWhole) await file.discard()
  }
}
