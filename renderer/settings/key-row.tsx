import { RotateCcw, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { BINDINGS, choiceOf, placesOf, titleOf, type Binding } from '../commands/keymap.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { keyFor, type OwnKeys } from '../kit/keys.ts'
import { KEYS_COPY as COPY } from './copy.ts'
import { isLetter, KeyRecorder, type Judged } from './key-recorder.tsx'

function judgeFor(binding: Binding, own: OwnKeys, pressed: string): Judged {
  const choice = choiceOf(own, binding.builtIn, pressed)
  switch (choice.kind) {
    case 'free':
      return { may: true, tone: 'plain', words: isLetter(pressed) ? COPY.freeLetter : COPY.free }
    case 'same':
      return { may: false, tone: 'plain', words: COPY.same }
    case 'taken':
      return {
        may: true,
        tone: 'alert',
        words: COPY.taken(titleOf(choice.by), placesOf(choice.by)),
        take: COPY.takeAway,
      }
    case 'begins':
      return { may: false, tone: 'urgent', words: COPY.begins(titleOf(choice.by)) }
    case 'reserved':
      return { may: false, tone: 'urgent', words: COPY.reserved[choice.why] }
  }
}

/** Two keys of one command are told apart. */
function nameOf(binding: Binding): string {
  const title = titleOf(binding)
  const isOneOfTwo = BINDINGS.some((b) => b !== binding && titleOf(b) === title)
  return isOneOfTwo ? `${title} (${binding.builtIn})` : title
}

interface RowProps {
  readonly binding: Binding
  readonly own: OwnKeys
  readonly conflict: readonly Binding[]
  readonly isRecording: boolean
  readonly onRecord: (on: boolean) => void
  readonly onChoose: (keys: string | null) => void // null: none
}

export function KeyRow({ binding, own, conflict, isRecording, onRecord, onChoose }: RowProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const { builtIn } = binding
  const [title, keys] = [titleOf(binding), keyFor(own, builtIn)]
  const name = nameOf(binding)
  const isOwn = keys !== builtIn
  const backToButton = (chosen: string | null): void => {
    button.current?.focus() // what was pressed goes away
    onChoose(chosen)
  }
  return (
    <li aria-label={name} className="flex flex-col gap-1.5 border-b border-line py-1.5 last:border-b-0">
      <div className="flex min-h-8 items-center gap-2">
        <What {...{ binding, conflict, isOwn }} />
        {keys === null ? (
          <span className="text-12 text-ink-3">{COPY.noKey}</span>
        ) : (
          <>
            <Kbd keys={keys} exact className="text-ink-2" />
            <span className="sr-only">{keys}</span>
          </>
        )}
        <Button
          ref={button}
          size="s"
          aria-label={COPY.recordFor(name)}
          aria-expanded={isRecording}
          onClick={() => onRecord(!isRecording)}
        >
          {COPY.record}
        </Button>
        <IconButtons
          name={name}
          hasKey={keys !== null}
          isOwn={isOwn}
          builtIn={builtIn}
          onChoose={backToButton}
        />
      </div>
      {isRecording && (
        <KeyRecorder
          name={COPY.recordFor(title)}
          help={COPY.pressHelp}
          pairs
          opener={button}
          judge={(pressed) => judgeFor(binding, own, pressed)}
          onTake={(taken) => onChoose(taken)}
          onClose={() => onRecord(false)}
        />
      )}
    </li>
  )
}

function What({
  binding,
  conflict,
  isOwn,
}: Pick<RowProps, 'binding' | 'conflict'> & { isOwn: boolean }): ReactNode {
  return (
    <div className="min-w-0 flex-1">
      <p className="text-13">
        {isOwn && <span aria-hidden className="mr-1.5 mb-0.5 inline-block size-1.5 rounded-full bg-accent" />}
        {titleOf(binding)}{' '}
        {binding.places.length > 1 && <span className="text-12 text-ink-3">{placesOf(binding)}</span>}
      </p>
      {isOwn && (
        <p className="text-11 text-ink-3">
          {COPY.builtIn} <Kbd keys={binding.builtIn} exact />
        </p>
      )}
      {conflict.length > 0 && (
        <p role="alert" className="text-12 text-urgent">
          {COPY.shared(conflict.map(titleOf).join(', '))}
        </p>
      )}
    </div>
  )
}

function IconButtons({
  name,
  hasKey,
  isOwn,
  builtIn,
  onChoose,
}: Pick<RowProps, 'onChoose'> & {
  name: string
  hasKey: boolean
  isOwn: boolean
  builtIn: string
}): ReactNode {
  return (
    <>
      <Button
        size="icon"
        look="ghost"
        aria-label={COPY.clearFor(name)}
        title={COPY.clear}
        disabled={!hasKey}
        onClick={() => onChoose(null)}
      >
        <X size={14} />
      </Button>
      <Button
        size="icon"
        look="ghost"
        aria-label={COPY.resetFor(name)}
        title={COPY.reset}
        disabled={!isOwn}
        onClick={() => onChoose(builtIn)}
      >
        <RotateCcw size={13} />
      </Button>
    </>
  )
}
