import { RotateCcw, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { SettingRow } from '../../shared/settings/setting-rows.ts'
import { attempt } from '../client/attempt.ts'
import { useLatest } from '../client/use-latest.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { confirm, Dialog } from '../kit/dialog.tsx'
import { inputClass, Row } from '../kit/field.tsx'
import { KEYS_COPY as COPY } from './copy.ts'
import { keyFor, type OwnKeys } from '../kit/keys.ts'
import { SECTIONS } from '../commands/registry.ts'
import {
  BINDINGS,
  choiceOf,
  conflictsOf,
  placesOf,
  titleOf,
  withKey,
  type Binding,
} from '../commands/keymap.ts'
import { isLetter, KeyRecorder, type Judged } from './key-recorder.tsx'
import type { SettingInfo } from './setting-info.ts'

export function Keys({
  row,
  info: { settings, change },
  help,
}: {
  row: SettingRow
  info: SettingInfo
  help: ReactNode
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [own, changeKeys] = useLatest<OwnKeys>(settings.keys, (keys) => attempt(change({ keys })))
  const changed = BINDINGS.filter((b) => keyFor(own, b.builtIn) !== b.builtIn).length
  const conflicts = conflictsOf(own).size
  return (
    <Row label={row.label} help={help} error={conflicts > 0 ? COPY.conflicts(conflicts) : null}>
      <Button onClick={() => setOpen(true)}>{COPY.open}</Button>
      {changed > 0 && <span className="text-12 text-ink-3">{COPY.changed(changed)}</span>}
      <KeysDialog open={isOpen} own={own} onChange={changeKeys} onClose={() => setOpen(false)} />
    </Row>
  )
}

/** Every key that can be another one, with what it does and where. */
function KeysDialog({
  open,
  own,
  onChange,
  onClose,
}: {
  open: boolean
  own: OwnKeys
  onChange: (own: OwnKeys) => Promise<unknown>
  onClose: () => void
}): ReactNode {
  const [query, setQuery] = useState('')
  const [recording, setRecording] = useState<string | null>(null) // a built-in stroke
  const search = useRef<HTMLInputElement>(null)
  const conflicts = conflictsOf(own)
  const wanted = query.trim().toLowerCase()
  const found = BINDINGS.filter(
    (b) =>
      wanted === '' ||
      `${titleOf(b)} ${placesOf(b)} ${keyFor(own, b.builtIn) ?? ''}`.toLowerCase().includes(wanted),
  )
  const close = (): void => {
    setRecording(null)
    setQuery('')
    onClose()
  }
  const choose = async (binding: Binding, keys: string | null): Promise<void> => {
    const choice = keys === null ? null : choiceOf(own, binding.builtIn, keys)
    // The recorder has told of it; the way back to the built-in key has not.
    if (
      recording !== binding.builtIn &&
      choice?.kind === 'taken' &&
      !(await confirm({
        title: COPY.takeTitle(keys ?? ''),
        text: COPY.taken(titleOf(choice.by), placesOf(choice.by)),
        yes: COPY.takeAway,
      }))
    )
      return
    if ((await onChange(withKey(own, binding.builtIn, keys))) !== null) setRecording(null)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={COPY.title}
      description={COPY.description}
      width={720}
      footer={
        <>
          <Button
            disabled={Object.keys(own).length === 0}
            onClick={() => (search.current?.focus(), void onChange({}))}
          >
            {COPY.resetAll}
          </Button>
          <span className="flex-1" />
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <input
        ref={search}
        type="search"
        aria-label={COPY.find}
        placeholder={COPY.find}
        value={query}
        spellCheck={false}
        onChange={(e) => setQuery(e.target.value)}
        className={`${inputClass} mb-3 w-full`}
      />
      <p role="status" className="sr-only">
        {wanted === '' ? '' : COPY.found(found.length)}
      </p>
      {found.length === 0 && <p className="py-3 text-12 text-ink-3">{COPY.none(query.trim())}</p>}
      {SECTIONS.map(({ where }) => {
        const here = found.filter((b) => b.places[0] === where)
        return here.length === 0 ? null : (
          <section key={where} aria-label={where} className="mb-4">
            <h3 className="mb-1 text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase">{where}</h3>
            <ul>
              {here.map((b) => (
                <KeyRow
                  key={b.builtIn}
                  binding={b}
                  own={own}
                  conflict={conflicts.get(b.builtIn) ?? []}
                  isRecording={recording === b.builtIn}
                  onRecord={(on) => setRecording(on ? b.builtIn : null)}
                  onChoose={(keys) => void choose(b, keys)}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </Dialog>
  )
}

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

function KeyRow({
  binding,
  own,
  conflict,
  isRecording,
  onRecord,
  onChoose,
}: {
  binding: Binding
  own: OwnKeys
  conflict: readonly Binding[]
  isRecording: boolean
  onRecord: (on: boolean) => void
  onChoose: (keys: string | null) => void
}): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const { builtIn } = binding
  const [title, keys] = [titleOf(binding), keyFor(own, builtIn)]
  // two keys of one command
  const name = BINDINGS.some((b) => b !== binding && titleOf(b) === title) ? `${title} (${builtIn})` : title
  const isOwn = keys !== builtIn
  const backToButton = (chosen: string | null): void => {
    button.current?.focus() // what was pressed goes away
    onChoose(chosen)
  }
  return (
    <li aria-label={name} className="flex flex-col gap-1.5 border-b border-line py-1.5 last:border-b-0">
      <div className="flex min-h-8 items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="text-13">
            {isOwn && (
              <span aria-hidden className="mr-1.5 mb-0.5 inline-block size-1.5 rounded-full bg-accent" />
            )}
            {title}{' '}
            {binding.places.length > 1 && <span className="text-12 text-ink-3">{placesOf(binding)}</span>}
          </p>
          {isOwn && (
            <p className="text-11 text-ink-3">
              {COPY.builtIn} <Kbd keys={builtIn} exact />
            </p>
          )}
          {conflict.length > 0 && (
            <p role="alert" className="text-12 text-urgent">
              {COPY.shared(conflict.map(titleOf).join(', '))}
            </p>
          )}
        </div>
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
        <Button
          size="icon"
          look="ghost"
          aria-label={COPY.clearFor(name)}
          title={COPY.clear}
          disabled={keys === null}
          onClick={() => backToButton(null)}
        >
          <X size={14} />
        </Button>
        <Button
          size="icon"
          look="ghost"
          aria-label={COPY.resetFor(name)}
          title={COPY.reset}
          disabled={!isOwn}
          onClick={() => backToButton(builtIn)}
        >
          <RotateCcw size={13} />
        </Button>
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
