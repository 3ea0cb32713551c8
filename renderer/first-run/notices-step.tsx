import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { attempt } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { Row, Switch } from '../components/field.tsx'
import { Card } from '../components/parts.tsx'
import { FIRST_RUN } from '../copy/first-run.ts'
import { Lead } from './parts.tsx'

const COPY = FIRST_RUN.notices

export function NoticesStep(): ReactNode {
  const { client } = useBridge()
  const [tested, setTested] = useState<{ shown: boolean; why: string | null } | null>(null)
  return (
    <>
      <Lead>{COPY.lead}</Lead>
      <Card className="px-4">
        <Row label={COPY.test} help={<span role="status">{tested === null ? COPY.help : tested.shown ? COPY.shown : COPY.notShown(tested.why ?? COPY.noReason)}</span>}>
          <Button onClick={() => void attempt(client.testNotification()).then(setTested)}>{COPY.send}</Button>
        </Row>
        <StartAtLogin />
      </Card>
    </>
  )
}

/** Asked here, never set by itself; shows what the system says. */
function StartAtLogin(): ReactNode {
  const { client, api, queries } = useBridge()
  const state = useQuery(api.app.autostart.queryOptions({ staleTime: 0 }))
  const set = async (on: boolean): Promise<void> => {
    const now = await attempt(client.app.setAutostart({ on }))
    if (now !== null) queries.setQueryData(api.app.autostart.queryKey(), now)
  }
  return (
    <Row label={COPY.login} help={`${COPY.loginHelp} ${state.data?.text ?? (state.isError ? '' : COPY.loginAsked)}`.trim()}>
      <Switch label={COPY.login} checked={state.data?.on ?? false} disabled={state.data?.supported !== true} onChange={(on) => void set(on)} />
    </Row>
  )
}
