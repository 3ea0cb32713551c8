import { Pause as PauseIcon, TriangleAlert, Unplug, FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useActions } from '../actions.tsx'
import { useFleet, useLive } from '../live.ts'
import { tableTime, useMinute } from '../time.ts'
import { formatDuration } from '../../shared/time.ts'
import { Button } from './button.tsx'
import { Banner } from './parts.tsx'

/** What is wrong with the app itself, or holds everything: above every page. */
export function Banners(): ReactNode {
  const connection = useLive((live) => live.connection)
  const engine = useFleet((fleet) => fleet.engine)
  const pause = useFleet((fleet) => fleet.pause)
  const problems = useFleet((fleet) => fleet.problems)
  const stretch = useFleet((fleet) => fleet.stretch)
  const demo = useFleet((fleet) => fleet.demo)
  const actions = useActions()
  const now = useMinute()
  const isNothing = connection === 'live' && engine === 'running' && pause === null && problems.length === 0 && stretch === null && !demo
  if (isNothing) return null
  return (
    <div className="mx-auto w-full max-w-[1440px] px-7 pt-4 max-[1000px]:px-5 [&>*:last-child]:mb-0">
      {connection === 'lost' && <Banner tone="plum" icon={<Unplug size={16} />}>The connection to the scheduler is lost. What you see may be old. Trying again…</Banner>}
      {engine === 'halted' && <Banner tone="plum" icon={<TriangleAlert size={16} />}><strong className="font-semibold">The scheduler has stopped.</strong> No heartbeat starts until Threadbeat is restarted. The log in the data folder says why.</Banner>}
      {pause !== null && (
        <Banner tone="amber" icon={<PauseIcon size={16} />} action={<Button size="s" onClick={() => actions.resume(null)}>Resume</Button>}>
          Everything is paused{pause.until === null ? ' until you resume' : ` until ${tableTime(pause.until, now)}`}. Beats you ask for still run.
        </Banner>
      )}
      {problems.map((p) => <Banner key={p.code + p.text} tone={p.code === 'engine' || p.code === 'store' || p.code === 'disk' ? 'plum' : 'grey'} icon={<TriangleAlert size={16} />}>{p.text} <span className="text-ink-2">{p.repair}</span></Banner>)}
      {stretch !== null && <Banner tone="grey" icon={<TriangleAlert size={16} />}>More beats are due than there is time for. Each thread is beaten about every {formatDuration(stretch.effectiveMs)} instead.</Banner>}
      {demo && <Banner tone="grey" icon={<FlaskConical size={16} />}>Demo fleet: small pretend repositories, beaten faster than usual. Nothing of yours is touched.</Banner>}
    </div>
  )
}
