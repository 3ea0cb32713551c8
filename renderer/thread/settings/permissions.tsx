import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { PermissionRow, usePermissions } from '../../runs/agent/permission-question.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { THREAD_SETTINGS_COPY as COPY } from './copy.ts'

/** What was asked and decided so far; each decision can be changed. */
export function Permissions({ thread }: { thread: ThreadView }): ReactNode {
  const all = usePermissions(thread)
  if (all.length === 0) return null
  return (
    <section aria-labelledby="permissions-title">
      <SectionTitle id="permissions-title">{COPY.refused}</SectionTitle>
      <Card>
        <ul>
          {all.map((p) => (
            <PermissionRow key={p.rule} thread={thread} refusal={p} decision={p.decision} />
          ))}
        </ul>
      </Card>
    </section>
  )
}
