import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { DryRunDialog } from '../../wakes/dry-run.tsx'
import { AuthorsList } from './authors-list.tsx'
import { GitKeepDialog } from './git-keep.tsx'
import type { Sheet } from '../head.tsx'
import { Preview } from './preview.tsx'
import type { EditorState } from '../saving/editor-state.ts'
import { Templates } from './templates.tsx'
import { Versions } from './versions.tsx'

interface SheetsProps {
  readonly thread: ThreadView
  readonly sheet: Sheet | null // null: none is open
  readonly state: EditorState
  readonly shown: string
  readonly save: () => Promise<void>
  readonly onTake: (text: string) => void
  readonly onClose: () => void
}

/** What opens over the editor. */
export function Sheets({ thread, sheet, state, shown, save, onTake, onClose }: SheetsProps): ReactNode {
  switch (sheet) {
    case 'dry-run':
      return <DryRunDialog thread={thread} onClose={onClose} />
    case 'history':
      return <Versions thread={thread} current={shown} beforeRestore={save} onClose={onClose} />
    case 'templates':
      return (
        <Templates thread={thread} exists={state.exists} current={shown} onTake={onTake} onClose={onClose} />
      )
    case 'git':
      return <GitKeepDialog thread={thread} onClose={onClose} />
    case 'preview':
      return <Preview text={shown} onClose={onClose} />
    case 'authors':
      return <AuthorsList thread={thread} text={shown} onClose={onClose} />
    default:
      return null
  }
}
