import { useState, type ReactNode } from 'react'
import type { SettingRow } from '../../shared/setting-rows.ts'
import type { Settings } from '../../shared/settings.ts'
import { attempt } from '../actions.tsx'
import { inputClass, Row, Switch } from '../components/field.tsx'
import { SETTINGS_COPY as COPY } from '../copy/settings.ts'
import type { SettingInfo } from './setting-info.ts'
import { CLOCK } from './setting-row.tsx'

type Quiet = NonNullable<Settings['quietHours']>
const USUAL: Quiet = { start: '22:00', end: '07:00', days: [0, 1, 2, 3, 4, 5, 6] }
/** As Date.getDay() counts, told from Monday on. */
const DAYS = [[1, 'Mon', 'Monday'], [2, 'Tue', 'Tuesday'], [3, 'Wed', 'Wednesday'], [4, 'Thu', 'Thursday'], [5, 'Fri', 'Friday'], [6, 'Sat', 'Saturday'], [0, 'Sun', 'Sunday']] as const

export function QuietHours({ row, info: { settings: { quietHours }, change }, help }: { row: SettingRow; info: SettingInfo; help: ReactNode }): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const save = (quietHours: Quiet | null): void => void attempt(change({ quietHours }))
  const setTime = (which: 'start' | 'end', text: string): void => {
    if (quietHours === null || text === quietHours[which]) return setError(null)
    setError(CLOCK.test(text) ? null : COPY.badTime(text))
    if (CLOCK.test(text)) save({ ...quietHours, [which]: text })
  }
  const toggle = (day: number): void => {
    if (quietHours === null) return
    const days = quietHours.days.includes(day) ? quietHours.days.filter((d) => d !== day) : [...quietHours.days, day].sort()
    save(days.length === 0 ? null : { ...quietHours, days })
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
                <input
                  key={quietHours[which]} defaultValue={quietHours[which]} aria-label={which === 'start' ? COPY.quietFrom : COPY.quietTo} className={`${inputClass} w-18`} spellCheck={false}
                  onBlur={(e) => setTime(which, e.target.value.trim())} onKeyDown={(e) => e.key === 'Enter' && setTime(which, e.currentTarget.value.trim())}
                />
              </label>
            ))}
          </div>
          <div role="group" aria-label={COPY.quietDays} className="mt-1 flex flex-wrap justify-end gap-1">
            {DAYS.map(([day, short, long]) => {
              const on = quietHours.days.includes(day)
              return (
                <button
                  key={day} type="button" aria-pressed={on} aria-label={long} onClick={() => toggle(day)}
                  className={`h-7 min-w-9 rounded-control border px-1.5 text-11 font-medium ${on ? 'border-accent bg-accent-tint text-accent' : 'border-line text-ink-2 hover:bg-hover'}`}
                >
                  {short}
                </button>
              )
            })}
          </div>
        </>
      )}
    </Row>
  )
}
