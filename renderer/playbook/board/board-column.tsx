import { useState, type DragEvent, type HTMLAttributes, type ReactNode } from 'react'
import { taskKey } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc, Task, TaskKey } from '../../../shared/playbook/model.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import type { LastResult } from '../../../shared/runs/run.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { BOARD } from '../copy.ts'
import type { BoardActions } from './board-actions.ts'
import { Card, type CardProps } from './task-card.tsx'
import { Adder, TaskInput } from './board-inputs.tsx'
import { adderOf, nextOf, wordsOf } from '../saving/fields.ts'

const DRAGGED = 'application/x-threadbeat-task'
interface Place {
  readonly before: TaskKey | null // null: at the end
}

/** One list of tasks: cards to tick, edit, move and drop. */
export function TierColumn({
  tier,
  doc,
  problems,
  lastOf,
  actions,
}: {
  tier: Tier
  doc: HeartbeatDoc
  problems: readonly LintProblem[]
  lastOf: (task: Task) => LastResult | null
  actions: BoardActions
}): ReactNode {
  const tasks = doc.tasks.filter((t) => t.tier === tier)
  const { drop, setDrop, handlers } = useDrop(tier, doc, actions)
  const [open, setOpen] = useState<string | null>(null) // the field that was opened
  return (
    <div
      role="group"
      aria-label={`${TIER_WORD[tier]} tasks`}
      className={
        'min-w-0 rounded-card border p-2 ' +
        `${drop === null ? 'border-line bg-sunken/60' : 'border-accent bg-accent-tint'}`
      }
      {...handlers}
    >
      <h2 className="mb-1.5 flex h-5 items-center gap-1.5 px-1 text-12 font-semibold text-ink-2">
        {TIER_WORD[tier]} <span className="font-normal text-ink-3">{tasks.length}</span>
      </h2>
      <ul aria-label={`${TIER_WORD[tier]} tasks`} className="mb-1.5 flex flex-col gap-1">
        {tasks.map((task, i) => (
          <TaskLine
            key={task.key}
            task={task}
            above={tasks[i - 1]}
            below={tasks[i + 1]}
            warning={warningOf(task, problems)}
            last={lastOf(task)}
            actions={actions}
            isDropPlace={drop?.before === task.key}
            onDragEnd={() => setDrop(null)}
            open={open}
            onOpen={setOpen}
          />
        ))}
        {tasks.length === 0 && <li className="px-1 py-1 text-12 text-ink-3">{BOARD.emptyTier}</li>}
      </ul>
      <Adder
        label={`${BOARD.addTask}: ${TIER_WORD[tier].toLowerCase()}`}
        name={adderOf(tier)}
        actions={actions}
        edit={(text) => ({ do: 'addTask', tier, text })}
      />
    </div>
  )
}

type DropHandlers = Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>
/** Tasks that are dragged come to lie where they are let go. `drop` null: nothing is over this list. */
function useDrop(
  tier: Tier,
  doc: HeartbeatDoc,
  actions: BoardActions,
): {
  readonly drop: Place | null
  readonly setDrop: (place: Place | null) => void
  readonly handlers: DropHandlers
} {
  const [drop, setDrop] = useState<Place | null>(null)
  const handlers: DropHandlers = {
    onDragOver: (event) => {
      if (!isOurs(event)) return
      event.preventDefault()
      const place = placeOf(event)
      if (place.before !== drop?.before) setDrop(place)
    },
    onDragLeave: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDrop(null)
    },
    onDrop: (event) => {
      if (!isOurs(event)) return
      event.preventDefault()
      const key = event.dataTransfer.getData(DRAGGED)
      const task = doc.tasks.find((t) => t.key === key)
      setDrop(null)
      if (task === undefined) return
      actions.edit(
        { do: 'placeTask', key, to: tier, before: placeOf(event).before },
        taskKey(tier, task.text),
      )
    },
  }
  return { drop, setDrop, handlers }
}

const isOurs = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED)
function placeOf(event: DragEvent): Place {
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-task]')]
  const next = cards.find((card) => event.clientY < card.getBoundingClientRect().top + card.offsetHeight / 2)
  return { before: next?.dataset['task'] ?? null }
}

const warningOf = ({ line, endLine }: Task, problems: readonly LintProblem[]): LintProblem | null =>
  problems.find((p) => p.line >= line && p.line <= endLine && p.severity !== 'info') ?? null

interface LineProps extends Pick<CardProps, 'task' | 'above' | 'below' | 'warning' | 'last' | 'actions'> {
  readonly isDropPlace: boolean
  readonly onDragEnd: () => void
  readonly open: string | null // the field that was opened
  readonly onOpen: (name: string | null) => void
}

function TaskLine({
  task,
  above,
  below,
  warning,
  last,
  actions,
  isDropPlace,
  onDragEnd,
  open,
  onOpen,
}: LineProps): ReactNode {
  const isOpen = (name: string): boolean => open === name || actions.fields[name] !== undefined
  return (
    <li
      data-task={task.key}
      draggable={!isOpen(wordsOf(task.key)) && !isOpen(nextOf(task.key))}
      className={`relative ${isDropPlace ? 'before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:bg-accent' : ''}`}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, task.key)
        event.dataTransfer.setData('text/plain', task.text)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragEnd={onDragEnd}
    >
      <Card
        task={task}
        above={above}
        below={below}
        warning={warning}
        last={last}
        actions={actions}
        isOpen={isOpen(wordsOf(task.key))}
        onOpen={() => onOpen(wordsOf(task.key))}
        onDone={(next) => onOpen(next === null ? null : nextOf(next))}
      />
      {isOpen(nextOf(task.key)) && (
        <div className="mt-1">
          <TaskInput
            label={BOARD.addTask}
            initial=""
            name={nextOf(task.key)}
            actions={actions}
            edit={(text) => ({ do: 'continueTask', after: task.key, text })}
            onDone={(next) => onOpen(next === null ? null : nextOf(taskKey(task.tier, next)))}
          />
        </div>
      )}
    </li>
  )
}
