import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BoardEdit } from '../../../shared/playbook/edit/board.ts'
import { BOARD } from '../copy.ts'
import { inputClass } from '../../kit/field.tsx'
import { isMod } from '../../kit/keys.ts'
import type { BoardActions } from './board-actions.ts'
import { NOTES, trimmedNotes } from '../saving/fields.ts'

/** A line to type the next one into; it stays, so that a list is typed in one go. */
export function Adder({
  label,
  name,
  actions,
  edit,
}: {
  label: string /** of its field */
  name: string
  actions: BoardActions
  edit: (text: string) => BoardEdit
}): ReactNode {
  return (
    <div className="relative">
      <Plus size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        type="text"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={actions.fields[name]?.text ?? ''}
        spellCheck={false}
        maxLength={2000}
        className={`${inputClass} w-full border-dashed bg-transparent pl-8`}
        onChange={(e) =>
          actions.type(name, {
            text: e.target.value,
            edit: e.target.value.trim() === '' ? null : edit(e.target.value.trim()),
          })
        }
        onBlur={() => actions.commit(name)}
        onKeyDown={(e) => {
          if (e.key === 'Enter') actions.commit(name)
          if (e.key === 'Escape') actions.type(name, null)
        }}
      />
    </div>
  )
}

/** The words of one task while they are changed. */
export function TaskInput({
  label,
  initial,
  name,
  actions,
  edit,
  onDone,
  onIndent,
}: {
  label: string
  initial: string
  name: string
  actions: BoardActions
  edit: (text: string) => BoardEdit
  /**
   * What was typed is in the text. `next`: the new words, where Enter goes on with a task below; null: no
   * more is asked.
   */
  onDone: (next: string | null) => void
  onIndent?: () => void
}): ReactNode {
  const text = actions.fields[name]?.text ?? initial
  const typed = text.trim()
  const isChange = (to: string): boolean => to !== '' && to !== initial
  const close = (next: string | null): void => {
    if (actions.commit(name)) onDone(next)
  }
  return (
    <input
      type="text"
      dir="auto"
      autoFocus
      aria-label={label}
      value={text}
      spellCheck={false}
      maxLength={2000}
      className={`${inputClass} w-full min-w-0 px-1.5`}
      onChange={(e) =>
        actions.type(name, {
          text: e.target.value,
          edit: isChange(e.target.value.trim()) ? edit(e.target.value.trim()) : null,
        })
      }
      onBlur={() => close(null)}
      onKeyDown={(e) => {
        e.stopPropagation()
        if (e.key === 'Enter' && !isMod(e.nativeEvent) && typed !== '') close(typed)
        else if (e.key === 'Escape' || (e.key === 'Enter' && typed === '')) {
          actions.type(name, null)
          onDone(null)
          // The card that comes back takes the focus that its field had.
          const card = e.currentTarget.closest('[data-task]')
          setTimeout(() => card?.querySelector<HTMLElement>('[data-card]')?.focus())
        }
        // Escape leaves the line without it, so that nobody is caught here.
        else if (e.key === 'Tab' && !e.shiftKey && onIndent !== undefined && typed === initial) {
          e.preventDefault()
          onIndent()
        }
      }}
    />
  )
}

/** Goes to the text at a pause in typing, and when the field is left; what the text refuses stays here. */
export function Notes({ text, actions }: { text: string; actions: BoardActions }): ReactNode {
  const field = actions.fields[NOTES]
  // The file's are without blank lines at their ends, which whoever types on still needs.
  const value =
    field !== undefined && (field.edit !== null || trimmedNotes(field.text) === text) ? field.text : text
  return (
    <textarea
      dir="auto"
      aria-label={BOARD.notes}
      value={value}
      rows={Math.min(14, Math.max(3, value.split('\n').length + 1))}
      spellCheck={false}
      className="w-full resize-y rounded-control border border-line-strong/60 bg-surface px-2.5 py-1.5 text-13 hover:border-line-strong"
      onChange={(e) => {
        const typed = e.target.value
        const grewFrom = field?.edit == null ? text : (field.grewFrom ?? text)
        actions.type(NOTES, {
          text: typed,
          edit: trimmedNotes(typed) === text && grewFrom === text ? null : { do: 'setNotes', text: typed },
          grewFrom,
        })
      }}
      onBlur={() => actions.commit(NOTES)}
      onKeyDown={(e) => {
        if (e.key === 'Enter' && isMod(e.nativeEvent)) actions.commit(NOTES)
      }}
    />
  )
}
