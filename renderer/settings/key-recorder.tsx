import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button, Kbd } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { KEYS_COPY as COPY } from './copy.ts'
import { strokeOf } from '../kit/keys.ts'

/** A second letter within this time makes a pair of the two. */
const PAIR_MS = 1500
export const isLetter = (keys: string): boolean => /^[A-Z]$/.test(keys)

/** What a recorded key would mean. */
export interface Judged {
  readonly may: boolean
  readonly words: string
  readonly tone: 'plain' | 'alert' | 'urgent'
  readonly take?: string // what the button says
}
const TONE = { plain: 'text-ink-3', alert: 'text-alert', urgent: 'text-urgent' } as const

interface RecorderProps {
  readonly name: string
  readonly help: string
  readonly pairs: boolean
  readonly opener?: RefObject<HTMLElement | null>
  readonly judge: (keys: string) => Judged
  readonly onTake: (keys: string) => void
  readonly onClose: () => void
}
interface Recorded {
  readonly keys: string
  readonly at: number // ms, of the event's clock
}
const isPair = (first: Recorded, keys: string, at: number): boolean =>
  isLetter(first.keys) && isLetter(keys) && at - first.at < PAIR_MS

/**
 * While it is still there: a dialog from which the focus goes with an element takes it to itself, and does
 * so once more a frame later, from whoever was given it meanwhile.
 */
function useBorrowedFocus(
  whole: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null> | undefined,
): void {
  useLayoutEffect(() => {
    const [recorder, button] = [whole.current, opener?.current]
    return () => {
      if (recorder?.contains(document.activeElement)) button?.focus()
    }
  }, [whole, opener])
}

/**
 * Shows what is pressed and what it would mean; Enter takes it, Escape goes back, Tab leads to the buttons.
 * `pairs`: also two letters one after the other. `opener`: has the focus again once this goes away.
 */
export function KeyRecorder(props: RecorderProps): ReactNode {
  const { name, help, pairs, opener, judge, onTake, onClose } = props
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  useBorrowedFocus(whole, opener)
  useEffect(() => box.current?.focus(), [])
  const judged = recorded === null ? null : judge(recorded.keys)
  const take = (): void => {
    if (recorded !== null && judged?.may === true) onTake(recorded.keys)
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
    const isSecond = pairs && recorded !== null && isPair(recorded, keys, event.timeStamp)
    setRecorded({ keys: isSecond ? `${recorded.keys} ${keys}` : keys, at: event.timeStamp })
  }
  return (
    <div ref={whole} className="flex w-full flex-col gap-1.5 rounded-control bg-sunken p-2.5">
      <div className="flex items-center gap-2">
        <span className="relative min-w-0 flex-1">
          <input
            ref={box}
            readOnly
            data-records-keys
            aria-label={name}
            aria-describedby="recorded-keys"
            value={recorded?.keys ?? ''}
            placeholder={COPY.press}
            onKeyDown={onKeyDown}
            className={`${inputClass} w-full text-transparent caret-transparent`}
          />
          {recorded !== null && (
            <span aria-hidden className="pointer-events-none absolute top-1.5 left-2.5 text-ink">
              <Kbd keys={recorded.keys} exact />
            </span>
          )}
        </span>
        <Button size="s" look="primary" disabled={judged?.may !== true} onClick={take}>
          {judged?.take ?? COPY.take}
        </Button>
        <Button size="s" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p id="recorded-keys" role="status" className={`text-12 ${TONE[judged?.tone ?? 'plain']}`}>
        {judged?.words ?? help}
      </p>
    </div>
  )
}
