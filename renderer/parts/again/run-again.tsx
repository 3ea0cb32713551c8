import { useState, type ReactNode } from 'react'
import { runsAgain, type Alert } from '../../../shared/alerts/alert.ts'
import type { KeptCommand } from '../../../shared/events/command-again.ts'
import { later, Opened } from '../../client/later.tsx'
import { Button } from '../../kit/button.tsx'
import { AGAIN } from './copy.ts'

const AskAgain = later(async () => (await import('./ask-again.tsx')).AskAgain)

/** Of a failed command: it is run once more after the person has seen exactly what and where. */
export function RunAgain({ alert }: { alert: Alert | undefined }): ReactNode {
  const [asked, setAsked] = useState<KeptCommand | null>(null)
  const close = (): void => setAsked(null)
  const command = alert === undefined ? null : runsAgain(alert)
  if (alert === undefined || command === null) return null
  return (
    <>
      <Button size="s" onClick={() => setAsked(command)}>
        {AGAIN.offer}
      </Button>
      <Opened part={AskAgain} isOpen={asked !== null} close={close}>
        {asked !== null && <AskAgain alert={alert} command={asked} onClose={close} />}
      </Opened>
    </>
  )
}
