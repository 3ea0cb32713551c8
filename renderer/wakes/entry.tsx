import {
  Bell,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleOff,
  ShieldAlert,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { TimelineEntry } from '../../shared/contract/beats.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import type { RunId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { isTakenBack, type SystemEvent } from '../../shared/events/system-event.ts'
import { HOLD_WORD, REASON_WORD, SOURCE_MEANING, SOURCE_WORD } from '../../shared/views/words.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { FateChip } from '../parts/chips.tsx'
import { navigate, PLACES, runPath } from '../client/navigation.ts'
import { clockTime, fullTime, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { ENTRY as COPY } from './copy.ts'
import { ReasonGlyph, SourceGlyph } from './source-glyph.tsx'

const ROW =
  'grid grid-cols-[52px_20px_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line px-4 py-2.5 ' +
  'text-13 last:border-b-0'
const LINES_SHOWN = 8
const CHARS_SHOWN = 900

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>

export const Entry = ({ entry, thread }: { entry: TimelineEntry; thread: ThreadView }): ReactNode =>
  entry.kind === 'event' ? (
    <EventEntry event={entry.event} thread={thread} />
  ) : (
    <WakeEntry wake={entry} thread={thread} />
  )

const Time = ({ at }: { at: number }): ReactNode => (
  <time
    dateTime={new Date(at).toISOString()}
    title={titleTime(at)}
    className="text-12 leading-5 text-ink-3 tabular-nums"
  >
    {clockTime(at)}
  </time>
)

/** A place in the window, as a link that can be told to a neighbour. */
export const Go = ({
  to,
  children,
  label,
}: {
  to: string
  children: ReactNode
  label?: string
}): ReactNode => (
  <a
    href={`#${to}`}
    aria-label={label}
    className="inline-flex rounded-[3px] text-accent underline-offset-2 hover:underline"
    onClick={(e) => {
      e.preventDefault()
      navigate(to)
    }}
  >
    {children}
  </a>
)
const RunLink = ({ id, at }: { id: RunId; at: number }): ReactNode => (
  <Go to={runPath(id)} label={COPY.openRunOf(fullTime(at))}>
    {COPY.openRun}
  </Go>
)

function EventEntry({ event, thread }: { event: SystemEvent; thread: ThreadView }): ReactNode {
  const { client, api, queries } = useBridge()
  const now = useMinute()
  const takeBack = async (): Promise<void> => {
    await attempt(client.events.dismiss({ id: event.id }), COPY.takenBack)
    await queries.invalidateQueries({ queryKey: api.events.timeline.key({ input: { id: thread.id } }) })
  }
  return (
    <li className={ROW} aria-label={`${SOURCE_WORD[event.source]}: ${event.text.slice(0, 80)}`}>
      <Time at={event.lastAt} />
      <span className="flex h-5 items-center">
        <SourceGlyph source={event.source} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 leading-5 text-ink-3">
          <span className="font-medium text-ink-2" title={SOURCE_MEANING[event.source]}>
            {SOURCE_WORD[event.source]}
          </span>
          {event.count > 1 && (
            <span title={COPY.repeated(event.count, fullTime(event.at))}>
              <Chip tone="neutral">×{event.count}</Chip>
            </span>
          )}
          {!event.trusted && (
            <span title={COPY.untrusted} className="flex items-center gap-1 text-alert">
              <ShieldAlert size={13} aria-hidden /> untrusted
            </span>
          )}
          {event.ambient && <span title={COPY.ambientHelp}>{COPY.ambient}</span>}
          {event.count > 1 && <span>first {tableTime(event.at, now)}</span>}
        </p>
        <Text text={revealHidden(event.text)} />
        <StateLine event={event} />
      </div>
      {event.state === 'waiting' && (
        <Button size="s" onClick={() => void takeBack()}>
          {COPY.takeBack}
        </Button>
      )}
    </li>
  )
}

function Text({ text }: { text: string }): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const lines = text.split('\n')
  const isLong = lines.length > LINES_SHOWN + 2 || text.length > CHARS_SHOWN * 1.2
  const shown = isWhole || !isLong ? text : `${lines.slice(0, LINES_SHOWN).join('\n').slice(0, CHARS_SHOWN)}…`
  return (
    <>
      <p className="selectable max-w-[100ch] [overflow-wrap:anywhere] whitespace-pre-wrap text-ink">
        {shown}
      </p>
      {isLong && (
        <Button
          size="s"
          look="ghost"
          className="-ml-2.5"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? COPY.less : COPY.more}
        </Button>
      )}
    </>
  )
}

const STATE: Record<
  SystemEvent['state'],
  { icon: LucideIcon; tone: string; words: (e: SystemEvent) => string }
> = {
  waiting: {
    icon: CircleDashed,
    tone: 'text-ink-3',
    words: (e) => (e.ambient ? COPY.waitsAlong : COPY.waits),
  },
  shown: { icon: CircleDot, tone: 'text-accent', words: () => COPY.shown },
  consumed: { icon: CircleCheck, tone: 'text-quiet', words: () => COPY.consumed },
  expired: {
    icon: CircleOff,
    tone: 'text-ink-3',
    words: (e) => (isTakenBack(e) ? COPY.takenBackBefore : COPY.expired),
  },
  told: { icon: Bell, tone: 'text-accent', words: () => COPY.told },
  listed: { icon: CircleOff, tone: 'text-ink-3', words: () => COPY.listed },
}
function StateLine({ event }: { event: SystemEvent }): ReactNode {
  const { icon: Icon, tone, words } = STATE[event.state]
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-12 text-ink-3">
      <Icon aria-hidden size={13} className={`shrink-0 ${tone}`} /> {words(event)}
      {event.runId !== null && (
        <>
          <span aria-hidden>·</span> <RunLink id={event.runId} at={event.lastAt} />
        </>
      )}
      {event.state === 'told' && (
        <>
          <span aria-hidden>·</span> <Go to={PLACES.inbox}>{COPY.openInbox}</Go>
        </>
      )}
    </p>
  )
}

function WakeEntry({ wake, thread }: { wake: Of<'wake'>; thread: ThreadView }): ReactNode {
  const waiting = thread.waiting.find((w) => w.itemId === wake.itemId)
  return (
    <li className={ROW} aria-label={`Wake: ${REASON_WORD[wake.reason]}`}>
      <Time at={wake.at} />
      <span className="flex h-5 items-center">
        <ReasonGlyph reason={wake.reason} />
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span>
          <span className="font-medium">Wake</span>
          <span className="text-ink-2">: {REASON_WORD[wake.reason]}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-12 text-ink-3">
          <Became wake={wake} waiting={waiting} />
        </span>
      </p>
      <span />
    </li>
  )
}

function Became({
  wake,
  waiting,
}: {
  wake: Of<'wake'>
  waiting: ThreadView['waiting'][number] | undefined
}): ReactNode {
  if (wake.runId !== null)
    return (
      <>
        <span aria-hidden>→</span> <FateChip fate={wake.outcome ?? 'running'} />{' '}
        <RunLink id={wake.runId} at={wake.at} />
      </>
    )
  if (waiting === undefined)
    return (
      <>
        <span aria-hidden>→</span> <span>{COPY.cancelled}</span>
      </>
    )
  return (
    <>
      <span aria-hidden>→</span> <FateChip fate="waiting" />{' '}
      <span>{waiting.hold === null ? COPY.startsNext : HOLD_WORD[waiting.hold]}</span>{' '}
      <span aria-hidden>·</span> <Go to={PLACES.queue}>{COPY.openQueue}</Go>
    </>
  )
}
