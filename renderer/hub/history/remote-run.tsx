import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OtherMachine, RemoteOutcome } from '../../../shared/hub/others/others.ts'
import type { ToldRun } from '../../../shared/hub/told-run.ts'
import { OUTCOME_MEANING } from '../../../shared/runs/outcome-words.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { titleTime } from '../../kit/time.ts'
import { FateChip, TaskChip } from '../../parts/chips.tsx'
import { TaskText } from '../../runs/task-list.tsx'
import { AskLine } from '../ask-line.tsx'
import { askedKey, fetchRun, useAsked } from '../ask.ts'
import { OTHER_HISTORY as COPY } from './copy.ts'

type Machine = Pick<OtherMachine, 'id' | 'name'>

/** A run of another machine: what that told of itself, and its lines once it was asked for them. */
export function RemoteRun({
  row,
  machine,
  onClose,
}: {
  row: RemoteOutcome
  machine: Machine
  onClose: () => void
}): ReactNode {
  const { api } = useBridge()
  const name = row.threadName ?? COPY.gone
  const { data: told } = useQuery(
    api.hub.toldRun.queryOptions({ input: { machine: machine.id, run: row.run } }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={COPY.run.title(name, machine.name)}
      description={titleTime(row.startedAt)}
    >
      <p className="flex items-start gap-2 text-13">
        <FateChip fate={row.outcome} />
        <span dir="auto" className="selectable min-w-0">
          <Ticks text={row.summary === '' ? OUTCOME_MEANING[row.outcome] : row.summary} />
        </span>
      </p>
      {told ? <Lines told={told} /> : <Asking row={row} name={name} machine={machine} />}
    </Dialog>
  )
}

function Asking({ row, name, machine }: { row: RemoteOutcome; name: string; machine: Machine }): ReactNode {
  const app = useBridge()
  const asked = useAsked().get(askedKey(machine.id, row.run))
  const [isSending, setSending] = useState(false)
  const ask = async (): Promise<void> => {
    setSending(true)
    await fetchRun(app, row.run, name, machine)
    setSending(false)
  }
  return (
    <div className="mt-4 rounded-card border border-line p-4 text-13">
      <p className="text-12 text-ink-2">{COPY.run.help}</p>
      <p className="mt-3 flex flex-wrap items-center gap-3" aria-live="polite">
        {asked?.end !== null && (
          <Button
            look={asked === undefined ? 'primary' : 'secondary'}
            disabled={isSending}
            onClick={() => void ask()}
          >
            {asked === undefined ? COPY.run.ask(machine.name) : COPY.run.again}
          </Button>
        )}
        {asked?.end === 'done' && <span className="text-12 text-ink-2">{COPY.run.gone}</span>}
        {asked !== undefined && asked.end !== 'done' && <AskLine asked={asked} />}
        {asked?.end === null && <span className="text-12 text-ink-3">{COPY.run.waits}</span>}
      </p>
    </div>
  )
}

const Lines = ({ told }: { told: ToldRun }): ReactNode => (
  <section className="mt-4">
    <SectionTitle count={COPY.run.lines(told.tasks.length + told.leftOut)}>{COPY.run.heading}</SectionTitle>
    {told.fault !== null && (
      <p dir="auto" className="selectable mb-2 text-13 break-words text-broken">
        {told.fault}
      </p>
    )}
    {told.tasks.length === 0 ? (
      <p className="text-13 text-ink-3">{COPY.run.none}</p>
    ) : (
      <Card>
        <ul>
          {told.tasks.map((task, i) => (
            <li key={i} className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
              <div dir="auto" className="min-w-0 flex-1 break-words">
                <TaskText task={task} />
              </div>
              {task.by !== null && (
                <span className="shrink-0 text-11 text-ink-3">{COPY.run.by(task.by)}</span>
              )}
              <TaskChip status={task.status} isUrgent={task.severity === 'urgent'} />
            </li>
          ))}
        </ul>
      </Card>
    )}
    {told.leftOut > 0 && <p className="mt-2 text-12 text-ink-3">{COPY.run.leftOut(told.leftOut)}</p>}
  </section>
)
