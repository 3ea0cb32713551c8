import { FileText, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { PARTS } from './copy.ts'

/**
 * Where no beat starts any more: tick at once, and say what came of it; or read why. `folds`: pictures
 * alone beside a folded rail.
 */
export function SchedulerHelp({ folds = false }: { folds?: boolean }): ReactNode {
  const { client } = useBridge()
  const restart = async (): Promise<void> => {
    const done = await attempt(client.fleet.restart())
    if (done?.halted === true) toast.error(PARTS.scheduler.still)
    else if (done !== null) toast(PARTS.scheduler.ok)
  }
  const word = folds ? 'max-[1000px]:sr-only' : ''
  return (
    <span className={`flex shrink-0 flex-wrap gap-1.5 ${folds ? 'max-[1000px]:justify-center' : ''}`}>
      <Button size="s" title={PARTS.scheduler.restart} onClick={() => void restart()}>
        <RotateCcw size={13} aria-hidden /> <span className={word}>{PARTS.scheduler.restart}</span>
      </Button>
      <Button size="s" title={PARTS.scheduler.logs} onClick={() => void attempt(client.app.showLogs())}>
        <FileText size={13} aria-hidden /> <span className={word}>{PARTS.scheduler.logs}</span>
      </Button>
    </span>
  )
}
