import {
  memo,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Board } from './board/board.tsx'
import { ConflictView } from './conflict.tsx'
import type { Layout } from './head.tsx'
import type { LinesKnown } from './last-results.ts'
import { ProblemList } from './problem-list.tsx'
import type { Field } from './saving/fields.ts'
import type { Saving } from './saving/use-saving.ts'
import { problemsOf, type KnownFacts } from './source/problems.ts'
import { Source } from './source/source.tsx'
import type { SourceHandle } from './source/source-handle.ts'

/** The one text and how it is shown. */
export interface Editor {
  readonly saving: Saving
  readonly layout: Layout
  readonly margin: boolean // who wrote each line stands beside it
  readonly shown: string // the text, with line ends as they are shown
  readonly facts: KnownFacts
  readonly known: LinesKnown
}
interface BodyProps {
  readonly thread: Pick<ThreadView, 'id'>
  readonly editor: Editor
  readonly source: RefObject<SourceHandle | null>
  readonly settle: (text: string) => void
  readonly showLine: (line: number) => void
}

/** The text and its problems; before them a conflict, as long as nobody has settled it. */
export function Body({ thread, editor, source, settle, showLine }: BodyProps): ReactNode {
  const { saving, shown, facts } = editor
  const { state, tell } = saving
  const { client } = useBridge()
  // The board and the problems of a long list take longer than a key may: they follow once the hand rests.
  const late = useDeferredValue(shown)
  const problems = useMemo(() => problemsOf(late, facts), [late, facts])
  const isConflict = state.conflict !== null
  const body = useRef<HTMLDivElement>(null)
  useWayBack(body, source, isConflict)
  return (
    <>
      {state.conflict !== null && (
        <ConflictView
          conflict={state.conflict}
          onMerging={(text) => tell({ kind: 'merging', text })}
          onSettle={settle}
        />
      )}
      {/* The text stays, though it is not seen: whoever has settled the conflict goes on where they were. */}
      <div ref={body} className={isConflict ? '' : 'contents'} hidden={isConflict}>
        <TextAndBoard editor={editor} source={source} late={late} problems={problems} />
        <ProblemList
          problems={problems}
          onShow={showLine}
          onFix={(problem) => source.current?.fix(problem)}
          onSeen={({ line, print }) =>
            void attempt(client.doc.seen({ id: thread.id, lines: [{ line, print }] }))
          }
        />
      </div>
    </>
  )
}

/**
 * When a conflict is settled the field of the board that had the focus has it again, else the text, where the
 * cursor stood.
 */
function useWayBack(
  body: RefObject<HTMLElement | null>,
  source: BodyProps['source'],
  isConflict: boolean,
): void {
  const hadConflict = useRef(isConflict)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isConflict && !hadConflict.current) opener.current = document.activeElement
    if (hadConflict.current && !isConflict) {
      const field = opener.current
      if (field instanceof HTMLElement && field.matches('input, textarea') && body.current?.contains(field))
        field.focus()
      else source.current?.focus()
    }
    hadConflict.current = isConflict
  }, [body, source, isConflict])
}

/** Drawn anew only where what it shows is another. */
const LateBoard = memo(Board)

function TextAndBoard({
  editor: { saving, layout, margin, known },
  source,
  late,
  problems,
}: Pick<BodyProps, 'editor' | 'source'> & {
  late: string // as it was a moment ago, while somebody types
  problems: ReturnType<typeof problemsOf>
}): ReactNode {
  const { state, tell, save } = saving
  const handle = useCallback(() => source.current, [source])
  const onField = useCallback(
    (name: string, field: Field | null) => tell({ kind: 'field', name, field }),
    [tell],
  )
  return (
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
            <LateBoard
              text={late}
              problems={problems}
              results={known.results}
              source={handle}
              fields={state.fields}
              onField={onField}
            />
          </div>
        )}
      </div>
    </div>
  )
}
