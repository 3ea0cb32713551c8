import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { BOARD } from '../copy/editor.ts'
import { inputClass } from '../components/field.tsx'
import { isMod } from '../keys.ts'

/** A line to type the next one into; it stays, so that a list is typed in one go. */
export function Adder({ label, onAdd }: { label: string; onAdd: (text: string) => boolean }): ReactNode {
  const [text, setText] = useState('')
  const add = (): void => {
    if (text.trim() !== '' && onAdd(text.trim())) setText('')
  }
  return (
    <div className="relative">
      <Plus size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        type="text" aria-label={label} placeholder={label} value={text} spellCheck={false} maxLength={2000}
        className={`${inputClass} w-full border-dashed bg-transparent pl-8`}
        onChange={(e) => setText(e.target.value)}
        onBlur={add}
        onKeyDown={(e) => {
          if (e.key === 'Enter') add()
          if (e.key === 'Escape') setText('')
        }}
      />
    </div>
  )
}

/** The words of one task while they are changed. */
export function TaskInput({ label, initial, onDone, onIndent }: {
  label: string; initial: string
  /** null: left as it was. `next`: by Enter, which goes on with a new task below. */
  onDone: (text: string | null, next: boolean) => void
  onIndent?: () => void
}): ReactNode {
  const [text, setText] = useState(initial)
  const done = (next: boolean): void => onDone(text.trim() === initial || text.trim() === '' ? null : text.trim(), next && text.trim() !== '')
  return (
    <input
      type="text" autoFocus aria-label={label} value={text} spellCheck={false} maxLength={2000} className={`${inputClass} w-full min-w-0 px-1.5`}
      onChange={(e) => setText(e.target.value)} onBlur={() => done(false)}
      onKeyDown={(e) => {
        e.stopPropagation()
        if (e.key === 'Enter' && !isMod(e.nativeEvent)) done(true)
        else if (e.key === 'Escape') onDone(null, false)
        // Escape leaves the line without it, so that nobody is caught here.
        else if (e.key === 'Tab' && !e.shiftKey && onIndent !== undefined && text.trim() === initial) {
          e.preventDefault()
          onIndent()
        }
      }}
    />
  )
}

/** Written into the file when the field is left; until then it is the person's own. */
export function Notes({ text, onSave }: { text: string; onSave: (text: string) => boolean }): ReactNode {
  const [typed, setTyped] = useState<string | null>(null) // null: shows the file's
  const save = (): void => {
    if (typed === null) return
    if (typed === text || onSave(typed)) setTyped(null)
  }
  const value = typed ?? text
  return (
    <textarea
      aria-label={BOARD.notes} value={value} rows={Math.min(14, Math.max(3, value.split('\n').length + 1))} spellCheck={false}
      className="w-full resize-y rounded-control border border-line-strong/60 bg-surface px-2.5 py-1.5 text-13 hover:border-line-strong"
      onChange={(e) => setTyped(e.target.value)} onBlur={save}
      onKeyDown={(e) => {
        if (e.key === 'Enter' && isMod(e.nativeEvent)) save()
        if (e.key === 'Escape') setTyped(null)
      }}
    />
  )
}
