import { Popover } from '@base-ui/react/popover'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { isOverruled } from '../../shared/threads/thread.ts'
import { readTimeOfDay } from '../../shared/base/clock/time-text.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { timeOfDay } from '../kit/time.ts'
import { PACE } from './copy.ts'
import { paceWords, readPace, type Pace } from './pace-words.ts'

type Paced = 'quick' | 'daily'

/**
 * How often a tier comes, as words that can be clicked and typed anew. What HEARTBEAT.json sets is said and
 * not offered.
 */
export function PacePopover({
  thread,
  tier,
  words,
}: {
  thread: ThreadView
  tier: Paced
  words: string
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const overruled =
    tier === 'quick'
      ? isOverruled(thread, 'intervalMs') || isOverruled(thread, 'activeHours')
      : isOverruled(thread, 'dailyAt')
  if (overruled)
    return (
      <span className="truncate" title={PACE.byFile(thread.config?.file ?? 'HEARTBEAT.json')}>
        {words}
      </span>
    )
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={PACE.change(words)}
        title={PACE.change(words)}
        className="min-h-6 min-w-0 truncate rounded-[3px] underline decoration-dotted underline-offset-2 hover:text-ink"
      >
        {words}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" collisionPadding={8} className="z-40 outline-none">
          <Popover.Popup className="popup w-80 rounded-card border border-line bg-surface p-3 text-13 shadow-popover outline-none">
            <Popover.Title className="text-13 font-semibold">{PACE.title[tier]}</Popover.Title>
            <Form thread={thread} tier={tier} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Form({ thread, tier, onDone }: { thread: ThreadView; tier: Paced; onDone: () => void }): ReactNode {
  const { client } = useBridge()
  const [text, setText] = useState(tier === 'quick' ? paceWords(thread) : dailyWords(thread))
  const [isAsked, setAsked] = useState(false)
  const read = tier === 'quick' ? readPace(text, thread) : readDaily(text)
  const problem = typeof read === 'string' ? read : null
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (typeof read !== 'string')
      void attempt(client.threads.change({ id: thread.id, ...read }).then(() => true)).then(
        (done) => done === true && onDone(),
      )
  }
  return (
    <form onSubmit={save} className="mt-2">
      <input
        autoFocus
        aria-label={PACE.title[tier]}
        aria-invalid={isAsked && problem !== null}
        aria-describedby="pace-says"
        value={text}
        placeholder={PACE.example[tier]}
        onFocus={(e) => e.target.select()}
        onChange={(e) => setText(e.target.value)}
        className={`${inputClass} w-full`}
      />
      {/* Two lines, always: the form keeps its height while words come and go. */}
      <p
        id="pace-says"
        role="status"
        className={`mt-1.5 min-h-9 text-12 ${isAsked && problem !== null ? 'text-urgent' : 'text-ink-3'}`}
      >
        {typeof read === 'string' ? read : readWords(read)}
      </p>
      <div className="mt-2 flex justify-end gap-2">
        <Button size="s" look="ghost" onClick={onDone}>
          {PACE.cancel}
        </Button>
        <Button size="s" type="submit" look="primary">
          {PACE.save}
        </Button>
      </div>
    </form>
  )
}

const dailyWords = ({ dailyAt }: ThreadView): string => (dailyAt === null ? '' : timeOfDay(dailyAt))

const readDaily = (text: string): { readonly dailyAt: string | null } | string => {
  const clock = text.trim().replace(/^(daily )?(at )?/i, '')
  if (clock === '') return { dailyAt: null }
  const dailyAt = readTimeOfDay(clock)
  return dailyAt === null || dailyAt === '24:00' ? PACE.noClock(text.trim()) : { dailyAt }
}

/** What was read, in words. */
function readWords(read: Pace | { readonly dailyAt: string | null }): string {
  if ('intervalMs' in read) return PACE.reads(paceWords(read))
  return read.dailyAt === null ? PACE.byElapsed : PACE.daily(timeOfDay(read.dailyAt))
}
