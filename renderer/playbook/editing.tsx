import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { KnownFacts } from './source/problems.ts'
import type { DocView } from '../../shared/contract/playbook.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Banner } from '../kit/parts.tsx'
import { useFlagInView } from './flag-in-view.ts'
import { EDITOR } from './copy.ts'
import { isMod, isOverAll } from '../kit/keys.ts'
import { useUi } from '../client/ui-state.ts'
import { DraftNotice } from './draft-notice.tsx'
import { isUnsaved, type EditorState } from './saving/editor-state.ts'
import { GitOffer } from './sheets/git-keep.tsx'
import { Head, type Sheet } from './head.tsx'
import { shownText } from './source/line-endings.ts'
import { useLinesKnown } from './last-results.ts'
import { Notices } from './notices.tsx'
import type { SourceHandle } from './source/source-handle.ts'
import { useSaving } from './saving/use-saving.ts'
import { Sheets } from './sheets/sheets.tsx'
import { Body, type Editor } from './text-and-board.tsx'
import { useLayout } from './use-layout.ts'

const NONE: readonly never[] = []
interface EditingProps {
  readonly thread: ThreadView
  readonly doc: DocView
  /** Why the file cannot be read any more; null: it can. */
  readonly trouble: string | null
  readonly onUnsaved: (unsaved: boolean) => void
}

/** One text, one undo history: the source, the board, or both beside each other. */
export function Editing({ thread, doc, trouble, onUnsaved }: EditingProps): ReactNode {
  const source = useRef<SourceHandle>(null)
  const saving = useSaving(thread, doc, source)
  const { state, tell, save, settle } = saving
  const { frame, layout, fits, choose, turn } = useLayout()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [margin, setMargin] = useState(false)
  const isConflict = state.conflict !== null
  const facts = useMargins(thread, source, { margin, isConflict })
  const known = useLinesKnown(thread)
  const shown = useMemo(() => shownText(state.text), [state.text])
  useEffect(() => source.current?.results(known), [known, shown, isConflict])
  useUnsaved(state, onUnsaved)
  const showLine = (line: number): void => {
    if (layout === 'board') choose(fits ? 'both' : 'source')
    setTimeout(() => source.current?.showLine(line))
  }
  useFlagInView(shown, showLine)
  const openOutside = useEditorKeys(thread, turn)
  const onSheet = (to: Sheet): void => {
    if (to === 'margin') setMargin(!margin)
    else if (to === 'find') source.current?.find()
    else if (to === 'find-all') useUi.getState().showFinding(true)
    else if (to === 'open') openOutside()
    else setSheet(to)
  }
  const take = (text: string): void => {
    setSheet(null)
    source.current?.take(text)
    if (text === state.text || !state.exists) void save(true)
  }
  const editor: Editor = { saving, layout, margin, shown, facts, known }
  return (
    <div ref={frame} className="flex min-h-105 flex-1 flex-col">
      <Head
        state={state}
        chars={state.text.length}
        isBeating={thread.running !== null}
        layout={layout}
        fits={fits}
        onLayout={choose}
        margin={margin}
        onSheet={onSheet}
      />
      {trouble !== null && <Trouble text={trouble} />}
      <DraftNotice thread={thread} state={state} onBring={saving.bringBack} />
      <GitOffer thread={thread} isAlone={isCalm(thread, doc, state)} onChoose={() => setSheet('git')} />
      <Notices
        thread={thread}
        state={state}
        tracked={doc.tracked}
        source={source}
        tell={tell}
        onSave={() => void save(true)}
      />
      <Body {...{ thread, editor, source, settle, showLine }} />
      <Sheets {...{ thread, sheet, state, shown, save }} onTake={take} onClose={() => setSheet(null)} />
    </div>
  )
}

/** Nothing else is to be said above the text. */
const isCalm = ({ running }: ThreadView, { exists, tracked }: DocView, state: EditorState): boolean =>
  exists && !tracked && !isUnsaved(state) && state.theirs === null && running === null

function useUnsaved(state: EditorState, onUnsaved: (unsaved: boolean) => void): void {
  const unsaved = isUnsaved(state)
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
}

/** Notes beside the lines: how long tasks take, and who wrote them where that is asked for. */
function useMargins(
  { id, doc }: ThreadView,
  source: RefObject<SourceHandle | null>,
  { margin, isConflict }: { readonly margin: boolean; readonly isConflict: boolean },
): KnownFacts {
  const { api } = useBridge()
  const timings = useQuery(api.doc.timings.queryOptions({ input: { id }, staleTime: 60_000 }))
  const authors = useQuery(api.doc.authors.queryOptions({ input: { id }, staleTime: 5000, enabled: margin }))
  const suspects = doc?.suspects.lines ?? NONE
  const found = useQuery(api.doc.records.queryOptions({ input: { id }, staleTime: 60_000 }))
  const facts = useMemo(
    () => ({ timings: timings.data ?? NONE, suspects, records: found.data ?? NONE }),
    [timings.data, suspects, found.data],
  )
  useEffect(() => {
    source.current?.facts(facts)
  }, [source, facts, isConflict])
  useEffect(() => {
    if (margin && authors.data !== undefined) source.current?.authors(authors.data)
  }, [source, margin, authors.data, isConflict])
  return facts
}

/** Gives what opens the file in the person's own editor, which has a key as well. */
function useEditorKeys({ id }: ThreadView, turn: () => void): () => void {
  const { client } = useBridge()
  const openOutside = (): void => void attempt(client.shell.openIn({ id, what: 'editor' }))
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isMod(event) || isOverAll(event)) return
      if (event.code === 'Backslash') turn()
      else if (event.shiftKey && event.key.toLowerCase() === 'e') openOutside()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return openOutside
}

const Trouble = ({ text }: { text: string }): ReactNode => (
  <div className="[&>[role=status]]:mb-2">
    <Banner tone="amber" icon={<TriangleAlert size={16} aria-hidden />}>
      {EDITOR.trouble(text)}
    </Banner>
  </div>
)
