import type { ReactNode } from 'react'
import type { PendingView } from '../../shared/contract/archive.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { DATA_COPY as COPY } from './data/data-copy.ts'
import { useBackups } from './data/use-backups.ts'

/** What waits for the next start, with both ways on. */
export function Pending({ pending }: { pending: PendingView }): ReactNode {
  const { client } = useBridge()
  const { refresh } = useBackups()
  return (
    <Banner
      tone="amber"
      action={
        <span className="flex gap-2">
          <Button size="s" onClick={() => void attempt(client.data.cancel(), COPY.cancelled).then(refresh)}>
            {COPY.dontDo}
          </Button>
          <Button
            size="s"
            look="primary"
            onClick={() => void attempt(client.app.restart({ confirmed: true }))}
          >
            {COPY.restartNow}
          </Button>
        </span>
      }
    >
      <strong className="font-semibold">{COPY.pendingTitle}</strong> {pending.text}
    </Banner>
  )
}
