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
      <Row
        label={COPY.dnd}
        help={doNotDisturb === null ? COPY.dndUnknown : doNotDisturb ? COPY.dndOn : COPY.dndOff}
      >
        {null}
      </Row>
      <Test />
    </>
  )
}

function Test(): ReactNode {
  const { api, client } = useBridge()
  const trouble = useFleet((fleet) => fleet.problems.find((p) => p.code === 'notifications')?.text ?? null)
  const [tested, setTested] = useState<{ shown: boolean; why: string | null } | null>(null)
  const settings = useQuery(api.shell.notificationSettings.queryOptions({ staleTime: 0 }))
  const words =
    tested !== null
      ? tested.shown
        ? COPY.testShown
        : COPY.testNotShown(tested.why ?? COPY.noReason)
      : trouble !== null
        ? COPY.stillBroken(trouble)
        : COPY.testHelp
  return (
    <Row
      label="Test"
      help={
        <>
          <span className="block" {...(tested !== null && { role: 'status' })}>
            {words}
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
