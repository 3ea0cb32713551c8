import { useRef, useState, type ReactNode } from 'react'
import type { SettingRow } from '../../shared/settings/setting-rows.ts'
import { succeeds } from '../client/attempt.ts'
import { useLatest } from '../client/use-latest.ts'
import { Button } from '../kit/button.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
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
import { KeyRow } from './key-row.tsx'
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
  const [own, changeKeys] = useLatest<OwnKeys>(settings.keys, (keys) => succeeds(change({ keys })))
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

/** Which key is recorded anew, and what was chosen for it. */
function useKeyChoice(own: OwnKeys, onChange: (own: OwnKeys) => Promise<boolean>) {
  const [recording, record] = useState<string | null>(null) // a built-in stroke
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
    if (await onChange(withKey(own, binding.builtIn, keys))) record(null)
  }
  return { own, recording, record, choose }
}

const wordsOf = (binding: Binding, own: OwnKeys): string =>
  `${titleOf(binding)} ${placesOf(binding)} ${keyFor(own, binding.builtIn) ?? ''}`

/** Every key that can be another one, with what it does and where. */
function KeysDialog({
  open,
  own,
  onChange,
  onClose,
}: {
  open: boolean
  own: OwnKeys
  onChange: (own: OwnKeys) => Promise<boolean>
  onClose: () => void
}): ReactNode {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const wanted = query.trim().toLowerCase()
  const found = BINDINGS.filter((b) => wanted === '' || wordsOf(b, own).toLowerCase().includes(wanted))
  const keys = useKeyChoice(own, onChange)
  const close = (): void => {
    keys.record(null)
    setQuery('')
    onClose()
  }
  const reset = (): void => {
    search.current?.focus()
    void onChange({})
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={COPY.title}
      description={COPY.description}
      width={720}
      footer={<Footer hasOwn={Object.keys(own).length > 0} onReset={reset} onClose={close} />}
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
      {SECTIONS.map(({ where }) => (
        <Place key={where} where={where} bindings={found.filter((b) => b.places[0] === where)} {...keys} />
      ))}
    </Dialog>
  )
}

function Place({
  where,
  bindings,
  own,
  recording,
  record,
  choose,
}: { where: string; bindings: readonly Binding[] } & ReturnType<typeof useKeyChoice>): ReactNode {
  const conflicts = conflictsOf(own)
  if (bindings.length === 0) return null
  return (
    <section aria-label={where} className="mb-4">
      <h3 className="mb-1 text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase">{where}</h3>
      <ul>
        {bindings.map((b) => (
          <KeyRow
            key={b.builtIn}
            binding={b}
            own={own}
            conflict={conflicts.get(b.builtIn) ?? []}
            isRecording={recording === b.builtIn}
            onRecord={(on) => record(on ? b.builtIn : null)}
            onChoose={(keys) => void choose(b, keys)}
          />
        ))}
      </ul>
    </section>
  )
}

function Footer({
  hasOwn,
  onReset,
  onClose,
}: {
  hasOwn: boolean
  onReset: () => void
  onClose: () => void
}): ReactNode {
  return (
    <>
      <Button disabled={!hasOwn} onClick={onReset}>
        {COPY.resetAll}
      </Button>
      <span className="flex-1" />
      <Button onClick={onClose}>Close</Button>
    </>
  )
}
