import {
  Bell,
  Bot,
  BookOpen,
  ChevronRight,
  MoreHorizontal,
  Play,
  Terminal,
  type LucideIcon,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { JobAction, JobSchedule } from '../../shared/jobs/job.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { menuEntry } from '../commands/command.ts'
import { JOB } from '../commands/job-commands.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { Menu } from '../kit/menu.tsx'
import { fullTime, inAWhile, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { JOB_WORDS, JOBS_COPY as COPY } from './copy.ts'
import { JobPanel } from './job-panel.tsx'
import { RUN_STATE_TONE, RUN_STATE_WORD, standingOf } from './words.ts'

const ICON: Record<JobAction['kind'], LucideIcon> = {
  event: Bell,
  agent: Bot,
  command: Terminal,
  reflect: BookOpen,
}
export const GRID =
  'grid items-center gap-3 ' +
  'grid-cols-[minmax(150px,1.3fr)_minmax(90px,.8fr)_minmax(120px,1.1fr)_112px_minmax(110px,1fr)_110px] ' +
  'max-[1000px]:grid-cols-[minmax(130px,1.2fr)_minmax(80px,.7fr)_minmax(96px,1fr)_96px_minmax(90px,.8fr)_68px]'

interface Props {
  readonly job: JobView
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A job in one line; opened, also what it is exactly and when it was due. */
export function JobRow(props: Props): ReactNode {
  const { job, isOpen } = props
  return (
    <Fragment>
      <div
        role="row"
        className={
          `${GRID} min-h-12 border-b border-line px-4 py-1.5 text-13 last:border-b-0 ` +
          `hover:bg-hover ${job.pause !== null || job.nextDueAt === null ? 'text-ink-2' : ''}`
        }
      >
        <span role="cell" className="min-w-0">
          <Name {...props} />
        </span>
        <span role="cell" className="min-w-0">
          <button
            type="button"
            title={job.threadName}
            className="max-w-full truncate rounded-[3px] text-ink-2 hover:underline"
            onClick={() => navigate(threadPath(job.threadId))}
          >
            {job.threadName}
          </button>
        </span>
        <span role="cell" className="line-clamp-2 min-w-0 text-ink-2" title={exactly(job.schedule)}>
          {job.words}
        </span>
        <span role="cell" className="min-w-0 text-12">
          <Next job={job} />
        </span>
        <span role="cell" className="min-w-0 text-12">
          <Last job={job} />
        </span>
        <span role="cell" className="flex justify-end gap-1">
          <Actions {...props} />
        </span>
      </div>
      {isOpen && (
        <div role="row">
          <div role="cell">
            <JobPanel job={job} />
          </div>
        </div>
      )}
    </Fragment>
  )
}

/** What the schedule's words stand for. undefined: they say it all. */
function exactly(schedule: JobSchedule): string | undefined {
  if (schedule.kind === 'at') return fullTime(schedule.at)
  if (schedule.kind !== 'cron') return undefined
  return `${schedule.expr}${schedule.timeZone === '' ? '' : ` (${schedule.timeZone})`}`
}

function Name({ job, isOpen, onToggle }: Props): ReactNode {
  const Icon = ICON[job.action.kind]
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex max-w-full items-center gap-2 rounded-[3px] text-left font-medium"
      onClick={onToggle}
      title={isOpen ? 'Close' : COPY.showRuns}
    >
      <ChevronRight
        size={13}
        className={`shrink-0 text-ink-3 transition-transform duration-120 ${isOpen ? 'rotate-90' : ''}`}
      />
      <span className="flex shrink-0 text-ink-3" title={JOB_WORDS.action[job.action.kind]}>
        <Icon size={15} strokeWidth={1.75} />
        <span className="sr-only">{JOB_WORDS.action[job.action.kind]}: </span>
      </span>
      <span className="truncate">{job.name}</span>
    </button>
  )
}

function Next({ job }: { job: JobView }): ReactNode {
  const now = useMinute()
  const standing = standingOf(job, now)
  return (
    <>
      {job.nextDueAt !== null && standing.tone !== 'broken' && (
        <span className="block tabular-nums" title={titleTime(job.nextDueAt)}>
          <span className="text-ink-2">{inAWhile(job.nextDueAt, now)}</span>
          <span className="block text-11 text-ink-3">{tableTime(job.nextDueAt, now)}</span>
        </span>
      )}
      {job.nextDueAt === null && standing.chip === null && <span className="text-ink-3">–</span>}
      {standing.chip !== null && standing.tone !== 'alert' && (
        <span title={standing.text}>
          <Chip tone={standing.tone}>{standing.chip}</Chip>
        </span>
      )}
    </>
  )
}

function Last({ job }: { job: JobView }): ReactNode {
  const now = useMinute()
  const standing = standingOf(job, now)
  const last = job.lastRun
  if (last === null) return <span className="text-ink-3">never</span>
  return (
    <>
      <span title={standing.tone === 'alert' ? standing.text : undefined}>
        <Chip tone={RUN_STATE_TONE[last.state]}>
          {RUN_STATE_WORD[last.state]}
          {last.state === 'failed' && job.failures > 1 && ` ${job.failures}×`}
        </Chip>
      </span>{' '}
      <span
        className="text-ink-3 tabular-nums max-[1000px]:block"
        title={titleTime(last.startedAt ?? last.dueAt)}
      >
        {tableTime(last.startedAt ?? last.dueAt, now)}
      </span>
    </>
  )
}

function Actions({ job, onEdit, onRemove }: Props): ReactNode {
  const app = useBridge()
  return (
    <>
      <Button
        size="s"
        aria-label={COPY.run(job.name)}
        title={JOB.run.title}
        onClick={() => JOB.run.run(app, job)}
      >
        <Play size={11} />
        <span className="max-[1000px]:hidden">Run</span>
      </Button>
      <Menu
        trigger={
          <Button look="ghost" size="icon" aria-label={COPY.more(job.name)}>
            <MoreHorizontal size={15} />
          </Button>
        }
        entries={[
          menuEntry(app, job.pause === null ? JOB.pause : JOB.resume, job),
          { label: 'Edit…', run: onEdit },
          null,
          { ...menuEntry(app, JOB.remove, job), run: onRemove },
        ]}
      />
    </>
  )
}
