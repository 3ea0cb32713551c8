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

export function NeedCard({ need }: { need: Need }): ReactNode {
  const { thread, more } = need
  const element = useRef<HTMLElement>(null)
  const actions = useNeed(need, element)
  return (
    <article
      ref={element}
      tabIndex={0}
      aria-label={actions.label}
      className="card relative flex flex-col overflow-hidden rounded-card border border-line bg-surface py-3.5 pr-4 pl-4.5"
    >
      <Edge outcome={need.outcome} />
      <p className="flex items-center gap-2 text-12 text-ink-3">
        <FateChip fate={need.outcome}>{need.chip}</FateChip>
        <span className="truncate">{[thread.name, actions.since].filter(Boolean).join(' · ')}</span>
      </p>
      <h3 className="selectable mt-1.5 text-14 font-semibold text-pretty">
        <Ticks text={need.title} />
      </h3>
      {need.detail !== '' && (
        <p className="selectable mt-0.5 line-clamp-2 text-13 text-ink-2">
          <Ticks text={need.detail} />
        </p>
      )}
      {more.slice(0, 2).map((a) => (
        <p key={a.id} className="mt-0.5 truncate text-13 text-ink-2">
          · <Ticks text={a.text.split('\n')[0] ?? ''} />
        </p>
      ))}
      {more.length > 2 && <p className="text-12 text-ink-3">{TODAY.needs.more(more.length - 2)}</p>}
      <CardButtons need={need} actions={actions} />
    </article>
  )
}

function CardButtons({ need, actions }: { need: Need; actions: NeedActions }): ReactNode {
  const { thread, alerts, kind } = need
  const app = useBridge()
  const snoozes = ALERT_COPY.snoozes.map(({ label, key }) => ({
    label,
    run: () => void snooze(app, actions.ids, key),
  }))
  return (
    <div className="mt-auto flex flex-wrap gap-1.5 pt-3">
      <Decide need={need} />
      <Button size="s" onClick={actions.open}>
        {kind === 'broken' ? TODAY.needs.openRun : 'Open'}
      </Button>
      {alerts.length > 0 && (
        <Button size="s" onClick={actions.acknowledge}>
          Acknowledge <Kbd keys="A" />
        </Button>
      )}
      <RunAgain alert={alerts[0]} />
      {alerts.length > 0 && <Menu trigger={<Button size="s">Snooze…</Button>} entries={snoozes} />}
      {alerts[0] !== undefined && <HandOverMenu id={alerts[0].id} />}
      {thread.trusted && (
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

/** The same in one line, for the rest of a crowd. */
export function NeedLine({ need }: { need: Need }): ReactNode {
  const element = useRef<HTMLElement>(null)
  const actions = useNeed(need, element)
  return (
    <article
      ref={element}
      tabIndex={0}
      aria-label={actions.label}
      className="relative flex h-11 items-center gap-3 border-b border-line pr-2 pl-4.5 last:border-b-0 focus-visible:-outline-offset-2"
    >
      <Edge outcome={need.outcome} />
      <span className="flex w-28 shrink-0">
        <FateChip fate={need.outcome}>{need.chip}</FateChip>
      </span>
      <span className="w-28 shrink-0 truncate text-13 font-medium">{need.thread.name}</span>
      <h3 className="selectable min-w-0 flex-1 truncate text-13 text-ink-2" title={need.title}>
        <Ticks text={need.title} />
      </h3>
      <span className="shrink-0 text-12 text-ink-3 max-[1240px]:hidden">{actions.since}</span>
      <LineButtons need={need} actions={actions} />
    </article>
  )
}

function LineButtons({ need, actions }: { need: Need; actions: NeedActions }): ReactNode {
  const { thread, alerts, kind } = need
  const isIdle = thread.running === null
  return (
    <span className="flex shrink-0 gap-1">
      <Decide need={need} />
      {kind !== 'trust' && kind !== 'approve' && kind !== 'permit' && (
        <Button size="s" look="ghost" onClick={actions.open}>
          {kind === 'broken' ? TODAY.needs.openRun : 'Open'}
        </Button>
      )}
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
  )
}

/** The step that only a person can take. */
function Decide({ need: { kind, thread } }: { need: Need }): ReactNode {
  const app = useBridge()
  if (kind === 'trust')
    return (
      <Button size="s" onClick={() => void trustThread(app, thread)}>
        Trust…
      </Button>
    )
  if (kind === 'approve')
    return (
      <Button size="s" onClick={() => navigate(threadPath(thread.id, 'settings'))}>
        {TODAY.needs.review}
      </Button>
    )
  if (kind === 'missing')
    return (
      <Button size="s" onClick={() => void locateFolder(app, thread)}>
        Locate…
      </Button>
    )
  if (thread.permissionsWanted > 0)
    return (
      <Button size="s" onClick={() => navigate(threadPath(thread.id))}>
        Decide…
      </Button>
    )
  if (thread.pause?.by === 'failures')
    return (
      <Button size="s" onClick={() => resume(app, thread)}>
        Resume
      </Button>
    )
  return null
}
