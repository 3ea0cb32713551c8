import { MergeView } from '@codemirror/merge'
import { EditorState, type EditorStateConfig } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import type { Conflict } from './saving/editor-state.ts'
import { playbookText } from './source/editor-setup.ts'
import { CONFLICT } from './copy.ts'
import { Source } from './source/source.tsx'
import type { SourceHandle } from './source/source-handle.ts'

/** Both changed the same place: nothing was written, a person decides. */
export function ConflictView({
  conflict: { mine, theirs, merged, conflicts },
  onMerging,
  onSettle,
}: {
  conflict: Conflict
  onMerging: (text: string) => void
  onSettle: (text: string) => void
}): ReactNode {
  const editor = useRef<SourceHandle>(null)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 [&>[role=status]]:mb-0">
      <Banner
        tone="amber"
        action={
          <span className="flex gap-2">
            <Button size="s" onClick={() => onSettle(mine)}>
              {CONFLICT.keepMine}
            </Button>
            <Button size="s" onClick={() => onSettle(theirs)}>
              {CONFLICT.takeTheirs}
            </Button>
            <Button size="s" onClick={() => editor.current?.showLine(1)}>
              Edit
            </Button>
            <Button size="s" look="primary" onClick={() => onSettle(merged)}>
              {CONFLICT.saveResult}
            </Button>
          </span>
        }
      >
        {CONFLICT.about(conflicts)}
      </Banner>
      <Both mine={mine} theirs={theirs} />
      <section
        aria-label="Result"
        className="flex min-h-60 flex-1 flex-col overflow-hidden rounded-card border border-line"
      >
        <div className="border-b border-line bg-surface px-3 py-1.5 text-11 font-medium text-ink-3">
          {CONFLICT.resultHead}
        </div>
        <div className="relative min-h-0 flex-1">
          <div className="absolute inset-0">
            <Source
              ref={editor}
              text={merged}
              readOnly={false}
              onChange={onMerging}
              label={CONFLICT.result}
            />
          </div>
        </div>
      </section>
    </div>
  )
}

function Both({ mine, theirs }: Pick<Conflict, 'mine' | 'theirs'>): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (frame.current === null) return
    const side = (doc: string, label: string): EditorStateConfig => ({
      doc,
      extensions: [
        playbookText,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      ],
    })
    const view = new MergeView({
      a: side(mine, CONFLICT.mine),
      b: side(theirs, CONFLICT.theirs),
      parent: frame.current,
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    return () => view.destroy()
  }, [mine, theirs])
  return (
    <section
      aria-label={CONFLICT.both}
      className="max-h-80 shrink-0 overflow-auto rounded-card border border-line bg-surface"
    >
      <div className="sticky top-0 z-10 grid grid-cols-2 border-b border-line bg-surface text-11 font-medium text-ink-3">
        <span className="px-3 py-1.5">Mine</span>
        <span className="border-l border-line px-3 py-1.5">{CONFLICT.theirsHead}</span>
      </div>
      <div ref={frame} />
    </section>
  )
}
