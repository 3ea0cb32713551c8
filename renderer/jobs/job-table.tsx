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
import type { JobAction } from '../../shared/jobs/job.ts'
import type { JobId } from '../../shared/base/ids.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { Menu } from '../kit/menu.tsx'
import { JOB_WORDS, JOBS_COPY as COPY } from './copy.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { fullTime, inAWhile, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { menuEntry } from '../commands/command.ts'
import { JOB } from '../commands/job-commands.ts'
import { useBridge } from '../client/bridge.ts'
import { JobPanel } from './job-panel.tsx'
import { RUN_STATE_TONE, RUN_STATE_WORD, standingOf } from './words.ts'

const ICON: Record<JobAction['kind'], LucideIcon> = {
  event: Bell,
  agent: Bot,
  command: Terminal,
  reflect: BookOpen,
}
const GRID =
  'grid items-center gap-3 ' +
  'grid-cols-[minmax(150px,1.3fr)_minmax(90px,.8fr)_minmax(120px,1.1fr)_112px_minmax(110px,1fr)_110px] ' +
  'max-[1000px]:grid-cols-[minmax(130px,1.2fr)_minmax(80px,.7fr)_minmax(96px,1fr)_96px_minmax(90px,.8fr)_68px]'

interface Props {
  readonly jobs: readonly JobView[]
  readonly openId: JobId | null
  readonly onToggle: (id: JobId) => void
  readonly onEdit: (job: JobView) => void
  readonly onRemove: (job: JobView) => void
}

export function JobTable({ jobs, openId, onToggle, onEdit, onRemove }: Props): ReactNode {
  const app = useBridge()
  const now = useMinute()
  return (
    <div role="table" aria-label="Jobs">
      <div role="row" className={`${GRID} h-8 border-b border-line px-4 text-11 font-medium text-ink-3`}>
        {['Job', 'Thread', 'Schedule', 'Next', 'Last'].map((h) => (
          <span key={h} role="columnheader">
            {h}
          </span>
        ))}
        <span role="columnheader">
          <span className="sr-only">Actions</span>
        </span>
      </div>
      {jobs.map((job) => {
        const Icon = ICON[job.action.kind]
        const standing = standingOf(job, now)
        const isOpen = openId === job.id
        const last = job.lastRun
        return (
          <Fragment key={job.id}>
            <div
              role="row"
              className={
                `${GRID} min-h-12 border-b border-line px-4 py-1.5 text-13 last:border-b-0 ` +
                `hover:bg-hover ${job.pause !== null || job.nextDueAt === null ? 'text-ink-2' : ''}`
              }
            >
              <span role="cell" className="min-w-0">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  className="flex max-w-full items-center gap-2 rounded-[3px] text-left font-medium"
                  onClick={() => onToggle(job.id)}
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
              <span
                role="cell"
                className="line-clamp-2 min-w-0 text-ink-2"
                title={
                  job.schedule.kind === 'cron'
                    ? `${job.schedule.expr}${job.schedule.timeZone === '' ? '' : ` (${job.schedule.timeZone})`}`
                    : job.schedule.kind === 'at'
                      ? fullTime(job.schedule.at)
                      : undefined
                }
              >
                {job.words}
              </span>
              <span role="cell" className="min-w-0 text-12">
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
              </span>
              <span role="cell" className="min-w-0 text-12">
                {last === null ? (
                  <span className="text-ink-3">never</span>
                ) : (
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
                )}
              </span>
              <span role="cell" className="flex justify-end gap-1">
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
                    { label: 'Edit…', run: () => onEdit(job) },
                    null,
                    { ...menuEntry(app, JOB.remove, job), run: () => onRemove(job) },
                  ]}
                />
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
      })}
    </div>
  )
}
