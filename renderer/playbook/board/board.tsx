import { Flag, ListTodo, StickyNote, TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { toast } from 'sonner'
import { boardChanges, notesText, type BoardEdit, type TextChange } from '../../../shared/playbook/board.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { type HeartbeatDoc, type TaskKey } from '../../../shared/playbook/model.ts'
import type { EditRejected } from '../../../shared/playbook/edit.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint.ts'
import type { Result } from '../../../shared/base/result.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { formatLocal } from '../../../shared/base/time.ts'
import { BOARD } from '../copy.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { isMod } from '../../kit/keys.ts'
import { useMinute } from '../../kit/time.ts'
import { Adder, Notes } from './board-inputs.tsx'
import { TierColumn } from './board-column.tsx'
import { adderOf, changesBy, taskOfField, type Field, type Fields } from '../saving/fields.ts'
import type { SourceHandle } from '../source/source-handle.ts'

/** What the parts of the board do to the text. */
export interface BoardActions {
  /** One step of undo; false: refused, and said why. `focus`: the task that has the focus afterwards. */
  edit(edits: BoardEdit | readonly BoardEdit[], focus?: TaskKey): boolean
  remove(edit: BoardEdit, what: string, focus?: TaskKey): void
  readonly fields: Fields
  type(name: string, field: Field | null): void
  /**
   * Puts what a field holds into the text and empties it; false: refused, and said why, and the field holds
   * it still.
   */
  commit(name: string): boolean
}

/**
 * The same text as lists of cards: every change is a small change of the source, with one undo for both.
 * `text`: as shown in the source.
 */
export function Board({
  text,
  problems,
  source,
  fields,
  onField,
}: {
  text: string
  problems: readonly LintProblem[]
  source: () => SourceHandle | null
  /** What is being typed here; it outlives the board. */
  fields: Fields
  onField: (name: string, field: Field | null) => void
}): ReactNode {
  const doc = useMemo(() => parse(text), [text])
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useRef<TaskKey | null>(null)
  // A card that goes to another list is another element there: the focus goes with it.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const card = frame.current?.querySelector<HTMLElement>(
      `[data-task="${CSS.escape(wanted.current)}"] [data-card]`,
    )
    wanted.current = null
    card?.focus()
  }, [text])
  const change = (
    changesOf: (shown: string) => Result<readonly TextChange[], EditRejected>,
    focus?: TaskKey,
  ): boolean => {
    const handle = source()
    if (handle === null) return false
    const changes = changesOf(handle.text())
    if (!changes.ok) {
      toast.error(`${changes.error.message[0]?.toUpperCase()}${changes.error.message.slice(1)}.`)
      return false
    }
    if (changes.value.length === 0) return true
    wanted.current = focus ?? null
    handle.change(changes.value, 'input.board')
    return true
  }
  const actions: BoardActions = {
    fields,
    type: onField,
    edit: (edits, focus) =>
      change(
        (shown) =>
          boardChanges(
            shown,
            ...(Array.isArray(edits) ? (edits as readonly BoardEdit[]) : [edits as BoardEdit]),
          ),
        focus,
      ),
    commit(name) {
      const field = fields[name]
      if (field === undefined) return true
      const { edit } = field
      if (edit !== null && !change((shown) => changesBy(edit, field, shown))) return false
      onField(name, null)
      return true
    },
    remove(edit, what, focus) {
      if (actions.edit(edit, focus))
        toast(BOARD.deleted(what.length > 60 ? `${what.slice(0, 60)}…` : what), {
          duration: 6000,
          action: { label: BOARD.undo, onClick: () => source()?.undo() },
        })
    },
  }
  // Somebody took the task away under the words that are typed for it: they wait as a new one.
  useEffect(() => {
    for (const [name, field] of Object.entries(fields)) {
      const key = taskOfField(field)
      const tier = TIERS.find((t) => key?.startsWith(`${t}:`))
      if (tier === undefined || doc.tasks.some((t) => t.key === key)) continue
      const all = [fields[adderOf(tier)]?.text ?? '', field.text].join(' ').trim()
      onField(adderOf(tier), { text: all, edit: { do: 'addTask', tier, text: all } })
      onField(name, null)
    }
  }, [doc, fields, onField])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      !isMod(event.nativeEvent) ||
      event.target instanceof HTMLTextAreaElement ||
      (event.target instanceof HTMLInputElement && event.target.type === 'text')
    )
      return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) source()?.redo()
    else source()?.undo()
  }
  return (
    <section
      ref={frame}
      aria-label={BOARD.label}
      aria-describedby="board-keys"
      onKeyDown={onKeyDown}
      className="@container h-full overflow-y-auto bg-canvas p-3"
    >
      <p id="board-keys" className="sr-only">
        {BOARD.keys}
      </p>
      {doc.conflicted && (
        <p role="alert" className="mb-3 text-13 text-urgent">
          {BOARD.unfinished}
        </p>
      )}
      <Flags doc={doc} actions={actions} />
      <div className="grid grid-cols-1 gap-3 @min-[440px]:grid-cols-2 @min-[720px]:grid-cols-3">
        {TIERS.map((tier) => (
          <TierColumn key={tier} tier={tier} doc={doc} problems={problems} actions={actions} />
        ))}
        <Work doc={doc} actions={actions} />
        <div className="@min-[440px]:col-span-full">
          <Heading icon={<StickyNote size={13} aria-hidden />}>{BOARD.notes}</Heading>
          <Notes text={notesText(doc)} actions={actions} />
        </div>
      </div>
    </section>
  )
}

