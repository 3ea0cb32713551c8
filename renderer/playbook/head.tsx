import { Ellipsis, History, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'
import { EDITOR, GIT } from './copy.ts'
import { clockTime } from '../kit/time.ts'
import { statusOf, type EditorState } from './saving/editor-state.ts'

export type Layout = 'source' | 'both' | 'board'
export type Sheet =
  | 'dry-run'
  | 'history'
  | 'templates'
  | 'preview'
  | 'authors'
  | 'margin'
  | 'find'
  | 'find-all'
  | 'open'
  | 'git'

/** The word about text and file, what a beat costs, and what can be done with it. */
export function Head({
  state,
  chars,
  layout,
  fits,
  onLayout,
  margin,
  onSheet,
}: {
  state: EditorState
  chars: number
  layout: Layout
  fits: boolean
  onLayout: (layout: Layout) => void
  margin: boolean
  onSheet: (sheet: Sheet) => void
}): ReactNode {
  const status = statusOf(state)
  const words =
    status.kind === 'saving'
      ? EDITOR.saving
      : status.kind === 'saved'
        ? EDITOR.saved(clockTime(status.at))
        : EDITOR.notSaved(status.why)
  const isTrouble =
    status.kind === 'not saved' &&
    !([EDITOR.whyTyping, EDITOR.whyField, EDITOR.whyNew] as readonly string[]).includes(status.why)
  return (
    <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5 text-12 text-ink-3">
      <span
        role="status"
        aria-live="polite"
        className={
          'min-w-0 font-medium ' +
          `${isTrouble ? 'text-urgent' : status.kind === 'not saved' ? 'text-alert' : 'text-ink-2'}`
        }
      >
        {words}
      </span>
      <span className="tabular-nums">
        {(chars / 1000).toFixed(1)} kB · {EDITOR.cost(Math.ceil(chars / 4))}
      </span>
      <span className="ml-auto flex items-center gap-2">
        <span
          role="radiogroup"
          aria-label="View"
          title="Ctrl \"
          className="flex rounded-control border border-line bg-surface p-px"
        >
          {(['source', 'both', 'board'] as const)
            .filter((l) => fits || l !== 'both')
            .map((l) => (
              <button
                key={l}
                type="button"
                role="radio"
                aria-checked={layout === l}
                onClick={() => onLayout(l)}
                className={
                  'h-6.5 rounded-[5px] px-2.5 text-12 ' +
                  `${layout === l ? 'bg-accent-tint font-medium text-accent' : 'text-ink-2 hover:bg-hover'}`
                }
              >
                {EDITOR.view[l]}
              </button>
            ))}
        </span>
        <Button size="s" onClick={() => onSheet('dry-run')}>
          <ListChecks size={13} aria-hidden /> {EDITOR.dryRun}
        </Button>
        <Button size="s" onClick={() => onSheet('history')}>
          <History size={13} aria-hidden /> {EDITOR.history}
        </Button>
        <Menu
          trigger={
            <Button size="icon" aria-label={EDITOR.more}>
              <Ellipsis size={15} />
            </Button>
          }
          entries={[
            { label: EDITOR.preview, run: () => onSheet('preview') },
            { label: EDITOR.templates, run: () => onSheet('templates') },
            null,
            {
              label: margin ? `Hide: ${EDITOR.who.toLowerCase()}` : EDITOR.who,
              run: () => onSheet('margin'),
            },
            { label: EDITOR.whoList, run: () => onSheet('authors') },
            null,
            {
              label: EDITOR.findHere,
              keys: 'Mod+F',
              disabled: layout === 'board',
              run: () => setTimeout(() => onSheet('find')),
            },
            { label: EDITOR.findAll, keys: 'Mod+Shift+F', run: () => onSheet('find-all') },
            { label: GIT.menu, run: () => onSheet('git') },
            { label: EDITOR.openOutside, keys: 'Mod+Shift+E', run: () => onSheet('open') },
          ]}
        />
      </span>
    </div>
  )
}
