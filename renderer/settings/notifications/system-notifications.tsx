import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/field.tsx'
import { SETTINGS_COPY as COPY } from '../copy.ts'
import { useFleet } from '../../client/live.ts'

/**
 * Whether the system shows what we send: its own Do Not Disturb, a test, and where the system is asked to.
 */
export function SystemNotifications(): ReactNode {
  const doNotDisturb = useFleet((fleet) => fleet.doNotDisturb)
  return (
    <>
      <Row label={COPY.dnd} help={disturbWords(doNotDisturb)}>
        {null}
      </Row>
      <Test />
    </>
  )
}

/** null: it cannot be told. */
function disturbWords(doNotDisturb: boolean | null): string {
  if (doNotDisturb === null) return COPY.dndUnknown
  return doNotDisturb ? COPY.dndOn : COPY.dndOff
}

type Tested = { readonly shown: boolean; readonly why: string | null }
function testWords(tested: Tested | null, trouble: string | null): string {
  if (tested !== null) return tested.shown ? COPY.testShown : COPY.testNotShown(tested.why ?? COPY.noReason)
  return trouble === null ? COPY.testHelp : COPY.stillBroken(trouble)
}

function Test(): ReactNode {
  const { api, client } = useBridge()
  const trouble = useFleet((fleet) => fleet.problems.find((p) => p.code === 'notifications')?.text ?? null)
  const [tested, setTested] = useState<Tested | null>(null)
  const settings = useQuery(api.shell.notificationSettings.queryOptions({ staleTime: 0 }))
  return (
    <Row
      label="Test"
      help={
        <>
          <span className="block" {...(tested !== null && { role: 'status' })}>
            {testWords(tested, trouble)}
          </span>
          {settings.data?.whyNot != null && <span className="block">{settings.data.whyNot}</span>}
        </>
      }
    >
      <Button onClick={() => void attempt(client.testNotification()).then(setTested)}>{COPY.sendTest}</Button>
      {settings.data?.whyNot === null && (
        <Button look="ghost" onClick={() => void attempt(client.shell.openNotificationSettings())}>
          {COPY.systemSettings}
        </Button>
      )}
    </Row>
  )
}
