import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Kbd } from '../components/button.tsx'
import { inputClass } from '../components/field.tsx'
import { KEYS_COPY as COPY } from '../copy/settings.ts'
import { strokeOf, type OwnKeys } from '../keys.ts'
import { choiceOf, placesOf, titleOf, type Binding } from '../palette/keymap.ts'

/** A second letter within this time makes a pair of the two. */
const PAIR_MS = 1500
const isLetter = (keys: string): boolean => /^[A-Z]$/.test(keys)

/** Shows what is pressed and what it would mean; Enter takes it, Escape goes back, Tab leads to the buttons. */
export function KeyRecorder({ binding, own, onTake, onClose }: { binding: Binding; own: OwnKeys; onTake: (keys: string) => void; onClose: () => void }): ReactNode {
  const [recorded, setRecorded] = useState<{ readonly keys: string; readonly at: number } | null>(null)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const choice = recorded === null ? null : choiceOf(own, binding.builtIn, recorded.keys)
  const may = choice?.kind === 'free' || choice?.kind === 'taken'
  const take = (): void => {
    if (recorded !== null && may) onTake(recorded.keys)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys = strokeOf(event.nativeEvent)
    if (keys === 'Tab' || keys === 'Shift+Tab') return
    // Nothing else in the window may act on what is only shown.
    event.preventDefault()
    event.stopPropagation()
    if (keys === 'Escape') return onClose()
    if (keys === 'Enter' && recorded !== null) return take()
    if (keys === null || event.repeat) return
    const isSecond = recorded !== null && isLetter(recorded.keys) && isLetter(keys) && event.timeStamp - recorded.at < PAIR_MS
    setRecorded({ keys: isSecond ? `${recorded.keys} ${keys}` : keys, at: event.timeStamp })
  }
  const words = choice === null ? COPY.pressHelp
    : choice.kind === 'taken' ? COPY.taken(titleOf(choice.by), placesOf(choice.by))
    : choice.kind === 'begins' ? COPY.begins(titleOf(choice.by))
    : choice.kind === 'reserved' ? COPY.reserved[choice.why]
    : choice.kind === 'same' ? COPY.same
    : recorded !== null && isLetter(recorded.keys) ? COPY.freeLetter : COPY.free
  return (
    <div className="flex w-full flex-col gap-1.5 rounded-control bg-sunken p-2.5">
      <div className="flex items-center gap-2">
        <span className="relative min-w-0 flex-1">
          <input ref={box} readOnly data-records-keys aria-label={COPY.recordFor(titleOf(binding))} aria-describedby="recorded-keys" value={recorded?.keys ?? ''} placeholder={COPY.press} onKeyDown={onKeyDown} className={`${inputClass} w-full text-transparent caret-transparent`} />
          {recorded !== null && <span aria-hidden className="pointer-events-none absolute top-1.5 left-2.5 text-ink"><Kbd keys={recorded.keys} exact /></span>}
        </span>
        <Button size="s" look="primary" disabled={!may} onClick={take}>{choice?.kind === 'taken' ? COPY.takeAway : COPY.take}</Button>
        <Button size="s" onClick={onClose}>Cancel</Button>
      </div>
      <p id="recorded-keys" role="status" className={`text-12 ${choice === null || choice.kind === 'free' || choice.kind === 'same' ? 'text-ink-3' : choice.kind === 'taken' ? 'text-alert' : 'text-urgent'}`}>{words}</p>
    </div>
  )
}
