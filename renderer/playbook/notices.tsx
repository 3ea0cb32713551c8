import { useQuery } from '@tanstack/react-query'
import { Info, RefreshCw, X } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { parse } from '../../shared/playbook/doc.ts'
import { playbookPrint } from '../../shared/playbook/print.ts'
import { merge3 } from '../../shared/playbook/merge/merge.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Diff } from '../kit/text/diff.tsx'
import { Banner } from '../kit/parts.tsx'
import { AUTHOR_WORD, EDITOR } from './copy.ts'
import { clockTime } from '../kit/time.ts'
import { lineDiff } from '../../shared/views/line-diff.ts'
import type { EditorEvent, EditorState, Theirs } from './saving/editor-state.ts'
import { shownText } from './source/line-endings.ts'
import type { SourceHandle } from './source/source-handle.ts'

/** What a person should know of the file while they write in it. */
export function Notices({
  thread,
  state,
  tracked,
  source,
  tell,
  onSave,
}: {
  thread: ThreadView
  state: EditorState
  tracked: boolean
  source: RefObject<SourceHandle | null>
  tell: (event: EditorEvent) => void
  onSave: () => void
}): ReactNode {
  return (
    <div className="[&>[role=status]]:mb-2">
      <OfFile state={state} onSave={onSave} />
      {/* Ticks and times that a beat writes are no change of the list: nobody is told of them. */}
      {state.theirs !== null && state.conflict === null && !isStampOnly(state.theirs) && (
        <TheirChange thread={thread} theirs={state.theirs} source={source} tell={tell} />
      )}
      {tracked && (
        <Banner tone="grey" icon={<Info size={16} aria-hidden />}>
          {EDITOR.tracked}
        </Banner>
      )}
    </div>
  )
}

function TheirChange({
  thread,
  theirs,
  source,
  tell,
}: {
  thread: ThreadView
  theirs: Theirs
  source: RefObject<SourceHandle | null>
  tell: (event: EditorEvent) => void
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const who = useWho(thread, theirs)
  const undo = (): void => {
    const now = source.current?.text() ?? shownText(theirs.after)
    const back = merge3(shownText(theirs.after), now, shownText(theirs.before))
    if (back.conflicts.length > 0) return void toast.error(EDITOR.cannotUndo)
    source.current?.take(back.text)
    tell({ kind: 'theirs-seen' })
  }
  return (
    <Banner
      tone="grey"
      icon={<RefreshCw size={15} aria-hidden />}
      action={
        <span className="flex items-center gap-2">
          <Button size="s" onClick={() => setOpen(true)}>
            {EDITOR.viewDiff}
          </Button>
          <Button size="s" onClick={undo}>
            {EDITOR.undoTheirs}
          </Button>
          <Button size="icon" look="ghost" aria-label="Dismiss" onClick={() => tell({ kind: 'theirs-seen' })}>
            <X size={14} />
          </Button>
        </span>
      }
    >
      {theirs.kind === 'merged'
        ? EDITOR.merged(who, clockTime(theirs.at))
        : EDITOR.updated(who, clockTime(theirs.at))}
      {isOpen && <DiffDialog theirs={theirs} who={who} onClose={() => setOpen(false)} />}
    </Banner>
  )
}

const FRESH_MS = 15_000
/** Who changed the list. What an item of the Work Queue came to makes no version: then it was a beat as well. */
function useWho({ id, last }: ThreadView, theirs: Theirs): string {
  const { api } = useBridge()
  const versions = useQuery(api.doc.versions.queryOptions({ input: { id } }))
  const author = versions.data?.versions.find((v) => v.author !== 'you')
  const isFresh = author !== undefined && Math.abs(author.at - theirs.at) < FRESH_MS
  // That the file was seen for the first time says nothing of who changed it since it stood in the editor.
  if (isFresh && author.author === 'start') return AUTHOR_WORD.other
  if (isFresh) return AUTHOR_WORD[author.author]
  return last !== null && theirs.at - last.finishedAt < FRESH_MS ? EDITOR.aBeat : AUTHOR_WORD.other
}

const isStampOnly = ({ before, after }: Theirs): boolean =>
  playbookPrint(parse(before)) === playbookPrint(parse(after))

function DiffDialog({
  theirs,
  who,
  onClose,
}: {
  theirs: Theirs
  who: string
  onClose: () => void
}): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      width={820}
      title={EDITOR.theirsTitle}
      description={`${who}, ${clockTime(theirs.at)}`}
      footer={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Diff text={lineDiff(shownText(theirs.before), shownText(theirs.after))} label={EDITOR.theirChange} />
    </Dialog>
  )
}

/** It could not be written, is gone, or was never there. */
function OfFile({ state, onSave }: { state: EditorState; onSave: () => void }): ReactNode {
  return (
    <>
      {state.failure !== null && (
        <p role="alert" className="mb-2 flex items-center gap-3 text-13 text-urgent">
          {EDITOR.couldNotSave(state.failure)}{' '}
          <Button size="s" onClick={onSave}>
            {EDITOR.again}
          </Button>
        </p>
      )}
      {state.gone && (
        <Banner
          tone="amber"
          action={
            <Button size="s" look="primary" onClick={onSave}>
              Recreate
            </Button>
          }
        >
          {EDITOR.gone}
        </Banner>
      )}
      {!state.exists && !state.gone && (
        <Banner
          tone="grey"
          icon={<Info size={16} aria-hidden />}
          action={
            <Button size="s" look="primary" onClick={onSave}>
              {EDITOR.create}
            </Button>
          }
        >
          {EDITOR.notThere}
        </Banner>
      )}
    </>
  )
}
