import { timeOfDay } from '../../kit/time.ts'
import { useState, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { isOverruled } from '../../../shared/threads/thread.ts'
import { activeHoursProblem, type ActiveHours } from '../../../shared/schedule/active-hours.ts'
import { DAY, formatDuration, givenDuration, HOUR, MINUTE, parseClock } from '../../../shared/base/time.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { SCHEDULE_COPY as COPY } from './copy.ts'
import { readDuration } from '../../../shared/base/read-duration.ts'
import { inputClass, Row, Select, Switch, TextSetting } from '../../kit/field.tsx'
import { SetByFile } from './config-file.tsx'

const PRESETS = {
  0: 'Off',
  [5 * MINUTE]: '5 min',
  [8 * MINUTE]: '8 min',
  [30 * MINUTE]: '30 min',
  [HOUR]: '1 h',
} as Readonly<Record<string, string>>

/** "12", "12 min", "1h 30m" → ms, or a sentence saying what is wrong with it. */
export function readInterval(text: string): number | string {
  const ms = readDuration(text, 'm')
  if (ms === null) return COPY.badLength(text)
  if (ms !== 0 && (ms < MINUTE || ms > DAY)) return COPY.badBounds(text, givenDuration(ms))
  return ms
}

export function Interval({
  label,
  help,
  value,
  onSave,
}: {
  label: string
  help: ReactNode
  value: number
  onSave: (ms: number) => Promise<unknown>
}): ReactNode {
  const [own, setOwn] = useState(false)
  const isPreset = !own && String(value) in PRESETS
  return (
    <>
      <Row label={label} help={help}>
        <Select
          label={label}
          value={isPreset ? String(value) : 'own'}
          options={{ ...PRESETS, own: isPreset ? 'Another…' : COPY.another(formatDuration(value)) }}
          onChange={(key) => {
            setOwn(key === 'own')
            if (key !== 'own') void attempt(onSave(Number(key)))
          }}
        />
      </Row>
      {!isPreset && (
        <TextSetting
          label={COPY.own}
          help={COPY.ownHelp}
          value={formatDuration(value)}
          placeholder="12 min"
          read={(text) => (typeof readInterval(text) === 'string' ? String(readInterval(text)) : null)}
          onSave={(text) => onSave(Number(readInterval(text)))}
        />
      )}
    </>
  )
}

const hoursWords = (hours: ActiveHours | null): string =>
  hours === null ? 'Always' : COPY.fromTo(timeOfDay(hours.start), timeOfDay(hours.end), hours.timeZone)

export function Schedule({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const { id } = thread
  return (
    <>
      {isOverruled(thread, 'intervalMs') ? (
        <Row label="Beats" help={COPY.beatsHelp}>
          <SetByFile
            thread={thread}
            value={thread.intervalMs === 0 ? 'Off' : COPY.every(formatDuration(thread.intervalMs))}
          />
        </Row>
      ) : (
        <Interval
          label="Beats"
          help={COPY.beatsHelp}
          value={thread.intervalMs}
          onSave={(intervalMs) => client.threads.change({ id, intervalMs })}
        />
      )}
      {isOverruled(thread, 'dailyAt') ? (
        <Row label={COPY.dailyAt} help={COPY.dailyAtHelp}>
          <SetByFile thread={thread} value={thread.dailyAt ?? COPY.noTime} />
        </Row>
      ) : (
        <TextSetting
          label={COPY.dailyAt}
          help={COPY.dailyAtOwnHelp}
          value={thread.dailyAt ?? ''}
          placeholder={COPY.noTimeHint}
          width="w-28"
          read={(text) => (text === '' || parseClock(text) !== null ? null : COPY.badTime(text))}
          onSave={(text) => client.threads.change({ id, dailyAt: text === '' ? null : text })}
        />
      )}
      {isOverruled(thread, 'activeHours') ? (
        <Row label={COPY.hours} help={COPY.hoursHelp} error={thread.scheduleProblem}>
          <SetByFile thread={thread} value={hoursWords(thread.activeHours)} />
        </Row>
      ) : (
        <Hours
          thread={thread}
          onSave={(activeHours) => attempt(client.threads.change({ id, activeHours }))}
        />
      )}
    </>
  )
}

const SYSTEM_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

function Hours({
  thread,
  onSave,
}: {
  thread: ThreadView
  onSave: (hours: ActiveHours | null) => Promise<unknown>
}): ReactNode {
  const [draft, setDraft] = useState<ActiveHours | null>(thread.activeHours)
  const problem = draft === null ? null : activeHoursProblem(draft)
  const save = (next: ActiveHours | null): void => {
    if (next === null || activeHoursProblem(next) === null) void onSave(next)
  }
  const part = (key: keyof ActiveHours, label: string, width: string): ReactNode => (
    <input
      aria-label={label}
      className={`${inputClass} ${width}`}
      value={draft?.[key] ?? ''}
      placeholder={key === 'timeZone' ? SYSTEM_ZONE : ''}
      list={key === 'timeZone' ? 'zones' : undefined}
      onChange={(e) => draft !== null && setDraft({ ...draft, [key]: e.target.value })}
      onBlur={() => save(draft)}
      onKeyDown={(e) => e.key === 'Enter' && save(draft)}
    />
  )
  return (
    <Row
      label={COPY.hours}
      help={COPY.hoursOwnHelp}
      error={problem === null ? thread.scheduleProblem : COPY.badHours(problem)}
    >
      <Switch
        checked={draft !== null}
        label={COPY.hours}
        onChange={(on) => {
          const next = on ? { start: '08:00', end: '20:00', timeZone: '' } : null
          setDraft(next)
          save(next)
        }}
      />
      {draft !== null && (
        <span className="mt-1 flex flex-wrap items-center justify-end gap-1.5 text-12 text-ink-3">
          {part('start', 'Start', 'w-16')} to {part('end', 'End', 'w-16')}{' '}
          {part('timeZone', COPY.timeZone, 'w-40')}
          <datalist id="zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </span>
      )}
    </Row>
  )
}
