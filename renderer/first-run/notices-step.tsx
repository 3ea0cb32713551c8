import { useState, type ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Row } from '../kit/field.tsx'
import { Card } from '../kit/parts.tsx'
import { FIRST_RUN } from './copy.ts'
import { MasterRow } from '../settings/master/master-row.tsx'
import { StartAtLogin } from '../settings/start-at-login.tsx'
import { Lead } from './parts.tsx'

const COPY = FIRST_RUN.notices

type Tested = { readonly shown: boolean; readonly why: string | null }

export function NoticesStep(): ReactNode {
  const { client } = useBridge()
  const [tested, setTested] = useState<Tested | null>(null)
  return (
    <>
      <Lead>{COPY.lead}</Lead>
      <Card className="px-4">
        <Row label={COPY.test} help={<span role="status">{testWords(tested)}</span>}>
          <Button onClick={() => void attempt(client.testNotification()).then(setTested)}>{COPY.send}</Button>
        </Row>
        <StartAtLogin label={COPY.login} lead={COPY.loginHelp} asked={COPY.loginAsked} />
        <MasterRow />
      </Card>
    </>
  )
}

function testWords(tested: Tested | null): string {
  if (tested === null) return COPY.help
  return tested.shown ? COPY.shown : COPY.notShown(tested.why ?? COPY.noReason)
}
