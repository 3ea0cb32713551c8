import { useState, type ReactNode } from 'react'
import { toast } from '../../kit/shown/toast.ts'
import type { HandedOver, HandOverTo } from '../../../shared/alerts/hand-over.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { later, Opened } from '../../client/later.tsx'
import { Button } from '../../kit/button.tsx'
import { Menu } from '../../kit/menu.tsx'
import { PARTS } from '../copy.ts'

const NotOpened = later(async () => (await import('./not-opened.tsx')).NotOpened)

/** Tells what came of opening a terminal; where none opens, the person gets the command. */
export function useOpened(): { readonly tell: (done: HandedOver) => void; readonly dialog: ReactNode } {
  const [copied, setCopied] = useState<HandedOver | null>(null)
  const tell = (done: HandedOver): void => {
    if (done.opened) toast(PARTS.handOver.opened)
    else setCopied(done)
  }
  const close = (): void => setCopied(null)
  const dialog = (
    <Opened part={NotOpened} isOpen={copied !== null} close={close}>
      <NotOpened done={copied} onClose={close} />
    </Opened>
  )
  return { tell, dialog }
}

/** The finding goes with a person to an agent or a shell in its repository. */
export function useHandOver(): {
  readonly start: (id: AlertId, to: HandOverTo) => void
  readonly dialog: ReactNode
} {
  const { client, api, queries } = useBridge()
  const { tell, dialog } = useOpened()
  const start = (id: AlertId, to: HandOverTo): void => {
    void attempt(client.alerts.handOver({ id, to })).then((done) => {
      if (done === null) return
      void queries.invalidateQueries({ queryKey: api.alerts.key() })
      tell(done)
    })
  }
  return { start, dialog }
}

export function HandOverMenu({ id }: { id: AlertId }): ReactNode {
  const { start, dialog } = useHandOver()
  return (
    <>
      <Menu
        trigger={<Button size="s">{PARTS.handOver.menu}</Button>}
        entries={[
          { label: PARTS.handOver.agent, run: () => start(id, 'agent') },
          { label: PARTS.handOver.terminal, run: () => start(id, 'terminal') },
        ]}
      />
      {dialog}
    </>
  )
}
