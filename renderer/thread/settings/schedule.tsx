import { timeOfDay } from '../../kit/time.ts'
import { useState, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { isOverruled } from '../../../shared/threads/thread.ts'
import { activeHoursProblem, type ActiveHours } from '../../../shared/schedule/active-hours.ts'
import { readTimeOfDay } from '../../../shared/base/clock/time-text.ts'
import { DAY, formatDuration, givenDuration, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { SCHEDULE_COPY as COPY } from './copy.ts'
import { readDuration } from '../../../shared/base/read-duration.ts'
import { inputClass, Row, TextSetting } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { Switch } from '../../kit/fields/switch.tsx'
import { TimeOfDayInput } from '../../kit/fields/time-of-day-input.tsx'
import { SetByFile } from './config-file.tsx'

const PRESETS = {
  0: STATE_WORD.off,
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
            value={thread.intervalMs === 0 ? STATE_WORD.off : COPY.every(formatDuration(thread.intervalMs))}
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
          <SetByFile
            thread={thread}
            value={thread.dailyAt === null ? COPY.noTime : timeOfDay(thread.dailyAt)}
          />
        </Row>
      ) : (
        <TextSetting
          label={COPY.dailyAt}
          help={COPY.dailyAtOwnHelp}
          value={thread.dailyAt === null ? '' : timeOfDay(thread.dailyAt)}
          placeholder={COPY.noTimeHint}
          width="w-28"
          read={(text) => (text === '' || readTimeOfDay(text) !== null ? null : COPY.badTime(text))}
          onSave={(text) => client.threads.change({ id, dailyAt: text === '' ? null : readTimeOfDay(text) })}
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

/** `onDraft`: what is typed and not left yet. */
function HoursInputs({
  hours,
  onDraft,
  onSave,
  onUnread,
}: {
  hours: ActiveHours
  onDraft: (hours: ActiveHours) => void
  onSave: (hours: ActiveHours) => void
  onUnread: (text: string | null) => void
}): ReactNode {
  return (
    <>
      <TimeOfDayInput
        label="Start"
        value={hours.start}
        onSave={(start) => onSave({ ...hours, start })}
        onUnread={onUnread}
      />{' '}
      to{' '}
      <TimeOfDayInput
        label="End"
        value={hours.end}
        onSave={(end) => onSave({ ...hours, end })}
        onUnread={onUnread}
      />{' '}
      <input
        aria-label={COPY.timeZone}
        className={`${inputClass} w-40`}
        value={hours.timeZone}
        placeholder={SYSTEM_ZONE}
        list="zones"
        onChange={(e) => onDraft({ ...hours, timeZone: e.target.value })}
        onBlur={() => onSave(hours)}
        onKeyDown={(e) => e.key === 'Enter' && onSave(hours)}
      />
    </>
  )
}

function hoursError(unread: string | null, problem: string | null): string | null {
  if (unread !== null) return COPY.badTime(unread)
  return problem === null ? null : COPY.badHours(problem)
}

function Hours({
  thread,
  onSave,
}: {
  thread: ThreadView
  onSave: (hours: ActiveHours | null) => Promise<unknown>
}): ReactNode {
  const [draft, setDraft] = useState<ActiveHours | null>(thread.activeHours)
  const [unread, setUnread] = useState<string | null>(null)
  const problem = draft === null ? null : activeHoursProblem(draft)
  const save = (next: ActiveHours | null): void => {
    if (next === null || activeHoursProblem(next) === null) void onSave(next)
  }
  const change = (next: ActiveHours): void => {
    setDraft(next)
    save(next)
  }
  return (
    <Row
      label={COPY.hours}
      help={COPY.hoursOwnHelp}
      error={hoursError(unread, problem) ?? thread.scheduleProblem}
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
          <HoursInputs hours={draft} onDraft={setDraft} onSave={change} onUnread={setUnread} />
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
