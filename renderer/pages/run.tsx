import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, HeartPulse, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { FAULT_WORDS } from '../../shared/faults.ts'
import type { RunId } from '../../shared/ids.ts'
import type { RunDetail } from '../../shared/run.ts'
import type { RunningView, ThreadView } from '../../shared/snapshot.ts'
import { formatDuration } from '../../shared/time.ts'
import { OUTCOME_MEANING, plural, SKIP_WORD, TIER_WORD } from '../../shared/words.ts'
import { messageOf, useActions } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { RunChip } from '../components/chip.tsx'
import { ChangedFile } from '../run/changed-file.tsx'
import { Log } from '../run/log.tsx'
import { RunTimeline } from '../run/timeline.tsx'
import { RUN } from '../copy/thread.ts'
import { Banner, Card, Empty, SectionTitle, Skeleton } from '../components/parts.tsx'
import { TaskList, Ticks } from '../components/task-list.tsx'
import { HandOverMenu } from '../inbox/hand-over.tsx'
import { useFleet, useThread } from '../live.ts'
import { navigate, PLACES, threadPath } from '../navigation.ts'
import { reasonWords } from '../components/run-list.tsx'
import { agentFacts, ContinueInTerminal, Refusals, ReportOf, Said, Touched, Why } from '../run/agent-parts.tsx'
import { ToolCalls } from '../run/tool-calls.tsx'
import { CopyButton } from '../components/copy.tsx'
import { clockTime, fullTime, runTime, titleTime, useSecond } from '../time.ts'

export function RunPage({ id }: { id: RunId }): ReactNode {
  const { api } = useBridge()
  const run = useQuery(api.runs.get.queryOptions({ input: { id } }))
  if (run.isError) return <Empty title="This run cannot be shown." text={messageOf(run.error)} actions={<Button onClick={() => navigate(PLACES.history)}>Open the history</Button>} />
  if (run.data === undefined) return <div className="px-7 pt-5"><Skeleton rows={8} height={48} /></div>
  return <RunView run={run.data} />
}

export function RunView({ run }: { run: RunDetail }): ReactNode {
  const thread = useThread(run.threadId)
  const live = thread?.running?.runId === run.id ? thread.running : null
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-5 [&>[role=status]]:mb-0 px-7 pt-4 pb-10 max-[1000px]:px-5">
      <RunHeader run={run} thread={thread} />
      {live !== null && <LiveRun running={live} />}
      {run.fault !== null && (
        <Banner tone="plum">
          <strong className="font-semibold">{FAULT_WORDS[run.fault.code].title}.</strong> <span className="text-ink-2">{FAULT_WORDS[run.fault.code].repair}</span>
          {run.summary?.includes(run.fault.message) !== true && <span className="selectable block">{run.fault.message}</span>}
        </Banner>
      )}
      <Why run={run} thread={thread} />
      <Refusals run={run} thread={thread} />
      <Touched run={run} />
      <ChangedFile run={run} />
      <Said run={run} />
      <Facts run={run} />
      {run.tasks.length > 0 && (
        <section aria-labelledby="tasks-title">
          <SectionTitle id="tasks-title" count={plural(run.tasks.length, 'task')}>What was done</SectionTitle>
          <TaskList tasks={run.tasks} />
        </section>
      )}
      <ReportOf run={run} />
      {run.turn !== null && <ToolCalls turn={run.turn} />}
      <ContinueInTerminal run={run} />
      {run.output !== '' && run.turn !== null && <Folded title="What the runner printed" text={run.output} label="Output of the run" />}
      {run.output !== '' && run.turn === null && (
        <section aria-labelledby="output-title">
          <SectionTitle id="output-title">Output</SectionTitle>
          <Log text={run.output} label="Output of the run" name={run.id} />
        </section>
      )}
      {run.prompt !== null && <Folded title="The prompt that was sent" text={run.prompt} label="Prompt" />}
    </div>
  )
}

const Folded = ({ title, text, label }: { title: string; text: string; label: string }): ReactNode => (
  <details>
    <summary className="rounded-control text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase hover:text-ink">{title}</summary>
    <div className="my-2 flex justify-end"><CopyButton text={text} what={label.toLowerCase()} word="Copy" /></div>
    <Log text={text} label={label} name={label.toLowerCase().replaceAll(' ', '-')} />
  </details>
)

