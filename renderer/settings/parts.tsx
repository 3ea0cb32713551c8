import type { ReactNode } from 'react'
import type { Settings, SettingsChange } from '../../shared/settings/settings.ts'
import { formatDuration, givenDuration } from '../../shared/base/time.ts'
import { TextSetting } from '../kit/field.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { SETTINGS_COPY as COPY } from './copy.ts'
import { readDuration } from '../../shared/base/read-duration.ts'

export interface PartProps {
  settings: Settings
  change: (change: SettingsChange) => Promise<unknown>
}

export const Section = ({
  id,
  title,
  right,
  children,
}: {
  id: string
  title: string
  right?: ReactNode
  children: ReactNode
}): ReactNode => (
  <section aria-labelledby={id}>
    <SectionTitle id={id} right={right}>
      {title}
    </SectionTitle>
    <Card className="px-4">{children}</Card>
  </section>
)

export function Duration({
  label,
  help,
  value,
  min,
  max,
  bounds,
  zero,
  onSave,
}: {
  label: string
  help: ReactNode
  value: number
  min: string
  max: string
  bounds: readonly [number, number]
  onSave: (ms: number) => Promise<unknown>
  zero?: string // what 0 is called, where it is allowed besides the bounds
}): ReactNode {
  const read = (text: string): number | null =>
    zero !== undefined && text.toLowerCase() === zero ? 0 : readDuration(text, 's')
  return (
    <TextSetting
      label={label}
      help={help}
      value={value === 0 && zero !== undefined ? zero : formatDuration(value)}
      width="w-32"
      read={(text) => {
        const ms = read(text)
        if (ms === null)
          return COPY.badLength(
            text,
            zero === undefined ? COPY.lengthExample : COPY.lengthOrZeroExample(zero),
          )
        if (ms === 0 && zero !== undefined) return null
        return ms < bounds[0] || ms > bounds[1] ? COPY.badBounds(min, max, text, givenDuration(ms)) : null
      }}
      onSave={(text) => onSave(read(text) ?? value)}
    />
  )
}

export function Count({
  label,
  help,
  value,
  bounds,
  width = 'w-20',
  onSave,
}: {
  label: string
  help: ReactNode
  value: number
  bounds: readonly [number, number]
  width?: string
  onSave: (n: number) => Promise<unknown>
}): ReactNode {
  return (
    <TextSetting
      label={label}
      help={help}
      value={String(value)}
      width={width}
      read={(text) =>
        /^\d+$/.test(text) && Number(text) >= bounds[0] && Number(text) <= bounds[1]
          ? null
          : COPY.badCount(bounds[0], bounds[1])
      }
      onSave={(text) => onSave(Number(text))}
    />
  )
}
