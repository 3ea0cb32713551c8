import type { ReactNode } from 'react'
import { FOREVER } from '../../../shared/alerts/alert.ts'
import { isMuted } from '../../../shared/alerts/may-tell.ts'
import type { SettingRow } from '../../../shared/settings/setting-rows.ts'
import { HOUR, type Instant } from '../../../shared/base/time.ts'
import { attempt } from '../../client/attempt.ts'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/field.tsx'
import { Menu } from '../../kit/menu.tsx'
import { SETTINGS_COPY as COPY } from '../copy.ts'
import { dayAndTime, tomorrowAtNine, useMinute } from '../../kit/time.ts'
import type { SettingInfo } from '../setting-info.ts'

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
    <Row label={row.label} help={muted && mutedUntil !== null ? untilWords(mutedUntil) : help}>
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

const untilWords = (until: Instant): string =>
  until === FOREVER ? COPY.mutedForever : COPY.mutedUntil(dayAndTime(until))
