import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DEAD_END_STATE } from '../../../shared/attempts/dead-ends/dead-end-words.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { DeadEndView, EvidenceView } from '../../../shared/contract/dead-ends.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { attemptsPath, navigate } from '../../client/navigation.ts'
import { useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { Chip, type Tone } from '../../kit/chip.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Card, Empty, SectionTitle, Skeleton } from '../../kit/parts.tsx'
import { DEAD_ENDS_COPY as COPY } from './copy.ts'

/** What the team of a thread knows not to work, with the last word for a person. */
export function DeadEnds({ id }: { id: ThreadId }): ReactNode {
  const { api } = useBridge()
  const view = useQuery(api.deadEnds.list.queryOptions({ input: { id }, staleTime: 0 }))
  const known = view.data?.deadEnds ?? []
  return (
    <section aria-labelledby="dead-ends">
      <SectionTitle id="dead-ends" {...(view.isSuccess && { count: String(known.length) })}>
        {COPY.title}
      </SectionTitle>
      <Card>
        {view.isError && <Empty title={COPY.failed} text={messageOf(view.error)} />}
        {view.isPending && <Skeleton rows={2} height={40} />}
        {view.isSuccess && known.length === 0 && <Empty title={COPY.none} text={COPY.noneText} />}
        {known.length > 0 && (
          <ul>
            {known.map((deadEnd) => (
              <DeadEndRow key={deadEnd.number} id={id} deadEnd={deadEnd} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

const TONE: Record<DeadEndView['state'], Tone> = {
  binding: 'alert',
  claimed: 'neutral',
  disputed: 'neutral',
  stale: 'neutral',
}

function DeadEndRow({
  id,
  deadEnd: { number, claim, state, runsLeft, voices },
}: {
  id: ThreadId
  deadEnd: DeadEndView
}): ReactNode {
  const { api } = useBridge()
  const stale = [api.deadEnds.key()]
  const say = useWrite(api.deadEnds.say, { stale })
  const remove = useWrite(api.deadEnds.remove, { stale })
  const isBusy = say.isPending || remove.isPending
  const answer = (kind: 'support' | 'dispute'): void => say.mutate({ id, number, kind })
  const ask = async (): Promise<void> => {
    const question = { title: COPY.removeTitle, text: COPY.removeText(claim), yes: COPY.remove }
    if (await confirm({ ...question, danger: true })) remove.mutate({ id, number })
  }
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
      <span className="w-6 shrink-0 text-ink-3 tabular-nums">{number}</span>
      <div className="min-w-0 flex-1">
        <p className="break-words">{claim}</p>
        <p className="mt-1 text-12 text-ink-3">
          <Chip tone={TONE[state]}>{DEAD_END_STATE[state]}</Chip> {COPY.left(state, runsLeft)}
        </p>
        <Voices id={id} voices={voices} />
      </div>
      <span className="flex shrink-0 gap-1">
        <Button
          size="s"
          disabled={isBusy}
          aria-label={COPY.confirmOf(claim)}
          onClick={() => answer('support')}
        >
          {COPY.confirm}
        </Button>
        <Button
          size="s"
          disabled={isBusy}
          aria-label={COPY.disputeOf(claim)}
          onClick={() => answer('dispute')}
        >
          {COPY.dispute}
        </Button>
        <Button
          size="s"
          look="ghost"
          disabled={isBusy}
          aria-label={COPY.removeOf(claim)}
          onClick={() => void ask()}
        >
          {COPY.remove}
        </Button>
      </span>
    </li>
  )
}

/** Who says so, or disputes it, in the order in which they did. */
function Voices({ id, voices }: { id: ThreadId; voices: DeadEndView['voices'] }): ReactNode {
  return (
    <ul className="text-12 text-ink-2">
      {voices.map(({ by, kind, threadName, evidence, at }, i) => (
        <li key={`${i} ${by} ${at}`}>
          {COPY.voice(kind, threadName)}
          {evidence.map((attempt) => (
            <Evidence key={attempt.number} id={id} attempt={attempt} />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Leads to the attempt: its row on this page, or the page of the thread that made it. */
function Evidence({
  id,
  attempt: { number, run, threadId },
}: {
  id: ThreadId
  attempt: EvidenceView
}): ReactNode {
  if (run === null || threadId === null) return <span className="ml-2 text-ink-3">{COPY.gone(number)}</span>
  const go = (): void => {
    const row = document.getElementById(attemptRowId(number))
    if (row === null && threadId !== id) return navigate(attemptsPath(threadId))
    row?.scrollIntoView({ block: 'center' })
    row?.focus()
  }
  return (
    <button
      type="button"
      className="ml-2 text-accent hover:underline"
      aria-label={COPY.toAttempt(number, run)}
      onClick={go}
    >
      {COPY.attempt(number)}
    </button>
  )
}

/** Of the row of an attempt, in whichever list of the page it stands. */
export const attemptRowId = (number: number): string => `attempt-${number}`
