import { Pause as PauseIcon, TriangleAlert, Unplug, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FleetView, Problem } from '../../shared/views/snapshot.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { useBridge } from '../client/bridge.ts'
import { resume } from '../commands/actions/pause.ts'
import { FRAME } from './copy.ts'
import { SchedulerHelp } from '../parts/scheduler-help.tsx'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { tableTime, useMinute } from '../kit/time.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'

/** What is wrong with the app itself, or holds everything: above every page. */
export function Banners(): ReactNode {
  const connection = useLive((live) => live.connection)
  const pause = useFleet((fleet) => fleet.pause)
  const problems = useFleet((fleet) => fleet.problems)
  const stretch = useFleet((fleet) => fleet.stretch)
  const [dismissed, dismiss] = useDismissed()
  const shown = problems.filter((p) => isGrave(p) || !dismissed.has(keyOf(p)))
  if (connection !== 'lost' && pause === null && shown.length === 0 && stretch === null) return null
  return (
    <div className="mx-auto w-full max-w-[1440px] px-7 pt-4 max-[1000px]:px-5 [&>*]:mb-2 [&>*:last-child]:mb-0">
      {connection === 'lost' && (
        <Banner tone="plum" icon={<Unplug size={16} />}>
          {FRAME.banners.lost}
        </Banner>
      )}
      {pause !== null && <PausedBanner pause={pause} />}
      {shown.map((p) => (
        <Banner
          key={keyOf(p)}
          tone={isGrave(p) ? 'plum' : 'grey'}
          icon={<TriangleAlert size={16} />}
          action={<Repair problem={p} onDismiss={() => dismiss(p)} />}
        >
          {p.text} <span className="text-ink-2">{p.repair}</span>
        </Banner>
      ))}
      {stretch !== null && (
        <Banner tone="grey" icon={<TriangleAlert size={16} />}>
          {FRAME.banners.stretched(formatDuration(stretch.effectiveMs))}
        </Banner>
      )}
    </div>
  )
}

function PausedBanner({ pause }: { pause: NonNullable<FleetView['pause']> }): ReactNode {
  const app = useBridge()
  const now = useMinute()
  return (
    <Banner
      tone="amber"
      icon={<PauseIcon size={16} />}
      action={
        <Button size="s" onClick={() => resume(app, null)}>
          Resume
        </Button>
      }
    >
      {FRAME.banners.paused(pause.until === null ? null : tableTime(pause.until, now))}
    </Banner>
  )
}

/** Where in the settings it is mended. */
const SECTION_OF: Readonly<Partial<Record<Problem['code'], string>>> = {
  settings_file: 'advanced',
  pending: 'privacy',
  webhooks_out: 'integrations',
  hub: 'machines',
}

/** What a person can do about it. */
function Repair({ problem: p, onDismiss }: { problem: Problem; onDismiss: () => void }): ReactNode {
  if (p.code === 'engine') return <SchedulerHelp />
  const section = SECTION_OF[p.code]
  if (section !== undefined)
    return (
      <Button size="s" onClick={() => navigate(`${PLACES.settings}/${section}`)}>
        {FRAME.banners.settings}
      </Button>
    )
  if (isGrave(p)) return null
  return (
    <Button look="ghost" size="icon" aria-label={FRAME.banners.dismiss(p.text)} onClick={onDismiss}>
      <X size={14} />
    </Button>
  )
}

/** Grave ones stay as long as they are so; limits of the desktop may be read once and put away. */
const isGrave = (p: Problem): boolean =>
  p.code !== 'tray' && p.code !== 'notifications' && p.code !== 'settings'
const keyOf = (p: Problem): string => `${p.code}: ${p.text}`

const STORED_AS = 'threadbeat:dismissed'

function useDismissed(): [ReadonlySet<string>, (p: Problem) => void] {
  const [keys, setKeys] = useState<ReadonlySet<string>>(readDismissed)
  return [
    keys,
    (p) => {
      const next = new Set([...keys, keyOf(p)].slice(-50))
      setKeys(next)
      localStorage.setItem(STORED_AS, JSON.stringify([...next]))
    },
  ]
}

function readDismissed(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((k) => typeof k === 'string') : [])
  } catch {
    return new Set() // unreadable: they are shown once more
  }
}
