import { Ellipsis, History, ListChecks } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
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

interface HeadProps {
  readonly state: EditorState
  readonly chars: number
  readonly isBeating: boolean
  readonly layout: Layout
  readonly fits: boolean
  readonly onLayout: (layout: Layout) => void
  readonly margin: boolean
  readonly onSheet: (sheet: Sheet) => void
}

/** The word about text and file, what a beat costs, and what can be done with it. */
export function Head({
  state,
  chars,
  isBeating,
  layout,
  fits,
  onLayout,
  margin,
  onSheet,
}: HeadProps): ReactNode {
  return (
    <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5 text-12 text-ink-3">
      <StatusWords state={state} />
      {/* In the place of something, so that nothing is pushed away from under a hand. */}
      {isBeating ? (
        <span title={EDITOR.beatOnHint}>{EDITOR.beatOn}</span>
      ) : (
        <span className="tabular-nums">
          {(chars / 1000).toFixed(1)} kB · {EDITOR.cost(Math.ceil(chars / 4))}
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        <Layouts layout={layout} fits={fits} onLayout={onLayout} />
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
          entries={entriesOf({ layout, margin, onSheet })}
        />
      </span>
    </div>
  )
}

type Status = ReturnType<typeof statusOf>
function wordsOf(status: Status): string {
  if (status.kind === 'saving') return EDITOR.saving
  if (status.kind === 'not saved') return EDITOR.notSaved(status.why)
  return status.at === null ? EDITOR.asSaved : EDITOR.saved(clockTime(status.at))
}

/** What is merely being typed is no trouble. */
const USUAL: readonly string[] = [EDITOR.whyTyping, EDITOR.whyField, EDITOR.whyNew]
const LOOK = { plain: 'text-ink-2', alert: 'text-alert', urgent: 'text-urgent' } as const
function toneOf(status: Status): keyof typeof LOOK {
  if (status.kind !== 'not saved') return 'plain'
  return USUAL.includes(status.why) ? 'alert' : 'urgent'
}

function StatusWords({ state }: { state: EditorState }): ReactNode {
  const status = statusOf(state)
  return (
    <span role="status" aria-live="polite" className={'min-w-0 font-medium ' + LOOK[toneOf(status)]}>
      {wordsOf(status)}
    </span>
  )
}

function Layouts({ layout, fits, onLayout }: Pick<HeadProps, 'layout' | 'fits' | 'onLayout'>): ReactNode {
  return (
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
  )
}

function entriesOf({
  layout,
  margin,
  onSheet,
}: Pick<HeadProps, 'layout' | 'margin' | 'onSheet'>): ComponentProps<typeof Menu>['entries'] {
  return [
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
  ]
}
