import type { ReactNode } from 'react'
import { FOREVER } from '../../shared/alert.ts'
import { isMuted } from '../../shared/quiet-hours.ts'
import type { SettingRow } from '../../shared/setting-rows.ts'
import { HOUR, type Instant } from '../../shared/time.ts'
import { attempt } from '../actions.tsx'
import { Button } from '../components/button.tsx'
import { Row } from '../components/field.tsx'
import { Menu } from '../components/menu.tsx'
import { SETTINGS_COPY as COPY } from '../copy/settings.ts'
import { dayAndTime, tomorrowAtNine, useMinute } from '../time.ts'
import type { SettingInfo } from './setting-info.ts'

export function Mute({
  row,
  info: {
    settings: { mutedUntil },
    change,
  },
  help,
}: {
  row: SettingRow
  info: SettingInfo
  help: ReactNode
}): ReactNode {
  const now = useMinute()
  const muted = isMuted({ mutedUntil }, now)
  const mute = (until: Instant | null): void =>
    void attempt(change({ mutedUntil: until }), until === null ? COPY.isBack : COPY.isMuted)
  return (
    <Row
      label={row.label}
      help={
        muted && mutedUntil !== null
          ? mutedUntil === FOREVER
            ? COPY.mutedForever
            : COPY.mutedUntil(dayAndTime(mutedUntil))
          : help
      }
    >
      {muted ? (
        <Button onClick={() => mute(null)}>Unmute</Button>
      ) : (
        <Menu
          trigger={<Button>Mute…</Button>}
          entries={[
            { label: COPY.forAnHour, run: () => mute(Date.now() + HOUR) },
            { label: COPY.untilMorning, run: () => mute(tomorrowAtNine(Date.now())) },
            { label: COPY.untilBack, run: () => mute(FOREVER) },
          ]}
        />
      )}
    </Row>
  )
}
