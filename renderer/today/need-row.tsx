import { useRef, type ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { ALERT_COPY } from '../commands/actions/alert-copy.ts'
import { snooze } from '../commands/actions/alerts.ts'
import { resume } from '../commands/actions/pause.ts'
import { locateFolder } from '../commands/actions/threads.tsx'
import { trustThread } from '../commands/actions/trust.tsx'
import { Button, Kbd } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { ReviewButton } from '../parts/approval/review-button.tsx'
import { RunAgain } from '../parts/again/run-again.tsx'
import { FateChip } from '../parts/chips.tsx'
import { HandOverMenu } from '../parts/hand-over/hand-over.tsx'
import type { Need } from './attention.ts'
import { TODAY } from './copy.ts'
import { useNeed, type NeedActions } from './use-need.ts'

const EDGE: Partial<Record<Need['outcome'], string>> = { urgent: 'bg-urgent-fill', broken: 'bg-broken-fill' }
const Edge = ({ outcome }: { outcome: Need['outcome'] }): ReactNode => (
  <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${EDGE[outcome] ?? 'bg-alert-fill'}`} />
)

interface NeedProps {
  readonly need: Need
  /** With what it says besides, and with all that can be done. */
  readonly isOpen: boolean
  /** It was clicked, or got the focus. */
  readonly onOpen: () => void
}

/** Beside a longer one there is no room for buttons. */
const SHORT_TITLE = 36

/** One thread that needs a person, in one line. */
export function NeedRow({ need, isOpen, onOpen }: NeedProps): ReactNode {
  const element = useRef<HTMLElement>(null)
  const actions = useNeed(need, element)
  const isShort =
    need.detail === '' &&
    need.more.length === 0 &&
    need.title.length <= SHORT_TITLE &&
    (need.kind === 'approve' || need.thread.approvalsWanted === 0) // one button more
  const isBeside = isOpen && isShort
  return (
    <article
      ref={element}
      tabIndex={0}
      aria-label={actions.label}
      onFocus={(event) => event.target === event.currentTarget && onOpen()}
      className="group relative border-b border-line pr-2 pl-4.5 last:border-b-0 focus-visible:-outline-offset-2"
    >
      <Edge outcome={need.outcome} />
      <div className="flex flex-wrap items-center gap-x-3">
        <div
          className={`flex min-h-9 min-w-0 flex-1 items-center gap-3 max-[1100px]:basis-full ${isOpen ? 'py-1.5' : ''}`}
        >
          <span className="flex w-28 shrink-0">
            <FateChip fate={need.outcome}>{need.chip}</FateChip>
          </span>
          <span className="w-32 shrink-0 truncate text-13 font-medium" title={need.thread.name}>
            {need.thread.name}
          </span>
          <h3
            className={`selectable min-w-0 flex-1 text-13 ${isOpen ? 'line-clamp-2 font-semibold' : 'truncate text-ink-2'}`}
            title={need.title}
            dir="auto"
          >
            <Ticks text={need.title} />
          </h3>
          {!isOpen && need.more.length > 0 && (
            <span className="shrink-0 text-12 text-ink-3">{TODAY.needs.more(need.more.length)}</span>
          )}
          {!isOpen && <RowButtons need={need} actions={actions} />}
          <Since at={actions.since} className={isBeside ? 'min-[1101px]:hidden' : ''} />
        </div>
        {isBeside && (
          <>
            <span className="max-[1100px]:w-full max-[1100px]:pb-2">
              <Buttons need={need} actions={actions} />
            </span>
            <Since at={actions.since} className="max-[1100px]:hidden" />
          </>
        )}
      </div>
      {isOpen && !isShort && <Opened need={need} actions={actions} />}
    </article>
  )
}

const Since = ({ at, className }: { at: string; className: string }): ReactNode => (
  <span
    className={`min-w-18 shrink-0 text-right whitespace-nowrap text-12 text-ink-3 tabular-nums ${className}`}
  >
    {at}
  </span>
)

interface OpenedProps {
  readonly need: Need
  readonly actions: NeedActions
}

/** What it says besides, and all that can be done. */
function Opened({ need, actions }: OpenedProps): ReactNode {
  const more = need.more.slice(0, 2).map((a) => a.text.split('\n')[0] ?? '')
  const left = need.more.length - more.length
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 pb-2.5">
      <div className="min-w-[504px] flex-1 pl-[264px] text-13 text-ink-2 max-[1100px]:min-w-60 max-[1100px]:pl-0">
        {need.detail !== '' && (
          <p className="selectable line-clamp-2">
            <Ticks text={need.detail} />
          </p>
        )}
        {more.map((text, i) => (
          <p key={i} className="truncate" title={text} dir="auto">
            <Ticks text={text} />
          </p>
        ))}
        {left > 0 && <p className="text-12 text-ink-3">{TODAY.needs.more(left)}</p>}
      </div>
      <Buttons need={need} actions={actions} />
    </div>
  )
}

function Buttons({ need, actions }: OpenedProps): ReactNode {
  const { thread, alerts, kind } = need
  const isMissing = kind === 'missing' // there is nothing to beat or to open
  const app = useBridge()
  const snoozes = ALERT_COPY.snoozes.map(({ label, key }) => ({
    label,
    run: () => void snooze(app, actions.ids, key),
  }))
  return (
    <div className="ml-auto flex flex-wrap gap-1.5 max-[1100px]:w-full max-[1100px]:justify-end">
      <Decide need={need} look="primary" />
      <Button size="s" look={isDecided(need) ? 'secondary' : 'primary'} onClick={actions.open}>
        {kind === 'broken' ? TODAY.needs.openRun : 'Open'}
      </Button>
      {alerts.length > 0 && (
        <Button size="s" onClick={actions.acknowledge}>
          Acknowledge <Kbd keys="A" />
        </Button>
      )}
      <RunAgain alert={alerts[0]} />
      {alerts.length > 0 && <Menu trigger={<Button size="s">Snooze…</Button>} entries={snoozes} />}
      {kind !== 'approve' && <ReviewButton thread={thread} />}
      {alerts[0] !== undefined && !isMissing && <HandOverMenu id={alerts[0].id} />}
      {thread.trusted && !isMissing && (
        <Button size="s" onClick={actions.beat}>
          {thread.running === null ? (
            <>
              {TODAY.needs.beatAgain} <Kbd keys="B" />
            </>
          ) : (
            TODAY.needs.watch
          )}
        </Button>
      )}
    </div>
  )
}

const DECIDED: readonly Need['kind'][] = ['trust', 'approve', 'permit']

/** The first thing to do stands there; the rest comes with the pointer. With the focus it is opened. */
function RowButtons({ need, actions }: OpenedProps): ReactNode {
  const { thread, alerts, kind } = need
  const isIdle = thread.running === null
  const open = (
    <Button size="s" look="ghost" onClick={actions.open}>
      {kind === 'broken' ? TODAY.needs.openRun : 'Open'}
    </Button>
  )
  return (
    <span className="flex shrink-0 gap-1">
      <span className="hidden gap-1 group-hover:flex">
        {alerts.length > 0 && (
          <Button
            size="s"
            look="ghost"
            aria-label={TODAY.needs.acknowledgeOf(thread.name)}
            onClick={actions.acknowledge}
          >
            Acknowledge
          </Button>
        )}
        {thread.trusted && (
          <Button
            size="s"
            look="ghost"
            aria-label={isIdle ? TODAY.needs.beatAgainOf(thread.name) : TODAY.needs.watchOf(thread.name)}
            onClick={actions.beat}
          >
            {isIdle ? TODAY.needs.beatAgain : 'Watch'}
          </Button>
        )}
      </span>
      <Decide need={need} />
      {!DECIDED.includes(kind) && open}
    </span>
  )
}

const isDecided = ({ kind, thread }: Need): boolean =>
  DECIDED.includes(kind) ||
  kind === 'missing' ||
  thread.permissionsWanted > 0 ||
  thread.pause?.by === 'failures'

/** The step that only a person can take. */
function Decide({
  need: { kind, thread },
  look = 'secondary',
}: {
  need: Need
  look?: 'primary' | 'secondary'
}): ReactNode {
  const app = useBridge()
  if (kind === 'trust')
    return (
      <Button size="s" look={look} onClick={() => void trustThread(app, thread)}>
        Trust…
      </Button>
    )
  if (kind === 'approve') return <ReviewButton thread={thread} look={look} />
  if (kind === 'missing')
    return (
      <Button size="s" look={look} onClick={() => void locateFolder(app, thread)}>
        Locate…
      </Button>
    )
  if (thread.permissionsWanted > 0)
    return (
      <Button size="s" look={look} onClick={() => navigate(threadPath(thread.id))}>
        Decide…
      </Button>
    )
  if (thread.pause?.by === 'failures')
    return (
      <Button size="s" look={look} onClick={() => resume(app, thread)}>
        Resume
      </Button>
    )
  return null
}
