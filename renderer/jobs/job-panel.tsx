import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { JobRun } from '../../shared/jobs/job.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Chip, type Tone } from '../kit/chip.tsx'
import { Skeleton } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { JobApproval } from './job-approval.tsx'
import { JOB_APPROVAL_COPY, JOB_PANEL_COPY as COPY, JOB_WORDS } from './copy.ts'
import { navigate, runPath } from '../client/navigation.ts'
import { fullTime, runTime, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { doesWhat, RUN_STATE_TONE, RUN_STATE_WORD, standingOf, tookMs } from './words.ts'

const INK: Partial<Record<Tone, string>> = { broken: 'text-broken', alert: 'text-alert' }

/** What the job is, exactly, and every time it was due. */
export function JobPanel({ job }: { job: JobView }): ReactNode {
  const now = useMinute()
  const standing = standingOf(job, now)
  const [isReviewing, setReviewing] = useState(false)
  return (
    <div className="border-b border-line bg-sunken px-4 py-3">
      {standing.chip !== null && (
        <p className={`mb-2 text-13 ${INK[standing.tone] ?? 'text-ink-2'}`}>{standing.text}</p>
      )}
      {job.action.kind === 'command' && (
        <Button size="s" className="mb-2" onClick={() => setReviewing(true)}>
          {JOB_APPROVAL_COPY.review}
        </Button>
      )}
      {isReviewing && <JobApproval job={job} onClose={() => setReviewing(false)} />}
      <p className="text-12 text-ink-2">
        <span className="font-medium">{JOB_WORDS.action[job.action.kind]}.</span> {doesWhat(job)}
      </p>
      {job.action.kind === 'command' && (
        <p className="selectable mt-1.5 font-mono text-12 break-all text-ink">
          {job.action.argv
            .map((a) => (/^[\w@%+=:,./-]+$/.test(a) ? a : JSON.stringify(revealHidden(a))))
            .join(' ')}
        </p>
      )}
      {job.action.kind === 'agent' && (
        <p className="selectable mt-1.5 max-w-[90ch] text-12 whitespace-pre-wrap text-ink">
          {revealHidden(job.action.prompt)}
        </p>
      )}
      {job.action.kind === 'event' && (
        <p className="selectable mt-1.5 max-w-[90ch] text-12 whitespace-pre-wrap text-ink">
          {revealHidden(job.action.text)}
        </p>
      )}
      <div className="mt-3 rounded-control border border-line bg-surface">
        <Runs job={job} />
      </div>
    </div>
  )
}

function Runs({ job }: { job: JobView }): ReactNode {
  const { api } = useBridge()
  const runs = useQuery(api.jobs.runs.queryOptions({ input: { id: job.id } }))
  if (runs.isError)
    return (
      <p className="flex items-center gap-3 px-3 py-2 text-12 text-ink-2">
        {COPY.runsFailed(messageOf(runs.error))}{' '}
        <Button size="s" onClick={() => void runs.refetch()}>
          {COPY.again}
        </Button>
      </p>
    )
  if (runs.data === undefined) return <Skeleton rows={3} height={32} />
  if (runs.data.length === 0) return <p className="px-3 py-2 text-12 text-ink-3">{COPY.neverDue}</p>
  return <RunsOfJob name={job.name} rows={runs.data} />
}

const GRID = 'grid items-center gap-3 grid-cols-[80px_80px_88px_64px_minmax(0,1fr)_64px]'

function RunsOfJob({ name, rows }: { name: string; rows: readonly JobRun[] }): ReactNode {
  return (
    <div role="table" aria-label={COPY.runsOf(name)} className="text-12">
      <div role="row" className={`${GRID} h-7 border-b border-line px-3 text-11 font-medium text-ink-3`}>
        {COPY.columns.map((h) => (
          <span key={h} role="columnheader" className={h === 'Took' ? 'text-right' : ''}>
            {h}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        <RunOfJob key={`${row.dueAt}-${row.attempt}-${row.byHand}`} row={row} />
      ))}
    </div>
  )
}

function RunOfJob({ row }: { row: JobRun }): ReactNode {
  const now = useMinute()
  const took = tookMs(row)
  return (
    <div
      role="row"
      className={
        `${GRID} relative min-h-8 border-b border-line px-3 py-1 last:border-b-0 ` +
        `${row.runId === null ? '' : 'hover:bg-hover'}`
      }
    >
      <span role="cell" className="tabular-nums" title={titleTime(row.dueAt)}>
        <DueAt row={row} />
      </span>
      <span
        role="cell"
        className="tabular-nums text-ink-2"
        title={row.startedAt === null ? undefined : fullTime(row.startedAt)}
      >
        {row.startedAt === null ? '–' : tableTime(row.startedAt, now)}
      </span>
      <span role="cell">
        <Chip tone={RUN_STATE_TONE[row.state]}>
          {RUN_STATE_WORD[row.state]}
          {row.count > 1 && ` ${row.count}×`}
        </Chip>
      </span>
      <span role="cell" className="text-ink-3">
        {attemptWords(row)}
      </span>
      <span role="cell" className="min-w-0 text-ink-2">
        <Ticks text={summaryOf(row)} />
        {row.count > 1 && <span className="sr-only">{COPY.standsFor(row.count)}</span>}
      </span>
      <span role="cell" className="text-right tabular-nums text-ink-3">
        {took === null ? '–' : runTime(took)}
      </span>
    </div>
  )
}

/** Leads to the run, where there is one. */
function DueAt({ row: { dueAt, runId } }: { row: JobRun }): ReactNode {
  const now = useMinute()
  if (runId === null) return tableTime(dueAt, now)
  return (
    <a
      href={`#${runPath(runId)}`}
      onClick={(e) => {
        e.preventDefault()
        navigate(runPath(runId))
      }}
      className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {tableTime(dueAt, now)}
    </a>
  )
}

function summaryOf({ summary, state }: JobRun): string {
  if (summary !== null) return summary
  if (state === 'running') return COPY.running
  return state === 'waiting' ? COPY.waiting : ''
}

function attemptWords({ byHand, attempt }: JobRun): string {
  if (byHand) return COPY.byHand
  return attempt > 1 ? COPY.attempt(attempt) : ''
}
