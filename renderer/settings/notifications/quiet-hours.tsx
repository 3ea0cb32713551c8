import { useState, type ReactNode } from 'react'
import type { SettingRow } from '../../../shared/settings/setting-rows.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { succeeds } from '../../client/attempt.ts'
import { useLatest } from '../../client/use-latest.ts'
import { Row } from '../../kit/field.tsx'
import { Switch } from '../../kit/fields/switch.tsx'
import { TimeOfDayInput } from '../../kit/fields/time-of-day-input.tsx'
import { SETTINGS_COPY as COPY } from '../copy.ts'
import type { SettingInfo } from '../setting-info.ts'

type Quiet = NonNullable<Settings['quietHours']>
const USUAL: Quiet = { start: '22:00', end: '07:00', days: [0, 1, 2, 3, 4, 5, 6] }
/** As Date.getDay() counts, told from Monday on. */
const DAYS = [
  [1, 'Mon', 'Monday'],
  [2, 'Tue', 'Tuesday'],
  [3, 'Wed', 'Wednesday'],
  [4, 'Thu', 'Thursday'],
  [5, 'Fri', 'Friday'],
  [6, 'Sat', 'Saturday'],
  [0, 'Sun', 'Sunday'],
] as const

export function QuietHours({
  row,
  info: { settings, change },
  help,
}: {
  row: SettingRow
  info: SettingInfo
  help: ReactNode
}): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const [quietHours, changeHours] = useLatest(settings.quietHours, (next) =>
    succeeds(change({ quietHours: next })),
  )
  const save = (next: Quiet | null): void => {
    setError(null)
    void changeHours(next)
  }
  const toggle = (day: number): void => {
    if (quietHours === null) return
    const days = quietHours.days.includes(day)
      ? quietHours.days.filter((d) => d !== day)
      : [...quietHours.days, day].sort()
    if (days.length === 0) setError(COPY.oneDay)
    else save({ ...quietHours, days })
  }
  return (
    <Row label={row.label} help={help} error={error}>
      <Switch label={row.label} checked={quietHours !== null} onChange={(on) => save(on ? USUAL : null)} />
      {quietHours !== null && (
        <>
          <div className="mt-1 flex items-center gap-2 text-12 text-ink-2">
            {(['start', 'end'] as const).map((which, i) => (
              <label key={which} className="flex items-center gap-2">
                <span>{i === 0 ? 'from' : 'to'}</span>
                <TimeOfDayInput
                  label={i === 0 ? COPY.quietFrom : COPY.quietTo}
                  value={quietHours[which]}
                  onUnread={(text) => setError(text === null ? null : COPY.badTime(text))}
                  onSave={(time) => save({ ...quietHours, [which]: time })}
                />
              </label>
            ))}
          </div>
          <Days days={quietHours.days} onToggle={toggle} />
        </>
      )}
    </Row>
  )
}

function Days({ days, onToggle }: { days: Quiet['days']; onToggle: (day: number) => void }): ReactNode {
  return (
    <div role="group" aria-label={COPY.quietDays} className="mt-1 flex flex-wrap justify-end gap-1">
      {DAYS.map(([day, short, long]) => {
        const on = days.includes(day)
        return (
          <button
            key={day}
            type="button"
            aria-pressed={on}
            aria-label={long}
            onClick={() => onToggle(day)}
            className={
              'h-7 min-w-9 rounded-control border px-1.5 text-11 font-medium ' +
              `${on ? 'border-accent bg-accent-tint text-accent' : 'border-line text-ink-2 hover:bg-hover'}`
            }
          >
            {short}
          </button>
        )
      })}
    </div>
  )
}
