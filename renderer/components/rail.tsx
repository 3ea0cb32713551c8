import { Bot, CalendarClock, FolderGit2, History, ListOrdered, Settings, Sun, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useFleet } from '../live.ts'
import { navigate, PLACES, type Place } from '../navigation.ts'
import { Chip } from './chip.tsx'
import { Logo } from './glyph.tsx'
import { Pulse } from './pulse.tsx'

export const RAIL: readonly { readonly place: Place; readonly word: string; readonly icon: LucideIcon }[] = [
  { place: 'today', word: 'Today', icon: Sun },
  { place: 'threads', word: 'Threads', icon: FolderGit2 },
  { place: 'queue', word: 'Queue', icon: ListOrdered },
  { place: 'jobs', word: 'Jobs', icon: CalendarClock },
  { place: 'history', word: 'History', icon: History },
  { place: 'agents', word: 'Agents', icon: Bot },
  { place: 'settings', word: 'Settings', icon: Settings },
]

/** Which entry a page belongs to. */
const placeOf = (path: string): Place => {
  if (path.startsWith('/thread')) return 'threads'
  if (path.startsWith('/run')) return 'history'
  if (path === PLACES.ahead) return 'queue'
  return RAIL.find(({ place }) => PLACES[place] === path)?.place ?? 'today'
}

export function Rail(): ReactNode {
  const [path] = useLocation()
  const here = placeOf(path)
  const needYou = useFleet((fleet) => fleet.verdict.needYou)
  const isDemo = useFleet((fleet) => fleet.demo)
  const waiting = useFleet((fleet) => fleet.waiting)
  const resting = useFleet((fleet) => fleet.resting.length)
  const count: Partial<Record<Place, number>> = { today: needYou, queue: waiting, agents: resting }
  const spoken: Partial<Record<Place, string>> = { today: 'need you', queue: 'waiting', agents: 'resting' }
  return (
    <nav aria-label="Places" className="flex w-46 shrink-0 flex-col border-r border-line px-2.5 pt-3.5 pb-3 max-[1000px]:w-15">
      <div className="mb-3 flex h-7 items-center gap-2 px-2.5 text-14 font-semibold"><Logo /><span className="max-[1000px]:hidden">Threadbeat</span></div>
      {isDemo && <p className="-mt-1.5 mb-2 px-2.5 max-[1000px]:px-0 max-[1000px]:text-center" title="Small pretend repositories, beaten faster than usual. Nothing of yours is touched."><Chip tone="accent">Demo<span className="max-[1000px]:sr-only">&nbsp;fleet</span></Chip></p>}
      {RAIL.map(({ place, word, icon: Icon }) => (
        <a
          key={place} href={`#${PLACES[place]}`} aria-current={here === place ? 'page' : undefined} title={word} draggable={false}
          onClick={(event) => {
            event.preventDefault()
            navigate(PLACES[place])
          }}
          className={`relative flex h-8 items-center gap-3 rounded-control border px-2.5 text-13 transition-colors duration-120 ${place === 'settings' ? 'mt-auto' : 'mb-0.5'} ${
            here === place ? 'border-line bg-surface font-medium text-ink' : 'border-transparent text-ink-2 hover:bg-neutral-tint hover:text-ink'
          }`}
        >
          <Icon size={18} strokeWidth={1.75} className="shrink-0" />
          <span className="max-[1000px]:sr-only">{word}</span>
          {(count[place] ?? 0) > 0 && (
            <span className="ml-auto rounded-full bg-neutral-tint px-1.5 text-11 text-ink-2 max-[1000px]:absolute max-[1000px]:-top-0.5 max-[1000px]:right-0">
              {count[place]}<span className="sr-only"> {spoken[place]}</span>
            </span>
          )}
        </a>
      ))}
      <div className="mt-2 border-t border-line"><Pulse /></div>
    </nav>
  )
}
