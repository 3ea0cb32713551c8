import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { HINDRANCE_WORDS } from '../../shared/attempts/hindrance.ts'
import type { AttemptsView, MetricView } from '../../shared/contract/attempts.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useThread } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Card, Empty, Page, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { CopyButton, CopyLine } from '../kit/text/copy-line.tsx'
import { Actions } from './actions.tsx'
import { AttemptList } from './attempt-list.tsx'
import { ATTEMPTS_COPY as COPY } from './copy.ts'
import { DeadEnds } from './dead-ends/dead-ends.tsx'
import { METRIC_COPY } from './metric-copy.ts'
import { MetricForm } from './metric-form.tsx'
import { More, pivotOf, SinceSelect, sincePivot, type Since } from './which-runs.tsx'
import { ScoreChart } from './score-chart.tsx'
import { bestOf, csvOf, leaders, runsOf, scoreText } from './scores.ts'

/** At first, then, then at most. */
const SHOWN = [500, 3000, 10_000] as const
/** Attempts come while the page is open, and nothing else of the thread changes with them. */
const FOLLOWED = { staleTime: 0, refetchInterval: 5000 }

/** What came of work towards a number: scores over runs, and what the agent was asked between them. */
export function AttemptsPage({ id }: { id: ThreadId }): ReactNode {
  const { api } = useBridge()
  const thread = useThread(id)
  const [whose, setWhose] = useState<'own' | 'team'>('own')
  const [isEditing, setEditing] = useState(false)
  const [more, setMore] = useState(0)
  const [since, setSince] = useState<Since>('all')
  const limit = SHOWN[more] ?? SHOWN[0]
  const input = { id, team: whose === 'team', limit }
  const view = useQuery(api.attempts.view.queryOptions({ input, ...FOLLOWED }))
  const metric = view.data?.metric ?? null
  return (
    <Page
      title={COPY.title(thread?.name ?? '')}
      sub={metric === null ? undefined : metricText(metric)}
      actions={
        <>
          {metric !== null && (
            <Select
              label={COPY.whose}
              value={whose}
              options={{ own: COPY.ownOnly, team: COPY.team(metric.team) }}
              onChange={setWhose}
            />
          )}
          {view.data !== undefined && pivotOf(view.data) !== null && (
            <SinceSelect value={since} onChange={setSince} />
          )}
          {view.data !== undefined && view.data.attempts.length > 0 && (
            <CopyButton text={csvOf(view.data.attempts)} what={COPY.csv} word={COPY.copy} />
          )}
          {metric !== null && <Button onClick={() => setEditing(true)}>{METRIC_COPY.edit}</Button>}
          <Button onClick={() => navigate(threadPath(id))}>{COPY.back}</Button>
        </>
      }
    >
      {view.isError && (
        <Card>
          <Empty title={COPY.failed} text={messageOf(view.error)} />
        </Card>
      )}
      {view.isPending && <Skeleton rows={4} height={40} />}
      {view.data !== undefined && (
        <Shown
          id={id}
          view={since === 'pivot' ? sincePivot(view.data) : view.data}
          isTeam={whose === 'team'}
          onSet={() => setEditing(true)}
        />
      )}
      {view.data?.attempts.length === limit && (
        <More shown={limit} onMore={more < SHOWN.length - 1 ? () => setMore(more + 1) : null} />
      )}
      {isEditing && (
        <MetricForm id={id} name={thread?.name ?? ''} metric={metric} onClose={() => setEditing(false)} />
      )}
    </Page>
  )
}

const metricText = ({ team, direction, command, folder, minGain, noise }: MetricView): string =>
  [
    `${team}: ${COPY.better[direction]}`,
    COPY.by(command, folder),
    COPY.least(minGain),
    ...(command === null ? [] : [COPY.noise(noise)]),
  ].join(' · ')

