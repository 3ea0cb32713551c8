import type { ReactNode } from 'react'
import type { HistoryRow } from '../../shared/history/history.ts'
import { OUTCOME_MEANING, OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import { navigate, runPath, threadPath } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { fullTime } from '../kit/time.ts'
import { SLOT } from '../runs/copy.ts'
import { HISTORY_COPY as COPY } from './copy.ts'
import { causeWords, gist } from './row.tsx'

/** A due time that has no run of its own, and why. */
export function DueTime({ row, onClose }: { row: HistoryRow; onClose: () => void }): ReactNode {
  const go = (to: string): void => {
    onClose()
    navigate(to)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${OUTCOME_WORD[row.outcome]}: ${row.threadName}`}
      description={`Due ${fullTime(row.at)}`}
      width={480}
      footer={
        <>
          <Button onClick={() => go(threadPath(row.threadId))}>{SLOT.openThread}</Button>
          {row.runId !== null && (
            <Button look="primary" onClick={() => row.runId !== null && go(runPath(row.runId))}>
              {COPY.openJoined}
            </Button>
          )}
        </>
      }
    >
      <p className="text-13">{OUTCOME_MEANING[row.outcome]}</p>
      <p className="mt-1 text-13 text-ink-2">
        {row.cause === '' ? gist(row) : `Why: ${causeWords(row)}.`}
        {row.count > 1 && ` ${SLOT.standsFor(row.count)}`}
      </p>
    </Dialog>
  )
}
