import { useRef, useState, type ReactNode } from 'react'
import { acceleratorOf } from '../../shared/settings/global-shortcut.ts'
import type { SettingRow } from '../../shared/settings/setting-rows.ts'
import { messageOf } from '../client/attempt.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Row } from '../kit/field.tsx'
import { GLOBAL_KEY_COPY as COPY } from './copy.ts'
import { keyFor, reservedFor, type OwnKeys } from '../kit/keys.ts'
import { useFleet } from '../client/live.ts'
import { BINDINGS, titleOf } from '../commands/keymap.ts'
import { KeyRecorder, type Judged } from './key-recorder.tsx'
import type { SettingInfo } from './setting-info.ts'

/**
 * The key that opens or hides the window from any program. What the system refuses is said here; the
 * earlier key goes on.
 */
export function GlobalShortcut({
  row,
  info: {
    settings: { globalShortcut: keys, keys: own },
    change,
  },
  help,
}: {
  row: SettingRow
  info: SettingInfo
  help: ReactNode
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const trouble = useFleet((fleet) => fleet.problems.find((p) => p.code === 'shortcut')?.text ?? null)
  const choose = async (globalShortcut: string | null): Promise<void> => {
    setOpen(false)
    setRefused(await change({ globalShortcut }).then(() => null, messageOf))
  }
  return (
    <Row label={row.label} help={help} error={refused ?? trouble}>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {keys !== null && (
          <>
            <Kbd keys={keys} exact className="text-ink-2" />
            <span className="sr-only">{COPY.now(keys)}</span>
          </>
        )}
        <Button ref={chooser} onClick={() => setOpen(true)}>
          {keys === null ? COPY.choose : COPY.change}
        </Button>
        {keys !== null && (
          <Button look="ghost" onClick={() => (chooser.current?.focus(), void choose(null))}>
            {COPY.off}
          </Button>
        )}
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={COPY.title} description={COPY.description}>
        <KeyRecorder
          name={COPY.record}
          help={COPY.help}
          pairs={false}
          judge={(pressed) => judge(pressed, keys, own)}
          onTake={(taken) => void choose(taken)}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </Row>
  )
}

function judge(pressed: string, now: string | null, own: OwnKeys): Judged {
  const refuse = (words: string): Judged => ({ may: false, tone: 'urgent', words })
  const taken = BINDINGS.find((b) => keyFor(own, b.builtIn) === pressed)
  if (pressed === now) return { may: false, tone: 'plain', words: COPY.same }
  if (taken !== undefined) return refuse(COPY.own(titleOf(taken)))
  const why = reservedFor(pressed)
  return acceleratorOf(pressed) === null || why === 'text' || why === 'system'
    ? refuse(COPY.weak)
    : { may: true, tone: 'plain', words: COPY.free }
}
