import type { ReactNode } from 'react'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { JobId } from '../../shared/base/ids.ts'
import { GRID, JobRow } from './job-row.tsx'

interface Props {
  readonly jobs: readonly JobView[]
  readonly openId: JobId | null
  readonly onToggle: (id: JobId) => void
  readonly onEdit: (job: JobView) => void
  readonly onRemove: (job: JobView) => void
}

export function JobTable({ jobs, openId, onToggle, onEdit, onRemove }: Props): ReactNode {
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
      {jobs.map((job) => (
        <JobRow
          key={job.id}
          job={job}
          isOpen={openId === job.id}
          onToggle={() => onToggle(job.id)}
          onEdit={() => onEdit(job)}
          onRemove={() => onRemove(job)}
        />
      ))}
    </div>
  )
}
