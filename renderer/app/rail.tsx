import {
  CircleArrowUp,
  FolderGit2,
  History,
  Inbox,
  Lightbulb,
  ListFilter,
  ListOrdered,
  Settings,
  Sun,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { FRAME } from './copy.ts'
import { PartCrash } from '../client/crash.tsx'
import { later } from '../client/later.tsx'
import { useFleet, useOthers } from '../client/live.ts'
import { navigate, PLACES, useHashSearch, type Place, viewPath } from '../client/navigation.ts'
import { Chip } from '../kit/chip.tsx'
import { useShown } from '../hub/choice.ts'
import { Logo } from '../kit/logo.tsx'
import { Pulse } from './pulse.tsx'

const MachineSwitcher = later(async () => (await import('../hub/machine-switcher.tsx')).MachineSwitcher)

const RAIL: readonly { readonly place: Place; readonly word: string; readonly icon: LucideIcon }[] = [
  { place: 'today', word: 'Today', icon: Sun },
  { place: 'threads', word: 'Threads', icon: FolderGit2 },
  { place: 'inbox', word: 'Inbox', icon: Inbox },
  { place: 'history', word: 'History', icon: History },
  { place: 'queue', word: 'Queue', icon: ListOrdered },
  { place: 'pollination', word: 'Suggestions', icon: Lightbulb },
  { place: 'settings', word: 'Settings', icon: Settings },
]

/** What is counted there. */
const SPOKEN: Partial<Record<Place, string>> = {
  today: FRAME.needYou,
  inbox: 'open',
  queue: 'waiting',
  pollination: 'open',
}

/** Which entry a page belongs to. */
const placeOf = (path: string): Place => {
  if (path.startsWith('/thread')) return 'threads'
  if (path.startsWith('/run')) return 'history'
  if (path === PLACES.ahead || path === PLACES.jobs) return 'queue'
  if (path === PLACES.agents || path.startsWith(`${PLACES.settings}/`)) return 'settings'
  return RAIL.find(({ place }) => PLACES[place] === path)?.place ?? 'today'
}

const LINK =
  'relative flex h-8 items-center gap-3 rounded-control border px-2.5 text-13 transition-colors duration-120'
const look = (isHere: boolean): string =>
  isHere
    ? 'border-line bg-surface font-medium text-ink'
    : 'border-transparent text-ink-2 hover:bg-neutral-tint hover:text-ink'

/** Of a machine that has joined a hub. */
function Machines(): ReactNode {
  if (useOthers() === null) return null
  return (
    <PartCrash>
      <MachineSwitcher />
    </PartCrash>
  )
}

export function Rail(): ReactNode {
  const [path] = useLocation()
  const query = useHashSearch().toString()
  const views = useFleet((fleet) => fleet.settings.views)
  const view =
    path === PLACES.threads && query !== ''
      ? views.find((v) => new URLSearchParams(v.query).toString() === query)
      : undefined
  const here = view === undefined ? placeOf(path) : null
  const suggestions = useFleet((fleet) => fleet.suggestions)
  const isDemo = useFleet((fleet) => fleet.demo)
  const count = useCounts()
  // Where nothing was ever suggested, nobody is sent there.
  const shown = RAIL.filter(({ place }) => place !== 'pollination' || suggestions !== null || here === place)
  return (
    <nav
      aria-label="Places"
      className="flex w-48 shrink-0 flex-col overflow-y-auto border-r border-line px-2.5 pt-3.5 pb-3 max-[1000px]:w-15"
    >
      <div className="mb-3 flex h-7 shrink-0 items-center gap-2 px-2.5 text-14 font-semibold">
        <Logo />
        <span className="max-[1000px]:hidden">Threadbeat</span>
      </div>
      {isDemo && (
        <p
          className="-mt-1.5 mb-2 shrink-0 px-2.5 max-[1000px]:px-0 max-[1000px]:text-center"
          title={FRAME.demo.about}
        >
          <Chip tone="accent">
            {FRAME.demo.label}
            <span className="max-[1000px]:sr-only">{FRAME.demo.fleet}</span>
          </Chip>
        </p>
      )}
      <Machines />
      <div className="flex flex-1 shrink-0 flex-col">
        {shown.map(({ place, word, icon }) => (
          <div key={place} className={place === 'settings' ? 'mt-auto' : 'mb-0.5'}>
            {place === 'settings' && views.length > 0 && <Views views={views} current={view} />}
            {place === 'settings' && <UpdateLink />}
            <RailLink
              to={PLACES[place]}
              word={word}
              icon={icon}
              isHere={here === place}
              count={count[place] ?? 0}
              spoken={SPOKEN[place] ?? ''}
            />
          </div>
        ))}
      </div>
      <div className="mt-2 shrink-0 border-t border-line">
        <Pulse />
      </div>
    </nav>
  )
}

/** What stands beside the places: of the machine that they show. */
function useCounts(): Partial<Record<Place, number>> {
  const shown = useShown()
  const needYou = useFleet((fleet) => fleet.verdict.needYou)
  const open = useFleet((fleet) => fleet.openAlerts)
  const waiting = useFleet((fleet) => fleet.waiting)
  const suggestions = useFleet((fleet) => fleet.suggestions)
  const own = { today: needYou, inbox: open, queue: waiting, pollination: suggestions ?? 0 }
  return shown.is === 'one' ? { ...own, today: 0, inbox: shown.machine.openAlerts } : own
}

/** A newer version of the app waits, quietly. */
function UpdateLink(): ReactNode {
  const update = useFleet((fleet) => fleet.update)
  if (update === null) return null
  return (
    <RailLink
      to={`${PLACES.settings}/updates`}
      word={FRAME.update(update.version, update.isReady)}
      icon={CircleArrowUp}
      isHere={false}
    />
  )
}

type View = Readonly<{ name: string; query: string }>

/** Filters that somebody gave a name; they are saved, renamed and removed on the page of the threads. */
function Views({ views, current }: { views: readonly View[]; current: View | undefined }): ReactNode {
  return (
    <section aria-label={FRAME.view.title} className="mb-2 border-t border-line pt-2">
      <h2 className="px-2.5 pb-1 text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase max-[1000px]:sr-only">
        {FRAME.view.title}
      </h2>
      {views.map((view) => (
        <RailLink
          key={view.name}
          to={viewPath(view.query)}
          word={view.name}
          title={FRAME.view.open(view.name)}
          icon={ListFilter}
          initial={view.name}
          isHere={view === current}
        />
      ))}
    </section>
  )
}

function RailLink({
  to,
  word,
  title = word,
  icon: Icon,
  initial,
  isHere,
  count = 0,
  spoken,
}: {
  to: string
  word: string
  title?: string
  icon: LucideIcon
  initial?: string
  isHere: boolean
  count?: number
  spoken?: string
}): ReactNode {
  return (
    <a
      href={`#${to}`}
      aria-current={isHere ? 'page' : undefined}
      title={title}
      draggable={false}
      className={`${LINK} ${look(isHere)}`}
      onClick={(event) => {
        event.preventDefault()
        navigate(to)
      }}
    >
      {/* Folded, several views would look the same but for their first letters. */}
      <Icon
        size={initial === undefined ? 18 : 15}
        strokeWidth={1.75}
        className={`shrink-0 ${initial === undefined ? '' : 'mx-[1.5px] max-[1000px]:hidden'}`}
      />
      {initial !== undefined && (
        <span aria-hidden className="hidden w-full text-center text-12 font-medium max-[1000px]:block">
          {initial.slice(0, 2)}
        </span>
      )}
      <span className="truncate max-[1000px]:sr-only">{word}</span>
      {count > 0 && (
        <span className="ml-auto rounded-full bg-neutral-tint px-1.5 text-11 text-ink-2 max-[1000px]:absolute max-[1000px]:-top-0.5 max-[1000px]:right-0">
          {count > 999 ? '999+' : count}
          <span className="sr-only"> {spoken}</span>
        </span>
      )}
    </a>
  )
}
