import { Ellipsis, TriangleAlert } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { taskKey } from '../../../shared/playbook/doc.ts'
import { type HeartbeatDoc, type Task, type TaskKey } from '../../../shared/playbook/model.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { BOARD } from '../copy.ts'
import { Button } from '../../kit/button.tsx'
import { Menu } from '../../kit/menu.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { isMod } from '../../kit/keys.ts'
import type { BoardActions } from './board-actions.ts'
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
  actions,
}: {
  tier: Tier
  doc: HeartbeatDoc
  problems: readonly LintProblem[]
  actions: BoardActions
}): ReactNode {
  const tasks = doc.tasks.filter((t) => t.tier === tier)
  const [drop, setDrop] = useState<Place | null>(null) // null: nothing is over this list
  const [open, setOpen] = useState<string | null>(null) // the field that was opened
  const isOpen = (name: string): boolean => open === name || actions.fields[name] !== undefined
  const placeOf = (event: DragEvent): Place => {
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-task]')]
    const next = cards.find(
      (card) => event.clientY < card.getBoundingClientRect().top + card.offsetHeight / 2,
    )
    return { before: next?.dataset['task'] ?? null }
  }
  const isOurs = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED)
  return (
    <div
      role="group"
      aria-label={`${TIER_WORD[tier]} tasks`}
      className={
        'min-w-0 rounded-card border p-2 ' +
        `${drop === null ? 'border-line bg-sunken/60' : 'border-accent bg-accent-tint'}`
      }
      onDragOver={(event) => {
        if (!isOurs(event)) return
        event.preventDefault()
        const place = placeOf(event)
        if (place.before !== drop?.before) setDrop(place)
      }}
      onDragLeave={(event) =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && setDrop(null)
      }
      onDrop={(event) => {
        if (!isOurs(event)) return
        event.preventDefault()
        const key = event.dataTransfer.getData(DRAGGED)
        const task = doc.tasks.find((t) => t.key === key)
        setDrop(null)
        if (task !== undefined)
          actions.edit(
            { do: 'placeTask', key, to: tier, before: placeOf(event).before },
            taskKey(tier, task.text),
          )
      }}
    >
      <h2 className="mb-1.5 flex h-5 items-center gap-1.5 px-1 text-12 font-semibold text-ink-2">
        {TIER_WORD[tier]} <span className="font-normal text-ink-3">{tasks.length}</span>
      </h2>
      <ul aria-label={`${TIER_WORD[tier]} tasks`} className="mb-1.5 flex flex-col gap-1">
        {tasks.map((task, i) => (
          <li
            key={task.key}
            data-task={task.key}
            draggable={!isOpen(wordsOf(task.key)) && !isOpen(nextOf(task.key))}
            className={`relative ${drop?.before === task.key ? 'before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:bg-accent' : ''}`}
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED, task.key)
              event.dataTransfer.setData('text/plain', task.text)
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragEnd={() => setDrop(null)}
          >
            <Card
              task={task}
              above={tasks[i - 1]}
              below={tasks[i + 1]}
              warning={
                problems.find(
                  (p) => p.line >= task.line && p.line <= task.endLine && p.severity !== 'info',
                ) ?? null
              }
              actions={actions}
              isOpen={isOpen(wordsOf(task.key))}
              onOpen={() => setOpen(wordsOf(task.key))}
              onDone={(next) => setOpen(next === null ? null : nextOf(next))}
            />
            {isOpen(nextOf(task.key)) && (
              <div className="mt-1">
                <TaskInput
                  label={BOARD.addTask}
                  initial=""
                  name={nextOf(task.key)}
                  actions={actions}
                  edit={(text) => ({ do: 'continueTask', after: task.key, text })}
                  onDone={(next) => setOpen(next === null ? null : nextOf(taskKey(tier, next)))}
                />
              </div>
            )}
          </li>
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

function Card({
  task,
  above,
  below,
  warning,
  actions,
  isOpen,
  onOpen,
  onDone,
}: {
  task: Task
  above: Task | undefined
  below: Task | undefined
  warning: LintProblem | null
  actions: BoardActions
  isOpen: boolean
  onOpen: () => void
  /** `next`: the task below which a new one is wanted. */
  onDone: (next: TaskKey | null) => void
}): ReactNode {
  const { key, tier, text } = task
  const move = (to: Tier): void => void actions.edit({ do: 'moveTask', key, to }, taskKey(to, text))
  const step = (by: -1 | 1): void => void actions.edit({ do: 'stepTask', key, by }, key)
  const tick = (): void => void actions.edit({ do: 'tick', key, on: !task.ticked }, key)
  const remove = (): void => actions.remove({ do: 'removeTask', key }, text, (below ?? above)?.key)
  const onKeyDown = (event: KeyboardEvent): void => {
    const digit = /^Digit([123])$/.exec(event.code)?.[1]
    if (event.altKey && event.key === 'ArrowUp') step(-1)
    else if (event.altKey && event.key === 'ArrowDown') step(1)
    else if (isMod(event.nativeEvent) && event.shiftKey && digit !== undefined)
      move(TIERS[Number(digit) - 1] ?? tier)
    else if (isMod(event.nativeEvent) && event.key === 'Enter') tick()
    else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const details = task.endLine - task.line
  return (
    <div
      className="group flex items-start gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-2"
      onKeyDown={onKeyDown}
    >
      <label className="mt-1 flex shrink-0">
        <input
          type="checkbox"
          checked={task.ticked}
          onChange={tick}
          aria-label={`Done: ${text}`}
          className="size-4 accent-(--accent)"
        />
      </label>
      {isOpen ? (
        <TaskInput
          label={`Change: ${text}`}
          initial={text}
          name={wordsOf(key)}
          actions={actions}
          edit={(typed) => ({ do: 'rewordTask', key, text: typed })}
          onDone={(next) => onDone(next === null ? null : next === text ? key : taskKey(tier, next))}
          onIndent={() => {
            onDone(null)
            actions.edit({ do: 'indentTask', key }, above?.key)
          }}
        />
      ) : (
        <button
          type="button"
          data-card
          onClick={onOpen}
          aria-label={`Edit: ${text}`}
          className={
            'min-h-6 min-w-0 flex-1 rounded-[4px] text-left text-13 [overflow-wrap:anywhere] ' +
            `${task.ticked ? 'text-ink-3' : ''}`
          }
        >
          <Ticks text={text} />
          {details > 0 && <span className="block text-12 text-ink-3">{BOARD.more(details)}</span>}
          {warning !== null && (
            <span className="flex items-start gap-1 text-12 text-alert">
              <TriangleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
              {warning.message}
            </span>
          )}
        </button>
      )}
      <Menu
        trigger={
          <Button look="ghost" size="icon" aria-label={BOARD.moreFor(text)} className="!size-6">
            <Ellipsis size={14} />
          </Button>
        }
        entries={[
          { label: 'Edit', keys: 'Enter', run: onOpen },
          { label: BOARD.moveUp, keys: 'Alt+↑', disabled: above === undefined, run: () => step(-1) },
          { label: BOARD.moveDown, keys: 'Alt+↓', disabled: below === undefined, run: () => step(1) },
          null,
          ...TIERS.map((to, i) => ({
            label: BOARD.moveTo(TIER_WORD[to]),
            keys: `Mod+Shift+${i + 1}`,
            disabled: to === tier,
            run: () => move(to),
          })),
          null,
          { label: 'Delete', keys: 'Delete', danger: true, run: remove },
        ]}
      />
    </div>
  )
}
