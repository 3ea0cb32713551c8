import { Check, Ellipsis, TriangleAlert } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { taskKey } from '../../../shared/playbook/doc.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import type { Task, TaskKey } from '../../../shared/playbook/model.ts'
import type { LastResult } from '../../../shared/runs/run.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { TASK_WORD, TIER_WORD } from '../../../shared/views/words.ts'
import { Button } from '../../kit/button.tsx'
import { isMod } from '../../kit/keys.ts'
import { Menu } from '../../kit/menu.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { navigate, runPath } from '../../client/navigation.ts'
import { BOARD } from '../copy.ts'
import { foundWords, isNews, resultTime, wholeResult } from '../last-results.ts'
import { wordsOf } from '../saving/fields.ts'
import type { BoardActions } from './board-actions.ts'
import { TaskInput } from './board-inputs.tsx'

export interface CardProps {
  readonly task: Task
  readonly above: Task | undefined
  readonly below: Task | undefined
  readonly warning: LintProblem | null
  readonly last: LastResult | null
  readonly actions: BoardActions
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** `next`: the task below which a new one is wanted. */
  readonly onDone: (next: TaskKey | null) => void
}

/** What a task is called once it has these words. */
const keyOf = ({ key, tier, text }: Task, next: string): TaskKey =>
  next === text ? key : taskKey(tier, next)

interface Deeds {
  readonly move: (to: Tier) => void
  readonly step: (by: -1 | 1) => void
  readonly tick: () => void
  readonly remove: () => void
}
function deedsOf({
  task,
  above,
  below,
  actions,
}: Pick<CardProps, 'task' | 'above' | 'below' | 'actions'>): Deeds {
  const { key, text } = task
  return {
    move: (to) => void actions.edit({ do: 'moveTask', key, to }, taskKey(to, text)),
    step: (by) => void actions.edit({ do: 'stepTask', key, by }, key),
    tick: () => void actions.edit({ do: 'tick', key, on: !task.ticked }, key),
    remove: () => actions.remove({ do: 'removeTask', key }, text, (below ?? above)?.key),
  }
}

function onCardKey(event: KeyboardEvent, tier: Tier, { move, step, tick, remove }: Deeds): void {
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

export function Card({
  task,
  above,
  below,
  warning,
  last,
  actions,
  isOpen,
  onOpen,
  onDone,
}: CardProps): ReactNode {
  const { key, text } = task
  const deeds = deedsOf({ task, above, below, actions })
  return (
    <div
      className="group flex flex-wrap items-start gap-x-2 rounded-control border border-line bg-surface py-1 pr-1 pl-2"
      onKeyDown={(event) => onCardKey(event, task.tier, deeds)}
    >
      <label className="mt-1 flex shrink-0">
        <input
          type="checkbox"
          checked={task.ticked}
          onChange={deeds.tick}
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
          onDone={(next) => onDone(next === null ? null : keyOf(task, next))}
          onIndent={() => {
            onDone(null)
            actions.edit({ do: 'indentTask', key }, above?.key)
          }}
        />
      ) : (
        <Face task={task} warning={warning} onOpen={onOpen} />
      )}
      {!isOpen && last !== null && <Last result={last} />}
      <Menu
        trigger={
          <Button look="ghost" size="icon" aria-label={BOARD.moreFor(text)} className="!size-6">
            <Ellipsis size={14} />
          </Button>
        }
        entries={entriesOf({ task, above, below, last, onOpen }, deeds)}
      />
    </div>
  )
}

function Face({ task, warning, onOpen }: Pick<CardProps, 'task' | 'warning' | 'onOpen'>): ReactNode {
  const { text } = task
  const details = task.endLine - task.line
  return (
    <button
      type="button"
      data-card
      dir="auto"
      onClick={onOpen}
      aria-label={`Edit: ${text}`}
      className={
        'min-h-6 min-w-0 flex-1 rounded-[4px] text-start text-13 [overflow-wrap:anywhere] ' +
        `${task.ticked ? 'text-ink-3' : ''}`
      }
    >
      <Ticks text={text} />
      {details > 0 && (
        <span dir="ltr" className="block text-12 text-ink-3">
          {BOARD.more(details)}
        </span>
      )}
      {warning !== null && (
        <span dir="auto" className="flex items-start gap-1 text-12 text-alert">
          <TriangleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          {warning.message}
        </span>
      )}
    </button>
  )
}

/** What the newest beat found there: in a line of its own where it is more than that all is well. */
function Last({ result }: { result: LastResult }): ReactNode {
  if (!isNews(result))
    return (
      <span className="flex h-6 shrink-0 items-center text-ink-3" title={wholeResult(result)}>
        <Check size={14} aria-hidden />
        <span className="sr-only">{wholeResult(result)}</span>
      </span>
    )
  const tone = result.status === 'needs_agent' || result.status === 'untouched' ? 'text-ink-3' : 'text-alert'
  return (
    <p className={`order-last flex min-w-0 basis-full gap-1.5 pb-0.5 text-11 tabular-nums ${tone}`}>
      <bdi className="truncate" title={wholeResult(result)}>
        {foundWords(result) || TASK_WORD[result.status]}
      </bdi>
      <span className="shrink-0 text-ink-3">{resultTime(result)}</span>
    </p>
  )
}

function entriesOf(
  { task, above, below, last, onOpen }: Pick<CardProps, 'task' | 'above' | 'below' | 'last' | 'onOpen'>,
  { move, step, remove }: Deeds,
): ComponentProps<typeof Menu>['entries'] {
  return [
    { label: 'Edit', keys: 'Enter', run: onOpen },
    ...(last === null ? [] : [{ label: BOARD.lastRun, run: () => navigate(runPath(last.runId)) }]),
    { label: BOARD.moveUp, keys: 'Alt+↑', disabled: above === undefined, run: () => step(-1) },
    { label: BOARD.moveDown, keys: 'Alt+↓', disabled: below === undefined, run: () => step(1) },
    null,
    ...TIERS.map((to, i) => ({
      label: BOARD.moveTo(TIER_WORD[to]),
      keys: `Mod+Shift+${i + 1}`,
      disabled: to === task.tier,
      run: () => move(to),
    })),
    null,
    { label: 'Delete', keys: 'Delete', danger: true, run: remove },
  ]
}
