import { useId, useRef, useState, type ReactNode } from 'react'
import {
  PAGE_TEXT_CHARS,
  PAGE_TITLE_CHARS,
  type KnowledgePage,
  type PageKind,
} from '../../../shared/knowledge/page.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { PAGES_COPY as COPY } from './copy.ts'

interface PageDialogProps {
  readonly threadId: ThreadId
  readonly page: KnowledgePage
  readonly onClose: () => void
}

/** One page, to be corrected. What was typed is not lost by closing it. */
export function PageDialog(props: PageDialogProps): ReactNode {
  const edit = usePageEdit(props)
  const ids = { title: useId(), text: useId(), problem: useId() }
  return (
    <Dialog
      open
      width={720}
      title={COPY.editTitle}
      onClose={() => void edit.close()}
      footer={
        <>
          <Button onClick={() => void edit.close()}>Cancel</Button>
          <Button look="primary" disabled={edit.isSaving} onClick={edit.save}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <label htmlFor={ids.title} className="flex flex-col gap-1 text-12 text-ink-2">
          Title
          <input
            id={ids.title}
            className={inputClass}
            value={edit.title}
            maxLength={PAGE_TITLE_CHARS}
            onChange={(e) => edit.setTitle(e.target.value)}
          />
        </label>
        <div className="flex items-center gap-3 text-12 text-ink-2">
          <Select label={COPY.kind} value={edit.kind} options={COPY.kinds} onChange={edit.setKind} />
          {COPY.about[edit.kind]}
        </div>
        <label htmlFor={ids.text} className="flex flex-col gap-1 text-12 text-ink-2">
          {COPY.text}
          <textarea
            id={ids.text}
            rows={16}
            className={`${inputClass} h-auto resize-y py-2 font-mono text-12`}
            value={edit.text}
            maxLength={PAGE_TEXT_CHARS}
            aria-invalid={edit.problem !== null}
            aria-describedby={ids.problem}
            onChange={(e) => edit.setText(e.target.value)}
          />
        </label>
        <p id={ids.problem} role="alert" className="min-h-4 text-12 text-urgent">
          {edit.problem}
        </p>
      </div>
    </Dialog>
  )
}

function usePageEdit({ threadId: id, page, onClose }: PageDialogProps) {
  const { api } = useBridge()
  const saving = useWrite(api.knowledge.save, {
    stale: [api.knowledge.pages.key({ input: { id } })],
    showsFailure: true,
  })
  const isSaving = useRef(false) // at once, where the button is disabled only when it is drawn again
  const [title, setTitle] = useState(page.title)
  const [text, setText] = useState(page.text)
  const [kind, setKind] = useState<PageKind>(page.kind)
  const [problem, setProblem] = useState<string | null>(null)
  const isChanged = title.trim() !== page.title || text.trim() !== page.text || kind !== page.kind
  return {
    title,
    setTitle,
    text,
    setText,
    kind,
    setKind,
    problem,
    isSaving: saving.isPending,
    async close(): Promise<void> {
      if (!isChanged || (await confirm({ ...COPY.discard, danger: true }))) onClose()
    },
    save(): void {
      if (title.trim() === '' || text.trim() === '') return setProblem(COPY.empty)
      if (!isChanged) return onClose()
      if (isSaving.current) return
      isSaving.current = true
      const was = { title: page.title, at: page.at }
      saving.mutate(
        { id, was, title, text, kind },
        {
          onSuccess: onClose,
          onError: (cause) => setProblem(messageOf(cause)),
          onSettled: () => void (isSaving.current = false),
        },
      )
    },
  }
}
