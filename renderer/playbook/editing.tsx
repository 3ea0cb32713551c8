import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { DocView } from '../../shared/contract/playbook.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Banner } from '../kit/parts.tsx'
import { useFlagInView } from './flag-in-view.ts'
import { useWidth } from '../kit/use-width.ts'
import { EDITOR } from './copy.ts'
import { isMod, isOverAll } from '../kit/keys.ts'
import { useUi } from '../client/ui-state.ts'
import { DryRunDialog } from '../wakes/dry-run.tsx'
import { AuthorsList } from './authors-list.tsx'
import { Board } from './board/board.tsx'
import { ConflictView } from './conflict.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { isUnsaved } from './saving/editor-state.ts'
import type { Field } from './saving/fields.ts'
import { GitKeepDialog, GitOffer } from './git-keep.tsx'
import { Head, type Layout, type Sheet } from './head.tsx'
import { shownText } from './source/line-endings.ts'
import { Notices } from './notices.tsx'
import { Preview } from './preview.tsx'
import { ProblemList } from './problem-list.tsx'
import { problemsOf } from './source/problems.ts'
import { Source } from './source/source.tsx'
import type { SourceHandle } from './source/source-handle.ts'
import { Templates } from './templates.tsx'
import { useSaving } from './saving/use-saving.ts'
import { Versions } from './versions.tsx'

/** Below this the two views do not fit beside each other. */
const BOTH_FIT_PX = 760
const NONE: readonly never[] = []
/** Kept while the window lives. */
let chosen: Layout = 'both'

/** One text, one undo history: the source, the board, or both beside each other. */
export function Editing({
  thread,
  doc,
  trouble,
  onUnsaved,
}: {
  thread: ThreadView
  doc: DocView
  /** Why the file cannot be read any more; null: it can. */
  trouble: string | null
  onUnsaved: (unsaved: boolean) => void
}): ReactNode {
  const { client, api } = useBridge()
  const source = useRef<SourceHandle>(null)
  const { state, tell, save, settle, bringBack } = useSaving(thread, doc, source)
  const [wanted, setWanted] = useState<Layout>(chosen)
  const [frame, width] = useWidth<HTMLDivElement>()
  const fits = width === 0 || width >= BOTH_FIT_PX
  const layout: Layout = wanted === 'both' && !fits ? 'source' : wanted
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [margin, setMargin] = useState(false)
  const timings = useQuery(api.doc.timings.queryOptions({ input: { id: thread.id }, staleTime: 60_000 }))
  const authors = useQuery(
    api.doc.authors.queryOptions({ input: { id: thread.id }, staleTime: 5000, enabled: margin }),
  )
  const times = timings.data ?? NONE
  const shown = useMemo(() => shownText(state.text), [state.text])
  const problems = useMemo(() => problemsOf(shown, times), [shown, times])
  const isConflict = state.conflict !== null
  const unsaved = isUnsaved(state)
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])

  useEffect(() => {
    source.current?.timings(times)
  }, [times, isConflict])
  useEffect(() => {
    if (margin && authors.data !== undefined) source.current?.authors(authors.data)
  }, [margin, authors.data, isConflict])

  const onField = useCallback(
    (name: string, field: Field | null) => tell({ kind: 'field', name, field }),
    [tell],
  )
  const choose = (next: Layout): void => {
    chosen = next
    setWanted(next)
  }
  const showLine = (line: number): void => {
    if (layout === 'board') choose(fits ? 'both' : 'source')
    setTimeout(() => source.current?.showLine(line))
  }
  useFlagInView(shown, showLine)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isMod(event) || isOverAll(event)) return
      if (event.code === 'Backslash') choose(next(layout, fits))
      else if (event.shiftKey && event.key.toLowerCase() === 'e')
        void attempt(client.shell.openIn({ id: thread.id, what: 'editor' }))
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  const onSheet = (to: Sheet): void => {
    if (to === 'margin') setMargin(!margin)
    else if (to === 'find') source.current?.find()
    else if (to === 'find-all') useUi.getState().showFinding(true)
    else if (to === 'open') void attempt(client.shell.openIn({ id: thread.id, what: 'editor' }))
    else setSheet(to)
  }
  const take = (text: string): void => {
    setSheet(null)
    source.current?.take(text)
    if (text === state.text || !state.exists) void save(true)
  }
  return (
    <div ref={frame} className="flex min-h-105 flex-1 flex-col">
      <Head
        state={state}
        chars={state.text.length}
        layout={layout}
        fits={fits}
        onLayout={choose}
        margin={margin}
        onSheet={onSheet}
      />
      {trouble !== null && (
        <div className="[&>[role=status]]:mb-2">
          <Banner tone="amber" icon={<TriangleAlert size={16} aria-hidden />}>
            {EDITOR.trouble(trouble)}
          </Banner>
        </div>
      )}
      <DraftNotice thread={thread} state={state} onBring={bringBack} />
      <GitOffer
        thread={thread}
        isAlone={doc.exists && !doc.tracked && !unsaved && state.theirs === null && thread.running === null}
        onChoose={() => setSheet('git')}
      />
      <Notices
        thread={thread}
        state={state}
        tracked={doc.tracked}
        source={source}
        tell={tell}
        onSave={() => void save(true)}
      />
      {state.conflict !== null ? (
        <ConflictView
          conflict={state.conflict}
          onMerging={(text) => tell({ kind: 'merging', text })}
          onSettle={settle}
        />
      ) : (
        <>
          <div className="relative min-h-80 flex-1 overflow-hidden rounded-card border border-line">
            <div className={`absolute inset-0 grid ${layout === 'both' ? 'grid-cols-2' : 'grid-cols-1'}`}>
              {/* The source stays, also where it is not seen: it holds the text and its history. */}
              <div className={`min-w-0 ${layout === 'board' ? 'hidden' : ''} relative`}>
                <div className="absolute inset-0">
                  <Source
                    ref={source}
                    text={state.text}
                    readOnly={false}
                    label="HEARTBEAT.md"
                    margin={margin}
                    onBlur={() => void save()}
                    onSave={() => void save()}
                    onChange={(text) => tell({ kind: 'typed', text })}
                  />
                </div>
              </div>
              {layout !== 'source' && (
                <div className={`min-h-0 min-w-0 ${layout === 'both' ? 'border-l border-line' : ''}`}>
                  <Board
                    text={shown}
                    problems={problems}
                    source={() => source.current}
                    fields={state.fields}
                    onField={onField}
                  />
                </div>
              )}
            </div>
          </div>
          <ProblemList
            problems={problems}
            onShow={showLine}
            onFix={(problem) => source.current?.fix(problem)}
          />
        </>
      )}
      {sheet === 'dry-run' && <DryRunDialog thread={thread} onClose={() => setSheet(null)} />}
      {sheet === 'history' && (
        <Versions thread={thread} current={shown} beforeRestore={save} onClose={() => setSheet(null)} />
      )}
      {sheet === 'templates' && (
        <Templates
          thread={thread}
          exists={state.exists}
          current={shown}
          onTake={take}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'git' && <GitKeepDialog thread={thread} onClose={() => setSheet(null)} />}
      {sheet === 'preview' && <Preview text={shown} onClose={() => setSheet(null)} />}
      {sheet === 'authors' && <AuthorsList thread={thread} text={shown} onClose={() => setSheet(null)} />}
    </div>
  )
}

const next = (layout: Layout, fits: boolean): Layout => {
  if (layout === 'source') {
    if (fits) return 'both'
    return 'board'
  }
  if (layout === 'both') return 'board'
  return 'source'
}
