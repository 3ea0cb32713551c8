import { commandLine } from '../kit/text/command-line.ts'
import { Ticks } from '../kit/text/ticks.tsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TaskResult, TaskStatus } from '../../shared/runs/run.ts'
import { shownStatus } from '../../shared/runs/check-id.ts'
import { workerOf } from '../../shared/runs/pair.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { RUN } from './copy.ts'
import { runTime } from '../kit/time.ts'
import { TaskChip } from '../parts/chips.tsx'
import { Output } from '../kit/text/output.tsx'
import { Card } from '../kit/parts.tsx'

/** `hadAgent`: an agent was started, so that each line says who worked it. */
export const TaskList = ({
  tasks,
  hadAgent,
}: {
  tasks: readonly TaskResult[]
  hadAgent: boolean
}): ReactNode => (
  <Card>
    {tasks.map((task, i) => (
      <TaskRow
        key={`${task.key}${i}`}
        task={task}
        status={shownStatus(task, tasks)}
        by={hadAgent ? workerOf(task) : null}
      />
    ))}
  </Card>
)

/** A line, and what was seen where that says more. */
export const TaskText = ({
  task: { text, note },
}: {
  task: Pick<TaskResult, 'text' | 'note'>
}): ReactNode => (
  <>
    <p className="text-13">
      <Ticks text={text} />
    </p>
    {note !== '' && note !== text && <p className="selectable text-12 text-ink-2">{note}</p>}
  </>
)

interface RowProps {
  readonly task: TaskResult
  readonly status: TaskStatus // as it is shown
  readonly by: string | null
}

function TaskRow({ task, status, by }: RowProps): ReactNode {
  const hasMore = task.output !== '' || task.command !== null
  const isUrgent = status === 'finding' && (task.severity === 'urgent' || task.status === 'passed')
  const head = (
    <div className="flex items-start gap-3 px-4 py-2.5">
      <span className="w-4 shrink-0 pt-0.5 text-ink-3">
        {hasMore && (
          <ChevronRight size={14} className="transition-transform duration-120 group-open:rotate-90" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <TaskText task={task} />
      </div>
      <span className="shrink-0 text-11 text-ink-3">
        {TIER_WORD[task.tier].toLowerCase()}
        {by !== null && RUN.task.by(by)}
      </span>
      <span className="w-14 shrink-0 text-right text-12 tabular-nums text-ink-3">
        {task.durationMs !== null && task.durationMs >= 0.5 && runTime(task.durationMs)}
      </span>
      <span className="flex w-32 shrink-0 justify-end">
        <TaskChip status={status} isUrgent={isUrgent} />
      </span>
    </div>
  )
  if (!hasMore) return <div className="border-b border-line last:border-b-0">{head}</div>
  return (
    <details
      className="group border-b border-line last:border-b-0"
      open={task.status === 'failed' || (task.status === 'finding' && task.output !== '')}
    >
      <summary className="list-none hover:bg-hover focus-visible:-outline-offset-2">{head}</summary>
      <div className="pr-4 pb-3 pl-11">
        {task.command !== null && (
          <p className="selectable mb-1.5 font-mono text-12 break-all text-ink-2">
            <span className="text-ink-3">$ </span>
            {commandLine(task.command)}
            {task.exitCode !== null && <span className="text-ink-3">{RUN.task.exit(task.exitCode)}</span>}
          </p>
        )}
        {task.output !== '' ? (
          <Output text={task.output} label={RUN.task.output(task.text)} maxHeight={260} />
        ) : (
          <p className="text-12 text-ink-3">{RUN.task.noOutput}</p>
        )}
      </div>
    </details>
  )
}
