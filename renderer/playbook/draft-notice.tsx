import { FileClock } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { merge3 } from '../../shared/playbook/merge/merge.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { EDITOR } from './copy.ts'
import { tableTime, useMinute } from '../kit/time.ts'
import { dropDraft, readDraft, type Draft } from './saving/drafts.ts'
import type { EditorState } from './saving/editor-state.ts'

/**
 * What was typed here once and never reached the file: nothing is written before a person wants it back.
 */
export function DraftNotice({
  thread,
  state,
  onBring,
}: {
  thread: ThreadView
  state: EditorState
  onBring: (draft: Draft) => Promise<boolean>
}): ReactNode {
  const [draft, setDraft] = useState(() => readDraft(thread.id))
  const now = useMinute()
  const isThere =
    draft !== null &&
    draft.conflict === null &&
    Object.keys(draft.fields).length === 0 &&
    merge3(draft.base, draft.text, state.text).text === state.text
  const key = draft?.key
  useEffect(() => {
    if (isThere && key !== undefined) dropDraft(key)
  }, [isThere, key])
  if (draft === null || isThere || state.conflict !== null) return null
  const bring = async (): Promise<void> => {
    if (await onBring(draft)) setDraft(null)
    else toast.error(EDITOR.draftWaits)
  }
  const discard = (): void => {
    dropDraft(draft.key)
    setDraft(null)
  }
  return (
    <div className="[&>[role=status]]:mb-2">
      <Banner
        tone="amber"
        icon={<FileClock size={16} aria-hidden />}
        action={
          <span className="flex gap-2">
            <Button size="s" look="primary" onClick={() => void bring()}>
              {EDITOR.bringBack}
            </Button>
            <Button size="s" onClick={discard}>
              {EDITOR.discard}
            </Button>
          </span>
        }
      >
        {EDITOR.draft(tableTime(draft.at, now))}
      </Banner>
    </div>
  )
}