function RunHeader({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const actions = useActions()
  const summary = run.summary ?? (run.outcome === null ? 'Running now.' : run.skipReason === null ? OUTCOME_MEANING[run.outcome] : `Skipped: ${SKIP_WORD[run.skipReason]}.`)
  const tier = run.tiers.at(-1)
  return (
    <header>
      <button type="button" onClick={() => history.back()} className="-ml-1 mb-1 flex items-center rounded-control px-1 text-12 text-ink-3 hover:text-ink"><ChevronLeft size={14} /> Back</button>
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-12 text-ink-3">
            <RunChip run={run} />
            <button type="button" className="rounded-[3px] font-medium text-ink-2 hover:underline" onClick={() => navigate(threadPath(run.threadId))}>{run.threadName}</button>
            <span>· {run.kind !== 'heartbeat' ? run.kind : `${tier === undefined ? '' : `${TIER_WORD[tier].toLowerCase()} `}beat`} · <span title={titleTime(run.startedAt)}>{fullTime(run.startedAt)}</span></span>
          </p>
          <h1 className="selectable mt-1 text-20 font-semibold tracking-[-0.01em] text-pretty"><Ticks text={summary} /></h1>
        </div>
        <span className="flex shrink-0 items-center gap-2">
          <CopyButton text={`threadbeat://run/${run.id}`} what="link" word={RUN.copyLink} />
        <HandOverRun run={run} />
          {run.outcome === null && <Button size="s" look="danger" onClick={() => actions.stop(run.id)}><Square size={12} fill="currentColor" /> Stop</Button>}
          {run.outcome !== null && thread !== undefined && thread.trusted && <Button size="s" onClick={() => actions.beat(thread)}><HeartPulse size={15} /> {thread.running === null ? 'Beat again' : thread.running.kind !== 'heartbeat' ? 'Watch the run' : 'Watch the beat'}</Button>}
        </span>
      </div>
    </header>
  )
}

/** What this run found and nobody has answered yet can be taken to an agent or a terminal. */
function HandOverRun({ run }: { run: RunDetail }): ReactNode {
  const alert = useFleet((fleet) => fleet.alerts.find((a) => a.runId === run.id))
  return alert === undefined ? null : <HandOverMenu id={alert.id} />
}

function LiveRun({ running }: { running: RunningView }): ReactNode {
  const now = useSecond(true)
  const { progress, typicalMs } = running
  const elapsedMs = Math.max(0, now - running.startedAt)
  const share = progress !== null && progress.total > 0 ? progress.done / progress.total : typicalMs === null ? 0 : Math.min(0.95, elapsedMs / typicalMs)
  return (
    <Card className="px-4 py-3">
      <div className="flex justify-between text-13">
        <span className="min-w-0 truncate font-medium text-accent"><Ticks text={progress?.current ?? 'Working…'} /></span>
        <span className="shrink-0 pl-3 tabular-nums text-ink-2">{progress !== null && `${progress.done} of ${progress.total} · `}{formatDuration(elapsedMs)}{typicalMs !== null && typicalMs >= 1000 && ` of ~${formatDuration(typicalMs)}`}</span>
      </div>
      <div role="progressbar" aria-label="Progress" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)} className="mt-2 h-1.5 overflow-hidden rounded-full bg-accent-tint">
        <div className="h-full rounded-full bg-accent transition-[width] duration-200" style={{ width: `${share * 100}%` }} />
      </div>
    </Card>
  )
}

/** Median of the thread's newest finished runs with the same highest tier, this one left out; null: none. */
function useTypical(run: RunDetail): number | null {
  const { api } = useBridge()
  const page = useQuery(api.runs.page.queryOptions({ input: { threadId: run.threadId, limit: 50 } }))
  const alike = (page.data?.runs ?? []).filter((r) => r.id !== run.id && r.kind === run.kind && r.tiers.at(-1) === run.tiers.at(-1) && r.outcome !== 'stopped' && r.outcome !== 'interrupted')
  const took = alike.flatMap((r) => (r.durationMs === null ? [] : [r.durationMs])).sort((a, b) => a - b)
  return took[Math.floor(took.length / 2)] ?? null
}

function Facts({ run }: { run: RunDetail }): ReactNode {
  const typicalMs = useTypical(run)
  const limits = useFleet((fleet) => fleet.settings)
  const tier = run.tiers.at(-1)
  const limitMs = tier === 'daily' ? limits.dailyLimitMs : tier === 'hourly' ? limits.hourlyLimitMs : limits.quickLimitMs
  const facts: (readonly [string, ReactNode])[] = [
    ['Why it woke', run.kind === 'message' ? 'a message' : run.reasons.length === 0 ? '–' : reasonWords(run.reasons)],
    ['What was due', run.tiers.length === 0 ? '–' : run.tiers.map((t) => TIER_WORD[t].toLowerCase()).join(', ')],
    ['Due times answered', run.slots.length === 0 ? 'none; it was extra' : `${run.slots.slice(0, 6).map(clockTime).join(', ')}${run.slots.length > 6 ? ` and ${run.slots.length - 6} more` : ''}`],
    ['Took', run.durationMs === null ? `running${run.kind !== 'heartbeat' ? '' : `; limit ${formatDuration(limitMs)}`}` : `${runTime(run.durationMs)}${typicalMs === null ? '' : `, usually ${runTime(typicalMs)}`}`],
    ['Runner', `${run.runner}${run.exitCode === null ? '' : ` · exit ${run.exitCode}`}`],
    ...agentFacts(run),
  ]
  return (
    <Card className="px-4 py-3">
      <div className="mb-3 border-b border-line pb-3"><RunTimeline run={run} typicalMs={typicalMs} /></div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-8 gap-y-3">
        {facts.map(([what, value]) => (
          <div key={what}><dt className="text-12 text-ink-3">{what}</dt><dd className="selectable text-13">{value}</dd></div>
        ))}
      </dl>
    </Card>
  )
}
