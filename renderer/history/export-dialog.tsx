import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { HistoryFilter } from '../../shared/history/history.ts'
import type { ExportFormat, ExportMessage } from '../../shared/history/export.ts'
import { messageOf } from '../client/attempt.ts'
import { bytes } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Pill } from '../kit/pill.tsx'
import { HISTORY_COPY as COPY } from './copy.ts'

type State =
  | { readonly kind: 'asking' }
  | ExportMessage
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'stopped' }

interface Export {
  readonly state: State
  readonly run: () => Promise<void>
  readonly stop: () => void
}
/** One at a time; it ends with the dialog. */
function useExport(filter: HistoryFilter, format: ExportFormat): Export {
  const { client } = useBridge()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  async function run(): Promise<void> {
    const mine = new AbortController()
    try {
      const { path } = await client.history.choose({ format })
      if (path === null) return
      running.current = mine
      setState({ kind: 'progress', rows: 0, of: 0 })
      for await (const step of await client.history.export({ filter, format, path }, { signal: mine.signal }))
        setState(step)
    } catch (cause) {
      setState(mine.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', why: messageOf(cause) })
    } finally {
      running.current = null
    }
  }
  const stop = (): void => {
    running.current?.abort()
    setState({ kind: 'stopped' })
  }
  return { state, run, stop }
}

/** Writes the rows of the filter into a file; closing it, or stopping, leaves nothing of it behind. */
export function ExportDialog({
  filter,
  total,
  onClose,
}: {
  filter: HistoryFilter
  total: string
  onClose: () => void
}): ReactNode {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { state, run, stop } = useExport(filter, format)
  const isRunning = state.kind === 'progress'
  return (
    <Dialog
      open
      onClose={onClose}
      title={COPY.exportTitle}
      description={COPY.exportText(total)}
      width={480}
      footer={
        isRunning ? (
          <Button look="danger" onClick={stop}>
            {COPY.exportStop}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{state.kind === 'done' ? 'Done' : 'Cancel'}</Button>
            {state.kind !== 'done' && (
              <Button look="primary" onClick={() => void run()}>
                {COPY.exportGo}
              </Button>
            )}
          </>
        )
      }
    >
      <div role="group" aria-label="Format" className="flex gap-1.5">
        <Pill pressed={format === 'csv'} onClick={() => !isRunning && setFormat('csv')}>
          {COPY.exportCsv}
        </Pill>
        <Pill pressed={format === 'jsonl'} onClick={() => !isRunning && setFormat('jsonl')}>
          {COPY.exportJson}
        </Pill>
      </div>
      <p className="mt-2 text-12 text-ink-3">{format === 'csv' ? COPY.exportSafe : ''}</p>
      <div role="status" className="mt-3 min-h-12 text-13">
        <Progress state={state} />
      </div>
    </Dialog>
  )
}

function Progress({ state }: { state: State }): ReactNode {
  switch (state.kind) {
    case 'asking':
      return null
    case 'progress':
      return (
        <>
          <p className="tabular-nums">{COPY.exportProgress(state.rows, state.of)}</p>
          <progress
            aria-label={COPY.exportTitle}
            className="mt-1 h-2 w-full"
            value={state.rows}
            max={Math.max(1, state.of)}
          />
        </>
      )
    case 'done':
      return (
        <p className="selectable break-all">{COPY.exportDone(state.rows, bytes(state.bytes), state.path)}</p>
      )
    case 'failed':
      return <p className="text-urgent">{state.why}</p>
    case 'stopped':
      return <p>{COPY.exportStopped}</p>
  }
}
