import type { ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Row } from '../kit/field.tsx'
import { DATA_COPY as COPY } from './data/data-copy.ts'
import { Section } from './parts.tsx'
import { useBackups } from './data/use-backups.ts'

/** Three things that are easily mixed up, each asked about on its own. */
export function Reset(): ReactNode {
  const { client } = useBridge()
  const { refresh } = useBackups()
  const settings = async (): Promise<void> => {
    if (
      await confirm({
        title: COPY.resetSettingsTitle,
        yes: COPY.resetSettings,
        danger: true,
        text: COPY.resetSettingsHelp,
      })
    )
      await attempt(client.settings.reset({}), COPY.resetSettingsDone)
  }
  const clear = async (what: 'history' | 'everything'): Promise<void> => {
    const words =
      what === 'history'
        ? { title: COPY.clearTitle, yes: COPY.clearYes, text: COPY.clearText }
        : { title: COPY.factoryTitle, yes: COPY.factoryYes, text: COPY.factoryText }
    if (await confirm({ ...words, danger: true }))
      await attempt(client.data.reset({ what, confirmed: true })).then(refresh)
  }
  return (
    <Section id="reset" title={COPY.reset}>
      <Row label={COPY.resetSettings} help={COPY.resetSettingsHelp}>
        <Button onClick={() => void settings()}>{COPY.resetSettings}…</Button>
      </Row>
      <Row label={COPY.clear} help={COPY.clearHelp}>
        <Button onClick={() => void clear('history')}>{COPY.clear}…</Button>
      </Row>
      <Row label={COPY.factory} help={COPY.factoryHelp}>
        <Button onClick={() => void clear('everything')}>{COPY.factory}…</Button>
      </Row>
    </Section>
  )
}
