import { Gauge, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunDetail } from '../../../shared/runs/run.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { navigate, PLACES, threadPath } from '../../client/navigation.ts'
import { beatThread } from '../../commands/actions/beat.tsx'
import { Button } from '../../kit/button.tsx'
import { Banner } from '../../kit/parts.tsx'
import { tableTime, useMinute } from '../../kit/time.ts'
import { RUN_PAGE } from '../copy.ts'

const COPY = RUN_PAGE.why
interface Props {
  readonly run: RunDetail
  readonly thread: ThreadView | undefined
}

/** Why no agent was started, or why it was ended early, and what a person can do. */
export function Why({ run, thread }: Props): ReactNode {
  if (run.skipReason === 'over_budget') return <OverBudget thread={thread} />
  if (run.skipReason === 'no_session')
    return (
      <Banner
        tone="amber"
        icon={<Info size={16} />}
        action={<Leads to={threadPath(run.threadId, 'conversation')} word={COPY.writeMessage} />}
      >
        {COPY.noSession}
      </Banner>
    )
  if (run.outcome === 'unchanged')
    return (
      <Banner tone="grey" icon={<Info size={16} />}>
        {COPY.unchanged}
      </Banner>
    )
  return <Ended run={run} />
}

/** Ended before it was done. */
function Ended({ run }: { run: RunDetail }): ReactNode {
  const now = useMinute()
  switch (run.fault?.code) {
    case 'agent.over_budget':
      return <Limit action={<Leads to={PLACES.agents} word="Budgets" />}>{COPY.moneyGone}</Limit>
    case 'agent.runaway':
      return <Limit action={<Leads to={PLACES.settings} word="Limits" />}>{COPY.runaway}</Limit>
    case 'agent.limit_reached': {
      const resetsAt = run.turn?.resetsAt ?? null
      return (
        <Limit action={<Leads to={PLACES.agents} word="Agents" />}>
          {COPY.limitReached(run.runner, resetsAt === null ? null : tableTime(resetsAt, now))}
        </Limit>
      )
    }
    default:
      return null
  }
}

function OverBudget({ thread }: Pick<Props, 'thread'>): ReactNode {
  const app = useBridge()
  return (
    <Limit
      action={
        <span className="flex gap-1.5">
          <Leads to={PLACES.agents} word="Budgets" />
          {thread !== undefined && (
            <Button size="s" onClick={() => beatThread(app, thread)}>
              {COPY.beatAnyway}
            </Button>
          )}
        </span>
      }
    >
      {COPY.overBudget}
    </Limit>
  )
}

const Limit = ({ action, children }: { action: ReactNode; children: ReactNode }): ReactNode => (
  <Banner tone="amber" icon={<Gauge size={16} />} action={action}>
    {children}
  </Banner>
)

const Leads = ({ to, word }: { to: string; word: string }): ReactNode => (
  <Button size="s" onClick={() => navigate(to)}>
    {word}
  </Button>
)
