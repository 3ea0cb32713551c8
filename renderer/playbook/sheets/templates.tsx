import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { PlaybookTemplate } from '../../../shared/contract/playbook.ts'
import { KIND_WORD, withMissing, type PlaybookKind } from '../../../shared/playbook/templates/templates.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Diff } from '../../kit/text/diff.tsx'
import { Empty, Skeleton } from '../../kit/parts.tsx'
import { TEMPLATES } from '../copy.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'
import { shownText } from '../source/line-endings.ts'

/** What a list for this kind of repository holds, shown as a difference before anything is written. */
export function Templates({
  thread,
  exists,
  current,
  onTake,
  onClose,
}: {
  thread: ThreadView
  exists: boolean
  current: string
  onTake: (text: string) => void
  onClose: () => void
}): ReactNode {
  const { api } = useBridge()
  const list = useQuery(api.doc.templates.queryOptions({ input: { id: thread.id }, staleTime: 0, gcTime: 0 }))
  const [chosen, setChosen] = useState<PlaybookKind | null>(null)
  const shown = list.data?.find((t) => t.kind === chosen) ?? list.data?.[0]
  // Over the text of now, which may be newer than the answer.
  const fresh = shown === undefined ? null : shownText(shown.text)
  const next = fresh !== null && exists ? withMissing(current, fresh) : fresh
  const isSame = next !== null && next === current && exists
  return (
    <Dialog
      open
      onClose={onClose}
      width={1000}
      title={TEMPLATES.title}
      description={TEMPLATES.about}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={next === null || isSame}
            onClick={() => next !== null && onTake(next)}
          >
            {exists ? TEMPLATES.use : TEMPLATES.write}
          </Button>
        </>
      }
    >
      {list.isError && <Empty title={TEMPLATES.failed} text={messageOf(list.error)} />}
      {list.isPending && <Skeleton rows={6} height={36} />}
      {list.isSuccess && shown !== undefined && next !== null && (
        <div className="grid grid-cols-[200px_minmax(0,1fr)] gap-4 max-[820px]:grid-cols-1">
          <Kinds list={list.data} shown={shown.kind} onChoose={setChosen} />
          <div className="min-w-0">
            <p className="mb-2 text-12 text-ink-2">{isSame ? TEMPLATES.same : takeWords(exists)}</p>
            <Diff
              text={lineDiff(exists ? current : null, next)}
              label={`Template: ${KIND_WORD[shown.kind]}`}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}

const takeWords = (exists: boolean): string => (exists ? TEMPLATES.adds : TEMPLATES.whole)

function Kinds({
  list,
  shown,
  onChoose,
}: {
  list: readonly PlaybookTemplate[]
  shown: PlaybookKind
  onChoose: (kind: PlaybookKind) => void
}): ReactNode {
  return (
    <ul aria-label={TEMPLATES.kinds} className="flex flex-col gap-1">
      {list.map((t) => (
        <li key={t.kind}>
          <button
            type="button"
            aria-current={t.kind === shown}
            onClick={() => onChoose(t.kind)}
            className={
              'w-full rounded-control px-2.5 py-1.5 text-left text-13 ' +
              `${t.kind === shown ? 'bg-accent-tint' : 'hover:bg-hover'}`
            }
          >
            <span className="flex items-center gap-2">
              {KIND_WORD[t.kind]}
              {t.because !== null && t.kind !== 'plain' && <Chip tone="quiet">{TEMPLATES.fits}</Chip>}
            </span>
            {t.because !== null && <span className="block text-12 text-ink-3">{t.because}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
