import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FlaskConical, Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Explanation } from '../../shared/contract/beats.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { plural } from '../../shared/base/amounts.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { Card, Empty, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { tableTime, titleTime, useMinute } from '../kit/time.ts'
import { WHY as COPY } from './copy.ts'
import { DryRunDialog } from './dry-run.tsx'

/** Why the thread does what it does, what comes next, and which setting came from where. */
export function Why({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const why = useQuery(api.explain.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  const [isTrying, setTrying] = useState(false)
  return (
    <section aria-labelledby="why-title">
      <SectionTitle
        id="why-title"
        right={
          <Button size="s" look="ghost" onClick={() => setTrying(true)}>
            <FlaskConical size={13} /> {COPY.dryRun}
          </Button>
        }
      >
        {COPY.title}
      </SectionTitle>
      <Card>
        {why.isError && (
          <Empty
            title={COPY.failed}
            text={messageOf(why.error)}
            actions={<Button onClick={() => void why.refetch()}>{COPY.again}</Button>}
          />
        )}
        {why.isPending && <Skeleton rows={3} height={32} />}
        {why.isSuccess && <Explained why={why.data} />}
      </Card>
      {isTrying && <DryRunDialog thread={thread} onClose={() => setTrying(false)} />}
    </section>
  )
}

function Explained({ why }: { why: Explanation }): ReactNode {
  const now = useMinute(why.lastLook?.at)
  return (
    <>
      <dl className="selectable grid grid-cols-[72px_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3 text-13">
        <dt className="text-ink-3">{COPY.lastLook}</dt>
        <dd>
          {why.lastLook === null ? (
            COPY.noLook
          ) : (
            <>
              <time title={titleTime(why.lastLook.at)} className="mr-2 tabular-nums text-ink-3">
                {tableTime(why.lastLook.at, now)}
              </time>
              <LookWords text={why.lastLook.text} />
            </>
          )}
        </dd>
        <dt className="text-ink-3">Next</dt>
        <dd className="font-medium">
          <Ticks text={why.next} />
        </dd>
        {why.eventsWait !== null && (
          <>
            <dt className="text-ink-3">{COPY.events}</dt>
            <dd>{why.eventsWait}</dd>
          </>
        )}
        {why.undone.length > 0 && (
          <>
            <dt className="text-ink-3">{COPY.undone}</dt>
            <dd>
              {why.undone.map((text) => (
                <p key={text} dir="auto" className="text-alert">
                  <Ticks text={text} />
                </p>
              ))}
            </dd>
          </>
        )}
      </dl>
      <Gates gates={why.gates} />
      <Settings settings={why.settings} />
    </>
  )
}

/** "Urgent – main is red": what was found has its own direction, wherever its words are from. */
function LookWords({ text }: { text: string }): ReactNode {
  const [outcome = '', ...summary] = text.split(/(?<= – )/)
  return (
    <>
      {outcome}
      <bdi>
        <Ticks text={summary.join('')} />
      </bdi>
    </>
  )
}

function Gates({ gates }: Pick<Explanation, 'gates'>): ReactNode {
  if (gates.length === 0) return null
  const closed = gates.find((g) => !g.open)
  return (
    <Fold
      title={COPY.gates}
      isOpen={closed !== undefined}
      right={
        closed === undefined ? (
          <span className="text-12 text-ink-3">{COPY.allOpen(gates.length)}</span>
        ) : (
          <span className="flex items-center gap-1 text-12 text-alert">
            <Lock aria-hidden size={12} /> {COPY.closedAt(closed.gate)}
          </span>
        )
      }
    >
      <ol className="px-4 pb-3">
        {gates.map((g) => (
          <li
            key={g.gate}
            className="grid grid-cols-[16px_minmax(110px,170px)_minmax(0,1fr)] items-start gap-x-2.5 py-1 text-13"
          >
            <span className="flex h-5 items-center">
              {g.open ? (
                <CircleCheck role="img" aria-label="open" size={14} className="text-quiet" />
              ) : (
                <Lock role="img" aria-label="closed" size={14} className="text-alert" />
              )}
            </span>
            <span className={`first-letter:uppercase ${g.open ? 'text-ink-2' : 'font-medium'}`}>
              {g.gate}
            </span>
            <span className={`selectable ${g.open ? 'text-ink-3' : 'font-medium text-ink'}`}>
              <Ticks text={g.text} />
            </span>
          </li>
        ))}
      </ol>
    </Fold>
  )
}

function Settings({ settings }: Pick<Explanation, 'settings'>): ReactNode {
  if (settings.length === 0) return null
  return (
    <Fold
      title={COPY.settings}
      right={<span className="text-12 text-ink-3">{plural(settings.length, 'setting')}</span>}
    >
      <dl className="px-4 pb-3">
        {settings.map((s) => (
          <div
            key={s.label}
            className="grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)_auto] items-center gap-x-4 py-1 text-13"
          >
            <dt className="text-ink-2">{s.label}</dt>
            <dd className="selectable [overflow-wrap:anywhere]">{s.value}</dd>
            <dd>
              <Chip tone={s.source === 'HEARTBEAT.json' ? 'accent' : 'neutral'}>{s.source}</Chip>
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}

const Fold = ({
  title,
  right,
  isOpen = false,
  children,
}: {
  title: string
  right: ReactNode
  isOpen?: boolean
  children: ReactNode
}): ReactNode => (
  <details open={isOpen} className="border-t border-line">
    <summary className="px-4 py-2 text-13 hover:bg-hover focus-visible:-outline-offset-2">
      <span className="inline-flex w-[calc(100%-1.25rem)] items-center justify-between gap-3 align-middle">
        <span>{title}</span>
        {right}
      </span>
    </summary>
    {children}
  </details>
)
