import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingRow } from '../../shared/settings/setting-rows.ts'
import type { SettingsChange } from '../../shared/settings/settings.ts'
import { readTimeOfDay } from '../../shared/base/clock/time-text.ts'
import { attempt } from '../client/attempt.ts'
import { Row, TextSetting } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Switch } from '../kit/fields/switch.tsx'
import { timeOfDay } from '../kit/time.ts'
import { SETTINGS_COPY as COPY } from './copy.ts'
import { Interval } from '../thread/settings/schedule.tsx'
import { GlobalShortcut } from './global-shortcut.tsx'
import { Keys } from './keys.tsx'
import { Mute } from './notifications/mute.tsx'
import { Count, Duration } from './parts.tsx'
import { QuietHours } from './notifications/quiet-hours.tsx'
import { sourceOf, type SettingInfo } from './setting-info.ts'

/** One setting as the table describes it: label, help, where its value comes from, the control. */
export function SettingLine({ row, info }: { row: SettingRow; info: SettingInfo }): ReactNode {
  const { settings, change } = info
  const value = settings[row.key]
  const help = <Help row={row} info={info} />
  const save = (next: unknown): Promise<unknown> => change({ [row.key]: next } as SettingsChange)
  const { control } = row
  switch (control.kind) {
    case 'switch':
      return (
        <Row label={row.label} help={help}>
          <Switch label={row.label} checked={value === true} onChange={(on) => void attempt(save(on))} />
        </Row>
      )
    case 'choice':
      return (
        <Row label={row.label} help={help}>
          <Select
            label={row.label}
            value={String(value)}
            options={control.options}
            onChange={(next) => void attempt(save(typeof value === 'number' ? Number(next) : next))}
          />
        </Row>
      )
    case 'count':
      return (
        <Count label={row.label} help={help} value={Number(value)} bounds={control.bounds} onSave={save} />
      )
    case 'duration':
      return (
        <Duration
          label={row.label}
          help={help}
          value={Number(value)}
          min={control.least}
          max={control.most}
          bounds={control.bounds}
          {...(control.zero !== undefined && { zero: control.zero })}
          onSave={save}
        />
      )
    case 'time':
      return (
        <TextSetting
          label={row.label}
          help={help}
          value={timeOfDay(String(value))}
          width="w-24"
          read={(text) => (readTimeOfDay(text) === null ? COPY.badTime(text) : null)}
          onSave={(text) => save(readTimeOfDay(text))}
        />
      )
    case 'own':
      return <OwnControl row={row} info={info} help={help} onSave={save} />
  }
}

interface OwnProps {
  readonly row: SettingRow
  readonly info: SettingInfo
  readonly help: ReactNode
  readonly onSave: (next: unknown) => Promise<unknown>
}

function OwnControl({ row, info, help, onSave }: OwnProps): ReactNode {
  switch (row.key) {
    case 'mutedUntil':
      return <Mute row={row} info={info} help={help} />
    case 'quietHours':
      return <QuietHours row={row} info={info} help={help} />
    case 'globalShortcut':
      return <GlobalShortcut row={row} info={info} help={help} />
    case 'keys':
      return <Keys row={row} info={info} help={help} />
    case 'defaultIntervalMs':
      return (
        <Interval label={row.label} help={help} value={info.settings.defaultIntervalMs} onSave={onSave} />
      )
    default:
      return null // stands in a card of its own
  }
}

const SOURCE = { hand: COPY.byHand, app: COPY.fromApp } as const

/** Of a value that is not the built-in one, where it comes from stands below the help, with the way back. */
function Help({ row, info }: { row: SettingRow; info: SettingInfo }): ReactNode {
  const source = sourceOf(info, row)
  const bad = info.file?.bad.find((b) => b.key === row.key)
  return (
    <>
      <span className="block">{row.help}</span>
      {bad !== undefined && (
        <span role="alert" className="block text-urgent">
          {COPY.badKey(bad.text)}
        </span>
      )}
      {(source !== null || bad !== undefined) && (
        <span className="mt-0.5 flex min-h-6 items-center gap-1.5 text-11">
          <span aria-hidden className="size-1.5 rounded-full bg-accent" />
          {source !== null && <span>{SOURCE[source]}</span>}
          <button
            type="button"
            aria-label={COPY.resetWhat(row.label)}
            onClick={() => info.reset(row)}
            className="inline-flex h-6 items-center gap-1 rounded-control px-1.5 text-11 font-medium text-accent hover:bg-hover"
          >
            <RotateCcw aria-hidden size={11} /> {COPY.reset}
          </button>
        </span>
      )}
    </>
  )
}
