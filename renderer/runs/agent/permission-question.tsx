import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Refusal } from '../../../shared/agents/agent-turn.ts'
import type { PermissionView } from '../../../shared/contract/agents.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { PERMISSION_DECISIONS, type PermissionDecision } from '../../../shared/agents/permission.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { decideRefusal } from '../../commands/actions/trust.tsx'
import { useBridge } from '../../client/bridge.ts'
import { RUN } from '../copy.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'

const WORDS = RUN.permissions

export function usePermissions(thread: ThreadView | undefined): readonly PermissionView[] {
  const { api } = useBridge()
  return (
    useQuery({
      ...api.permissions.list.queryOptions({
        input: { id: thread?.id ?? ('' as ThreadView['id']) },
        staleTime: 0,
      }),
      enabled: thread?.agent.kind === 'cli',
    }).data ?? []
  )
}

/** One refused tool call: what it was, word by word, and the three answers. */
export function PermissionRow({
  thread,
  refusal,
  decision,
}: {
  thread: ThreadView
  refusal: Refusal
  decision: PermissionView['decision'] | null
}): ReactNode {
  const app = useBridge()
  const { api, queries } = useBridge()
  const decide = async (to: PermissionDecision): Promise<void> => {
    if (await decideRefusal(app, thread, refusal, to))
      await queries.invalidateQueries({ queryKey: api.permissions.list.key({ input: { id: thread.id } }) })
  }
  const label = revealHidden(refusal.label)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="text-13 first-letter:uppercase">
          <Ticks text={label} />
        </p>
        <p className="selectable font-mono text-12 break-all text-ink-3">{revealHidden(refusal.rule)}</p>
      </div>
      {decision !== null && decision !== 'asked' && (
        <Chip tone={decision === 'never' ? 'neutral' : 'quiet'}>{WORDS.decided[decision]}</Chip>
      )}
      <span role="group" aria-label={label} className="flex gap-1.5">
        {PERMISSION_DECISIONS.filter((d) => d !== decision && (refusal.allowable || d === 'never')).map(
          (d) => (
            <Button
              key={d}
              size="s"
              look={decision === null || decision === 'asked' ? 'secondary' : 'ghost'}
              onClick={() => void decide(d)}
            >
              {WORDS.choose[d]}
            </Button>
          ),
        )}
      </span>
    </li>
  )
}

/** What the agent was refused and a person has not decided yet. */
export function PermissionQuestions({ thread }: { thread: ThreadView }): ReactNode {
  const asked = usePermissions(thread).filter((p) => p.decision === 'asked')
  if (thread.permissionsWanted === 0 || asked.length === 0) return null
  return (
    <section aria-labelledby="asks-title">
      <SectionTitle id="asks-title" count={String(asked.length)}>
        {WORDS.title}
      </SectionTitle>
      <Card>
        <ul>
          {asked.map((p) => (
            <PermissionRow key={p.rule} thread={thread} refusal={p} decision="asked" />
          ))}
        </ul>
      </Card>
    </section>
  )
}