const Heading = ({
  icon,
  children,
  count,
}: {
  icon: ReactNode
  children: ReactNode
  count?: number
}): ReactNode => (
  <h2 className="mb-1.5 flex h-6 items-center gap-1.5 text-12 font-semibold text-ink-2">
    {icon}
    {children}
    {count !== undefined && <span className="font-normal text-ink-3">{count}</span>}
  </h2>
)

function Flags({ doc, actions }: { doc: HeartbeatDoc; actions: BoardActions }): ReactNode {
  const day = formatLocal(useMinute(), Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10)
  return (
    <div className="mb-3">
      <Heading
        icon={<Flag size={13} aria-hidden className={doc.flags.length > 0 ? 'text-urgent' : ''} />}
        count={doc.flags.length}
      >
        {BOARD.flags}
      </Heading>
      <ul aria-label={BOARD.flags} className="mb-1.5 flex flex-col gap-1.5">
        {doc.flags.map((flag) => (
          <li
            key={`${flag.line}${flag.text}`}
            className="flex items-start gap-2 rounded-control border border-urgent-fill/50 bg-urgent-tint px-2.5 py-1.5"
          >
            <span className="selectable min-w-0 flex-1 text-13 [overflow-wrap:anywhere]">{flag.text}</span>
            <Button
              size="s"
              aria-label={`${BOARD.resolve}: ${flag.text}`}
              onClick={() =>
                actions.edit([
                  { do: 'clearFlag', text: flag.text },
                  { do: 'appendNote', text: `Resolved ${day}: ${flag.text}` },
                ])
              }
            >
              {BOARD.resolve}
            </Button>
          </li>
        ))}
      </ul>
      <Adder label={BOARD.raise} name="flag" actions={actions} edit={(text) => ({ do: 'addFlag', text })} />
    </div>
  )
}

const WORK_TONE = { pending: 'neutral', 'in-progress': 'accent', done: 'quiet', failed: 'alert' } as const

function Work({ doc, actions }: { doc: HeartbeatDoc; actions: BoardActions }): ReactNode {
  return (
    <div className="@min-[440px]:col-span-full">
      <Heading icon={<ListTodo size={13} aria-hidden />} count={doc.work.length}>
        {BOARD.queue}
      </Heading>
      {doc.workDisabled ? (
        <p className="flex items-center gap-2 text-12 text-alert">
          <TriangleAlert size={13} aria-hidden /> {BOARD.queueBroken}
        </p>
      ) : (
        <>
          <ul aria-label={BOARD.queue} className="mb-1.5 flex flex-col gap-1.5">
            {doc.work.map((item) => (
              <li
                key={item.id}
                className="flex items-center gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5"
              >
                <Chip tone={WORK_TONE[item.state]}>{item.state}</Chip>
                <span className="selectable min-w-0 flex-1 text-13 [overflow-wrap:anywhere]">
                  {item.title} <span className="text-12 text-ink-3">{item.id}</span>
                </span>
                {(item.state === 'failed' || item.state === 'done') && (
                  <Button
                    size="s"
                    onClick={() =>
                      actions.edit({
                        do: 'moveWork',
                        id: item.id,
                        to: 'pending',
                        by: 'person',
                        at: Date.now(),
                        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                      })
                    }
                  >
                    {BOARD.putBack}
                  </Button>
                )}
                {item.state !== 'in-progress' && (
                  <Button
                    size="s"
                    look="ghost"
                    aria-label={`Remove ${item.id}`}
                    onClick={() => actions.remove({ do: 'removeWork', id: item.id }, item.title)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Adder
            label={BOARD.addWork}
            name="work"
            actions={actions}
            edit={(title) => ({ do: 'addWork', title })}
          />
        </>
      )}
    </div>
  )
}
