import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { JobId, ThreadId } from '../../shared/base/ids.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Card, Empty, Page, Skeleton } from '../kit/parts.tsx'
import { QueueTabs } from '../queue/queue-tabs.tsx'
import { JOBS_COPY as COPY } from './copy.ts'
import { TEMPLATES } from './draft.ts'
import { JOB } from '../commands/job-commands.ts'
import { JobEditor } from './job-editor.tsx'
import type { Editing } from './use-job-editor.ts'
import { JobTable } from './job-table.tsx'
import { useFleet, useThread } from '../client/live.ts'
import { jobsPath, navigate, useHashSearch } from '../client/navigation.ts'
import { inAWhile, useMinute } from '../kit/time.ts'

/**
 * What happens by itself apart from the beats, of all threads or of one; which job is open stands in the
 * address.
 */
export function JobsPage(): ReactNode {
  const app = useBridge()
  const { api, queries } = app
  const search = useHashSearch()
  const openId = search.get('id') as JobId | null
  const threadId = (search.get('thread') ?? undefined) as ThreadId | undefined
  const thread = useThread(threadId ?? ('' as ThreadId))
  const list = useQuery(api.jobs.list.queryOptions({ input: {} }))
  const [editing, setEditing] = useState<Editing | null>(null)
  const all = list.data ?? []
  const open = (id: JobId | null): void =>
    navigate(jobsPath({ id: id ?? undefined, thread: threadId }), { replace: true })
  const look = (): Promise<void> => queries.invalidateQueries({ queryKey: api.jobs.key() })
  const remove = async (job: JobView): Promise<void> => {
    if ((await JOB.remove.run(app, job)) && openId === job.id) open(null)
  }
  return (
    <>
      <QueueTabs here="jobs" />
      <Page
        title="Jobs"
        sub={<Sub jobs={all} />}
        actions={
          <Button look="primary" onClick={() => setEditing({ job: null })}>
            <Plus size={14} /> {COPY.new}
          </Button>
        }
      >
        {all.length > 0 && <ThreadFilter jobs={all} threadId={threadId} name={thread?.name} />}
        <Card>
          <JobList
            list={list}
            threadId={threadId}
            openId={openId}
            onOpen={open}
            onEdit={setEditing}
            onRemove={(job) => void remove(job)}
          />
        </Card>
        {editing !== null && (
          <JobEditor
            editing={editing}
            threadId={threadId}
            onClose={() => setEditing(null)}
            onSaved={(job) => {
              setEditing(null)
              void look()
              open(job.id)
            }}
          />
        )}
      </Page>
    </>
  )
}

interface ListProps {
  readonly list: UseQueryResult<readonly JobView[]>
  readonly threadId: ThreadId | undefined
  readonly openId: JobId | null
  readonly onOpen: (id: JobId | null) => void
  readonly onEdit: (editing: Editing) => void
  readonly onRemove: (job: JobView) => void
}
function JobList({ list, threadId, openId, onOpen, onEdit, onRemove }: ListProps): ReactNode {
  const thread = useThread(threadId ?? ('' as ThreadId))
  if (list.isError)
    return (
      <Empty
        title={COPY.failed}
        text={messageOf(list.error)}
        actions={<Button onClick={() => void list.refetch()}>{COPY.again}</Button>}
      />
    )
  if (list.data === undefined) return <Skeleton rows={5} height={48} />
  const jobs = list.data.filter((j) => threadId === undefined || j.threadId === threadId)
  if (jobs.length === 0)
    return <NoJobs of={thread?.name} onChoose={(start) => onEdit({ job: null, start })} />
  return (
    <JobTable
      jobs={jobs}
      openId={openId}
      onToggle={(id) => onOpen(id === openId ? null : id)}
      onEdit={(job) => onEdit({ job })}
      onRemove={onRemove}
    />
  )
}

function ThreadFilter({
  jobs,
  threadId,
  name,
}: {
  jobs: readonly JobView[]
  threadId: ThreadId | undefined
  name: string | undefined
}): ReactNode {
  const names = Object.fromEntries(
    [...jobs].sort((a, b) => a.threadName.localeCompare(b.threadName)).map((j) => [j.threadId, j.threadName]),
  )
  const options: Record<string, string> = {
    '': COPY.allThreads,
    ...names,
    ...(threadId !== undefined && { [threadId]: name ?? names[threadId] ?? COPY.removedThread }),
  }
  return (
    <div className="mb-3">
      <Select<string>
        label={COPY.of}
        value={threadId ?? ''}
        options={options}
        onChange={(id) => navigate(jobsPath({ thread: id === '' ? undefined : (id as ThreadId) }))}
      />
    </div>
  )
}

function NoJobs({
  of,
  onChoose,
}: {
  of: string | undefined
  onChoose: (start: Editing['start']) => void
}): ReactNode {
  return (
    <div className="px-6 py-10 text-center">
      <p className="text-16 font-semibold">{of === undefined ? COPY.none : COPY.noneOf(of)}</p>
      <p className="mx-auto mt-1 max-w-[62ch] text-13 text-ink-2">{COPY.noneHelp}</p>
      <ul className="mx-auto mt-5 grid max-w-[780px] grid-cols-3 gap-3 text-left max-[760px]:grid-cols-1">
        {TEMPLATES.map(({ title, text, draft }) => (
          <li key={title}>
            <button
              type="button"
              className="h-full w-full rounded-card border border-line bg-surface px-4 py-3 text-left hover:border-line-strong hover:bg-hover"
              onClick={() => onChoose(draft)}
            >
              <span className="block text-13 font-medium">{title}</span>
              <span className="mt-0.5 block text-12 text-ink-3">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sub({ jobs }: { jobs: readonly JobView[] }): ReactNode {
  const nextJobAt = useFleet((fleet) => fleet.nextJobAt)
  const now = useMinute()
  if (jobs.length === 0) return COPY.subNone
  const paused = jobs.filter((j) => j.pause !== null).length
  return COPY.sub(jobs.length, nextJobAt === null ? null : inAWhile(nextJobAt, now), paused)
}
