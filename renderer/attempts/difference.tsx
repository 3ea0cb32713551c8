import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Skeleton } from '../kit/parts.tsx'
import { Diff } from '../kit/text/diff.tsx'
import { ATTEMPTS_COPY as COPY } from './copy.ts'
import type { ShownAttempt } from './scores.ts'

/** What an attempt has differently from the best one of its thread; nothing where no commit is known. */
export function DifferenceButton({ attempt }: { attempt: ShownAttempt }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (attempt.commit === null) return null
  return (
    <>
      <Button size="s" look="ghost" aria-label={COPY.differenceOf(attempt.run)} onClick={() => setOpen(true)}>
        {COPY.difference}
      </Button>
      {isOpen && <Difference attempt={attempt} onClose={() => setOpen(false)} />}
    </>
  )
}

function Difference({
  attempt: { threadId: id, number, run },
  onClose,
}: {
  attempt: ShownAttempt
  onClose: () => void
}): ReactNode {
  const { api } = useBridge()
  const view = useQuery(
    api.attempts.difference.queryOptions({ input: { id, number }, staleTime: 0, retry: false }),
  )
  const base = view.data?.base ?? null
  const text = view.data?.text ?? null
  return (
    <Dialog
      open
      onClose={onClose}
      width={900}
      title={COPY.differenceOf(run)}
      description={base === null ? COPY.noBase : COPY.against(base.run, String(base.score))}
    >
      {view.isPending && <Skeleton rows={3} height={24} />}
      {view.isError && (
        <p role="alert" className="text-12 text-urgent">
          {messageOf(view.error)}
        </p>
      )}
      {base !== null && text === null && <p className="text-13">{COPY.commitGone}</p>}
      {text === '' && <p className="text-13">{COPY.same}</p>}
      {text !== null && text !== '' && <Diff text={revealHidden(text)} label={COPY.differenceOf(run)} />}
    </Dialog>
  )
}