function Shown({
  id,
  view,
  isTeam,
  onSet,
}: {
  id: ThreadId
  view: AttemptsView
  isTeam: boolean
  onSet: () => void
}): ReactNode {
  const { metric, attempts, interventions } = view
  if (metric === null && attempts.length === 0) return <NotMeasured id={id} onSet={onSet} />
  const direction = metric?.direction ?? 'lower'
  const oldestFirst = attempts.toReversed()
  // The engine’s own where there is one: it knows also what is not shown.
  const best = isTeam ? bestOf(attempts, direction) : (view.best ?? bestOf(attempts, direction))
  return (
    <div className="flex flex-col gap-6">
      {metric?.isApproved === false && (
        <p role="alert" className="text-13 text-alert">
          {COPY.notApproved}
        </p>
      )}
      {view.hindrances.length > 0 && (
        <ul className="flex flex-col gap-1 text-13 text-alert">
          {view.hindrances.map((one) => (
            <li key={one}>{HINDRANCE_WORDS[one]}</li>
          ))}
        </ul>
      )}
      {attempts.length === 0 ? (
        <Card>
          <Empty title={COPY.none} text={COPY.noneText} />
        </Card>
      ) : (
        <Card>
          <Figures view={view} best={best} />
          {best !== null && (
            <ScoreChart
              attempts={oldestFirst}
              interventions={interventions}
              direction={direction}
              best={best}
              noise={metric?.noise ?? null}
            />
          )}
        </Card>
      )}
      {isTeam && <Leaders view={view} direction={direction} />}
      {attempts.length > 0 && (
        <AttemptList attempts={attempts} interventions={interventions} best={best} isTeam={isTeam} />
      )}
      {metric !== null && <DeadEnds id={id} />}
      {metric !== null && <Actions id={id} />}
    </div>
  )
}

function NotMeasured({ id, onSet }: { id: ThreadId; onSet: () => void }): ReactNode {
  const thread = useThread(id)
  return (
    <Card className="p-4">
      <Empty title={COPY.notMeasured(thread?.name ?? '')} text={COPY.notMeasuredText} />
      <p className="pb-4 text-center">
        <Button look="primary" onClick={onSet}>
          {METRIC_COPY.set}
        </Button>
      </p>
      <div className="mx-auto max-w-[640px] pb-4">
        <p className="mb-1 text-12 text-ink-3">{COPY.onCommandLine}</p>
        <CopyLine text={COPY.setCommand(thread?.number ?? 0)} what={COPY.open} />
      </div>
    </Card>
  )
}

function Figures({ view, best }: { view: AttemptsView; best: number | null }): ReactNode {
  const { attempts, stalled, owed } = view
  const figures = [
    [COPY.best, best === null ? '–' : scoreText(best)],
    [COPY.runs, String(runsOf(attempts))],
    [COPY.stalled, String(stalled)],
    [COPY.due, owed.length === 0 ? COPY.nothingDue : owed.join(', ')],
  ] as const
  return (
    <dl className="grid grid-cols-4 border-b border-line">
      {figures.map(([name, value]) => (
        <div key={name} className="border-r border-line px-4 py-3 last:border-r-0">
          <dt className="text-11 text-ink-3">{name}</dt>
          <dd className="truncate text-16 font-semibold tabular-nums" title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Leaders({
  view: { attempts },
  direction,
}: {
  view: AttemptsView
  direction: MetricView['direction']
}): ReactNode {
  const all = leaders(attempts, direction)
  if (all.length === 0) return null
  return (
    <section aria-labelledby="leaders">
      <SectionTitle id="leaders" count={String(all.length)}>
        {COPY.byThread}
      </SectionTitle>
      <Card>
        <ol>
          {all.map(({ name, best, runs }, i) => (
            <li
              key={name}
              className="flex items-baseline gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <span className="w-6 text-ink-3 tabular-nums">{i + 1}</span>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="font-medium tabular-nums">{scoreText(best)}</span>
              <span className="w-20 text-right text-12 text-ink-3 tabular-nums">{runs}</span>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}
