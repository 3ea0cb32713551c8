import { useState, type ReactNode } from 'react'
import type { AlertState } from '../../shared/alerts/alert.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Menu } from '../kit/menu.tsx'
import { INBOX } from './copy.ts'
import { ALERT_COPY } from '../commands/actions/alert-copy.ts'
import type { SnoozeKey } from '../commands/actions/alerts.ts'

/** For everything that is selected at once. */
export function BulkBar({
  count,
  state,
  onAcknowledge,
  onSnooze,
  onResolve,
  onReopen,
  onClear,
}: {
  count: number
  state: AlertState
  onAcknowledge: (note: string) => void
  onSnooze: (key: SnoozeKey) => void
  onResolve: () => void
  onReopen: () => void
  onClear: () => void
}): ReactNode {
  const [note, setNote] = useState('')
  return (
    <div
      role="toolbar"
      aria-label={INBOX.selected(count)}
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface px-3 py-2 shadow-popover"
    >
      <span role="status" className="text-13 font-medium">
        {INBOX.selected(count)}
      </span>
      {state !== 'resolved' && state !== 'acknowledged' && (
        <>
          <input
            aria-label={INBOX.note}
            placeholder={INBOX.note}
            value={note}
            maxLength={500}
            onChange={(e) => setNote(e.target.value)}
            className={`${inputClass} min-w-40 flex-1`}
          />
          <Button look="primary" onClick={() => onAcknowledge(note)}>
            {INBOX.acknowledge}
          </Button>
        </>
      )}
      {state !== 'resolved' && (
        <Menu
          trigger={<Button>{INBOX.snooze}</Button>}
          entries={ALERT_COPY.snoozes.map((s) => ({ label: s.label, run: () => onSnooze(s.key) }))}
        />
      )}
      {state !== 'resolved' && <Button onClick={onResolve}>{INBOX.resolve}</Button>}
      {state !== 'open' && <Button onClick={onReopen}>{INBOX.takeBack}</Button>}
      <Button look="ghost" className="ml-auto" onClick={onClear}>
        {INBOX.clear}
      </Button>
    </div>
  )
}
