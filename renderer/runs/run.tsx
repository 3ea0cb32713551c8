import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { FAULT_WORDS } from '../../shared/base/faults.ts'
import type { RunId } from '../../shared/base/ids.ts'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { SKIP_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { OUTCOME_MEANING } from '../../shared/runs/outcome-words.ts'
import { plural } from '../../shared/base/amounts.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { RunChip } from '../parts/chips.tsx'
import { ChangedFile } from './changed-file.tsx'
import { CompareMenu, ComparePage } from './compare.tsx'
import { LiveLog } from './output/live-log.tsx'
import { LiveRun, RunAction } from './live-run.tsx'
import { Log } from './output/log.tsx'
import { RunNote } from '../notes/run-note.tsx'
import { WholeOutput } from './output/whole-output.tsx'
import { RUN, RUN_PAGE as COPY } from './copy.ts'
import { Banner, Empty, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { TaskList } from './task-list.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { HandOverMenu } from '../parts/hand-over/hand-over.tsx'
import { useFleet, useThread } from '../client/live.ts'
import { navigate, PLACES, threadPath, useHashSearch } from '../client/navigation.ts'
import { ContinueInTerminal, Refusals, Said, Touched } from './agent/agent-parts.tsx'
import { ReportOf } from './agent/agent-report.tsx'
import { RunFacts } from './run-facts.tsx'
import { Why } from './agent/why.tsx'
import { ToolCalls } from './agent/tool-calls.tsx'
import { CopyButton } from '../kit/text/copy-line.tsx'
import { fullTime, titleTime } from '../kit/time.ts'

export function RunPage({ id }: { id: RunId }): ReactNode {
  const other = useHashSearch().get('with')
  return other !== null && other !== id && other.startsWith('run_') ? (
    <ComparePage id={id} other={other as RunId} />
  ) : (
    <OneRun id={id} />
  )
}

function OneRun({ id }: { id: RunId }): ReactNode {
  const { api } = useBridge()
  const run = useQuery(api.runs.get.queryOptions({ input: { id } }))
  if (run.isError)
    return (
      <Empty
        title={COPY.failed}
        text={messageOf(run.error)}
        actions={<Button onClick={() => navigate(PLACES.history)}>{COPY.openHistory}</Button>}
      />
    )
  if (run.data === undefined)
    return (
      <div className="px-7 pt-5">
        <Skeleton rows={8} height={48} />
      </div>
    )
  return <RunView run={run.data} />
}

function RunView({ run }: { run: RunDetail }): ReactNode {
  const thread = useThread(run.threadId)
  const live = thread?.running?.runId === run.id ? thread.running : null
  // What it printed is told already: by an agent in its own words, or of each command where its task stands.
  const isBeside = run.turn !== null || run.tasks.some(({ output }) => output !== '')
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-5 [&>[role=status]]:mb-0 px-7 pt-4 pb-10 max-[1000px]:px-5">
      <RunHeader run={run} thread={thread} />
      {live !== null && <LiveRun running={live} />}
      {run.outcome === null && <LiveLog id={run.id} />}
      {run.fault !== null && (
        <Banner tone="plum">
          <strong className="font-semibold">{FAULT_WORDS[run.fault.code].title}.</strong>{' '}
          <span className="text-ink-2">{FAULT_WORDS[run.fault.code].repair}</span>
          {run.summary?.includes(run.fault.message) !== true && (
            <span className="selectable block">{run.fault.message}</span>
          )}
        </Banner>
      )}
      <Why run={run} thread={thread} />
      <Refusals run={run} thread={thread} />
      <Touched run={run} />
      <ChangedFile run={run} />
      <Said run={run} />
      <RunNote id={run.id} />
      <RunFacts run={run} />
      {run.tasks.length > 0 && (
        <section aria-labelledby="tasks-title">
          <SectionTitle id="tasks-title" count={plural(run.tasks.length, 'task')}>
            {COPY.done}
          </SectionTitle>
          <TaskList tasks={run.tasks} hadAgent={run.turn !== null} />
        </section>
      )}
      <ReportOf run={run} />
      {run.turn !== null && <ToolCalls turn={run.turn} />}
      <ContinueInTerminal run={run} />
      {run.output !== '' && isBeside && <Folded title={COPY.printed} text={run.output} label={COPY.output} />}
      {isBeside && <WholeOutput run={run} />}
      {run.output !== '' && !isBeside && (
        <section aria-labelledby="output-title">
          <SectionTitle id="output-title">Output</SectionTitle>
          <WholeOutput run={run} />
          <Log text={run.output} label={COPY.output} name={run.id} />
        </section>
      )}
      {run.prompt !== null && <Folded title={COPY.prompt} text={run.prompt} label="Prompt" />}
    </div>
  )
}

const Folded = ({ title, text, label }: { title: string; text: string; label: string }): ReactNode => (
  <details>
    <summary className="rounded-control text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase hover:text-ink">
      {title}
    </summary>
    <div className="my-2 flex justify-end">
      <CopyButton text={text} what={label.toLowerCase()} word="Copy" />
    </div>
    <Log text={text} label={label} name={label.toLowerCase().replaceAll(' ', '-')} />
  </details>
)

function RunHeader({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  return (
    <header>
      <button
        type="button"
        onClick={() => history.back()}
        className="-ml-1 mb-1 flex items-center rounded-control px-1 text-12 text-ink-3 hover:text-ink"
      >
        <ChevronLeft size={14} /> Back
      </button>
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-12 text-ink-3">
            <RunChip run={run} />
            <button
              type="button"
              className="rounded-[3px] font-medium text-ink-2 hover:underline"
              onClick={() => navigate(threadPath(run.threadId))}
            >
              {run.threadName}
            </button>
            <span>
              · {kindWords(run)} · <span title={titleTime(run.startedAt)}>{fullTime(run.startedAt)}</span>
            </span>
          </p>
          <h1 className="selectable mt-1 text-20 font-semibold tracking-[-0.01em] text-pretty">
            <Ticks text={summaryOf(run)} />
          </h1>
        </div>
        <span className="flex shrink-0 items-center gap-2">
          <CopyButton text={`threadbeat://run/${run.id}`} what="link" word={RUN.copyLink} />
          <CompareMenu run={run} />
          <HandOverRun run={run} />
          <RunAction run={run} thread={thread} />
        </span>
      </div>
    </header>
  )
}

function summaryOf({ summary, outcome, skipReason }: RunDetail): string {
  if (summary !== null) return summary
  if (outcome === null) return COPY.runningNow
  return skipReason === null ? OUTCOME_MEANING[outcome] : COPY.skipped(SKIP_WORD[skipReason])
}

function kindWords({ kind, tiers }: RunDetail): string {
  if (kind !== 'heartbeat') return kind
  const tier = tiers.at(-1)
  return tier === undefined ? 'beat' : `${TIER_WORD[tier].toLowerCase()} beat`
}

/** What this run found and nobody has answered yet can be taken to an agent or a terminal. */
function HandOverRun({ run }: { run: RunDetail }): ReactNode {
  const alert = useFleet((fleet) => fleet.alerts.find((a) => a.runId === run.id))
  return alert === undefined ? null : <HandOverMenu id={alert.id} />
}
