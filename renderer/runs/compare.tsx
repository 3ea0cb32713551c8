import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Columns2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunId } from '../../shared/base/ids.ts'
import type { RunDetail, TaskResult } from '../../shared/runs/run.ts'
import { TASK_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import { messageOf } from '../client/attempt.ts'
import { count, runCost } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { RunChip } from '../parts/chips.tsx'
import { Diff } from '../kit/text/diff.tsx'
import { Menu } from '../kit/menu.tsx'
import { Card, Empty, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { whyWords } from './run-list.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { COMPARE as COPY, RUN_PAGE } from './copy.ts'
import { navigate, runPath } from '../client/navigation.ts'
import { fullTime, pastTime, runTime, titleTime, useMinute } from '../kit/time.ts'
import { lineDiff } from '../../shared/views/line-diff.ts'
import { hunksOf } from './changed-file.tsx'

/** Runs that are offered; older ones are compared from their own page. */
const OFFERED = 12

/** Leads to this run beside another one of its thread. */
export function CompareMenu({ run }: { run: RunDetail }): ReactNode {
  const { api } = useBridge()
  const now = useMinute()
  const page = useQuery(api.runs.page.queryOptions({ input: { threadId: run.threadId, limit: 50 } }))
  const others = (page.data?.runs ?? [])
    .filter(
      (r) => r.id !== run.id && r.outcome !== null && r.outcome !== 'skipped' && r.outcome !== 'unchanged',
    )
    .slice(0, OFFERED)
  const entries = others.map((r) => ({
    label: COPY.before(pastTime(r.startedAt, now), OUTCOME_WORD[r.outcome!]),
    ...(r.durationMs !== null && { hint: runTime(r.durationMs) }),
    run: () => navigate(`${runPath(run.id)}?with=${r.id}`),
  }))
  // Two runs of the same minute would read the same, and a menu is chosen from by its words.
  const distinct = entries.filter((e, i) => entries.findIndex((o) => o.label === e.label) === i)
  return (
    <Menu
      trigger={
        <Button size="s">
          <Columns2 size={14} /> {COPY.open}
        </Button>
      }
      entries={
        distinct.length === 0 ? [{ label: COPY.alone, disabled: true, run: () => undefined }] : distinct
      }
    />
  )
}

/** Two runs side by side, the older one at the left. */
export function ComparePage({ id, other }: { id: RunId; other: RunId }): ReactNode {
  const { api } = useBridge()
  const first = useQuery(api.runs.get.queryOptions({ input: { id } }))
  const second = useQuery(api.runs.get.queryOptions({ input: { id: other } }))
  const error = first.error ?? second.error
  if (error !== null)
    return (
      <Empty
        title={COPY.failed}
        text={messageOf(error)}
        actions={<Button onClick={() => navigate(runPath(id))}>{COPY.openAlone}</Button>}
      />
    )
  if (first.data === undefined || second.data === undefined)
    return (
      <div className="px-7 pt-5">
        <Skeleton rows={8} height={48} />
      </div>
    )
  const [a, b] =
    first.data.startedAt <= second.data.startedAt ? [first.data, second.data] : [second.data, first.data]
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-5 px-7 pt-4 pb-10 max-[1000px]:px-5">
      <header>
        <button
          type="button"
          onClick={() => history.back()}
          className="-ml-1 mb-1 flex items-center rounded-control px-1 text-12 text-ink-3 hover:text-ink"
        >
          <ChevronLeft size={14} /> Back
        </button>
        <h1 className="text-20 font-semibold tracking-[-0.01em]">{COPY.title}</h1>
        <p className="mt-0.5 text-13 text-ink-2">{COPY.help(a.threadName)}</p>
      </header>
      <Facts a={a} b={b} />
      <Tasks a={a} b={b} />
      <Texts title={COPY.said} a={a.reply} b={b.reply} />
      <Texts title={RUN_PAGE.prompt} a={a.prompt ?? ''} b={b.prompt ?? ''} />
    </div>
  )
}

interface Two {
  readonly a: RunDetail
  readonly b: RunDetail
}

function Facts({ a, b }: Two): ReactNode {
  return (
    <Card>
      <table className="w-full table-fixed text-left text-13">
        <colgroup>
          <col className="w-36" />
          <col />
          <col />
        </colgroup>
        <thead>
          <tr className="border-b border-line">
            <td />
            {[a, b].map((run) => (
              <th key={run.id} scope="col" className="px-3 py-2.5 font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  <RunChip run={run} />
                  <button
                    type="button"
                    title={titleTime(run.startedAt)}
                    className="rounded-[3px] font-medium hover:underline"
                    onClick={() => navigate(runPath(run.id))}
                  >
                    {fullTime(run.startedAt)}
                  </button>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {factsOf(a).map(([what, left], i) => (
            <Pair key={what} what={what} left={left} right={factsOf(b)[i]![1]} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const factsOf = (run: RunDetail): readonly (readonly [string, string])[] => {
  const usage = run.turn?.usage ?? null
  const tier = run.tiers.at(-1)
  return [
    [COPY.outcome, run.summary ?? (run.outcome === null ? RUN_PAGE.runningNow : COPY.none)],
    [RUN_PAGE.facts.why, whyWords(run) ?? COPY.none],
    [COPY.tier, tier === undefined ? COPY.none : TIER_WORD[tier]],
    ['Took', run.durationMs === null ? COPY.none : runTime(run.durationMs)],
    ['Cost', run.turn?.costUsd == null ? COPY.none : runCost(run.turn.costUsd)],
    ['Runner', [run.runner, run.turn?.model ?? run.model].filter(Boolean).join(' · ')],
    [
      'Tokens',
      usage === null
        ? COPY.none
        : RUN_PAGE.facts.tokens(count(usage.input), count(usage.cached), count(usage.output)),
    ],
    ['Calls', run.turn === null ? COPY.none : count(run.turn.callCount)],
  ]
}

/** The sign says by itself what the tint repeats. */
function Pair({ what, left, right }: { what: ReactNode; left: string; right: string }): ReactNode {
  const differs = left !== right
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="px-4 py-2 text-12 font-normal text-ink-3">
        {what}
        {differs && (
          <>
            {' '}
            <span aria-hidden className="font-semibold text-alert">
              ≠
            </span>
            <span className="sr-only">{COPY.differs}</span>
          </>
        )}
      </th>
      {[left, right].map((value, i) => (
        <td key={i} className={`selectable px-3 py-2 break-words ${differs ? 'bg-alert-tint' : ''}`}>
          <Ticks text={value} />
        </td>
      ))}
    </tr>
  )
}

function Tasks({ a, b }: Two): ReactNode {
  const byKey = new Map([...b.tasks, ...a.tasks].map((t) => [t.key, t.text]))
  if (byKey.size === 0) return null
  const told = (run: RunDetail, key: string): string => {
    const task: TaskResult | undefined = run.tasks.find((t) => t.key === key)
    return task === undefined ? COPY.none : [TASK_WORD[task.status], task.note].filter(Boolean).join(': ')
  }
  return (
    <section aria-labelledby="compare-tasks">
      <SectionTitle id="compare-tasks">Tasks</SectionTitle>
      <Card>
        <table className="w-full table-fixed text-left text-13">
          <colgroup>
            <col className="w-1/3" />
            <col />
            <col />
          </colgroup>
          <tbody>
            {[...byKey].map(([key, text]) => (
              <Pair
                key={key}
                what={
                  <span className="text-13 text-ink">
                    <Ticks text={text} />
                  </span>
                }
                left={told(a, key)}
                right={told(b, key)}
              />
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  )
}

function Texts({ title, a, b }: { title: string; a: string; b: string }): ReactNode {
  if (a === '' && b === '') return null
  return (
    <section aria-label={title}>
      <SectionTitle>{title}</SectionTitle>
      {a === b ? (
        <p className="text-12 text-ink-3">{COPY.same}</p>
      ) : (
        <Diff text={hunksOf(lineDiff(a, b))} label={title} />
      )}
    </section>
  )
}
