import { Gauge, Info, SquareTerminal, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PROFILE_WORDS } from '../../shared/agents/permission.ts'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { plural } from '../../shared/base/plural.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { attempt } from '../client/attempt.ts'
import { count, runCost } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { AgentText } from '../kit/text/agent-text.tsx'
import { Attachments } from './attachments.tsx'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { CopyLine } from '../kit/text/copy-line.tsx'
import { Diff } from '../kit/text/diff.tsx'
import { Banner, Card, SectionTitle } from '../kit/parts.tsx'
import { PermissionRow, usePermissions } from './permission-question.tsx'
import { commandLine } from '../kit/text/command-line.ts'
import { RUN_PAGE as COPY } from './copy.ts'
import { useOpened } from '../parts/hand-over.tsx'
import { navigate, PLACES, threadPath } from '../client/navigation.ts'
import { tableTime, useMinute } from '../kit/time.ts'

/** What a run by an agent has beyond one of local checks. */

/** Why no agent was started, or why it was ended early, and what a person can do. */
export function Why({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const app = useBridge()
  const now = useMinute()
  const budgets = (
    <Button size="s" onClick={() => navigate(PLACES.agents)}>
      Budgets
    </Button>
  )
  if (run.skipReason === 'over_budget')
    return (
      <Banner
        tone="amber"
        icon={<Gauge size={16} />}
        action={
          <span className="flex gap-1.5">
            {budgets}
            {thread !== undefined && (
              <Button size="s" onClick={() => beatThread(app, thread)}>
                {COPY.why.beatAnyway}
              </Button>
            )}
          </span>
        }
      >
        {COPY.why.overBudget}
      </Banner>
    )
  if (run.skipReason === 'no_session')
    return (
      <Banner
        tone="amber"
        icon={<Info size={16} />}
        action={
          <Button size="s" onClick={() => navigate(threadPath(run.threadId, 'conversation'))}>
            {COPY.why.writeMessage}
          </Button>
        }
      >
        {COPY.why.noSession}
      </Banner>
    )
  if (run.outcome === 'unchanged')
    return (
      <Banner tone="grey" icon={<Info size={16} />}>
        {COPY.why.unchanged}
      </Banner>
    )
  if (run.fault?.code === 'agent.over_budget')
    return (
      <Banner tone="amber" icon={<Gauge size={16} />} action={budgets}>
        {COPY.why.moneyGone}
      </Banner>
    )
  if (run.fault?.code === 'agent.runaway')
    return (
      <Banner
        tone="amber"
        icon={<Gauge size={16} />}
        action={
          <Button size="s" onClick={() => navigate(PLACES.settings)}>
            Limits
          </Button>
        }
      >
        {COPY.why.runaway}
      </Banner>
    )
  if (run.fault?.code === 'agent.limit_reached')
    return (
      <Banner
        tone="amber"
        icon={<Gauge size={16} />}
        action={
          <Button size="s" onClick={() => navigate(PLACES.agents)}>
            Agents
          </Button>
        }
      >
        {COPY.why.limitReached(
          run.runner,
          run.turn?.resetsAt != null ? tableTime(run.turn.resetsAt, now) : null,
        )}
      </Banner>
    )
  return null
}

export function Refusals({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const decisions = usePermissions(thread)
  const refusals = run.turn?.refusals ?? []
  if (refusals.length === 0) return null
  return (
    <section aria-labelledby="refused-title">
      <SectionTitle id="refused-title" count={plural(refusals.length, 'call')}>
        Refused
      </SectionTitle>
      {run.profile !== null && (
        <p className="mb-2 text-12 text-ink-2">{COPY.notPart(PROFILE_WORDS[run.profile].name)}</p>
      )}
      <Card>
        <ul>
          {refusals.map((r) =>
            thread === undefined ? (
              <li key={r.rule} className="px-4 py-2 font-mono text-12">
                {r.rule}
              </li>
            ) : (
              <PermissionRow
                key={r.rule}
                thread={thread}
                refusal={r}
                decision={decisions.find((d) => d.rule === r.rule)?.decision ?? null}
              />
            ),
          )}
        </ul>
      </Card>
    </section>
  )
}

export function Touched({ run }: { run: RunDetail }): ReactNode {
  if (run.touched === null) return null
  return (
    <section aria-labelledby="touched-title">
      <SectionTitle id="touched-title">{COPY.touched.title}</SectionTitle>
      <div className="[&>[role=status]]:mb-2">
        <Banner tone="amber" icon={<TriangleAlert size={16} />}>
          <strong className="font-semibold">{COPY.touched.notAsItWas}</strong> {COPY.touched.differs}
        </Banner>
      </div>
      <Diff text={run.touched} label={COPY.touched.label} />
    </section>
  )
}

export function Said({ run }: { run: RunDetail }): ReactNode {
  if (run.message === null && run.reply === '' && run.attachments.length === 0) return null
  return (
    <section aria-labelledby="said-title">
      <SectionTitle id="said-title">
        {run.message === null ? COPY.said.title : COPY.said.withMessage}
      </SectionTitle>
      <Card className="flex flex-col gap-3 px-4 py-3">
        {run.message !== null && (
          <div className="border-b border-line pb-3">
            <p className="text-12 text-ink-3">
              {run.sender === 'user' || run.sender === null ? 'You' : COPY.said.fromThread(run.sender)}
            </p>
            <p className="selectable max-w-[76ch] text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {run.message}
            </p>
          </div>
        )}
        {run.reply !== '' ? (
          <AgentText text={run.reply} />
        ) : (
          run.outcome !== null && <p className="text-13 text-ink-3">{COPY.said.nothing}</p>
        )}
        <Attachments runId={run.id} threadId={run.threadId} files={run.attachments} />
      </Card>
    </section>
  )
}

const TASK = {
  ok: ['quiet', 'OK'],
  finding: ['alert', 'Finding'],
  failed: ['broken', 'Failed'],
  skipped: ['neutral', 'Skipped'],
} as const

/** What the agent claimed by its report tool; what is believed of it stands under the tasks. */
export function ReportOf({ run }: { run: RunDetail }): ReactNode {
  const { report } = run
  if (report === null) return null
  return (
    <section aria-labelledby="report-title">
      <SectionTitle id="report-title" count={report.status === 'ok' ? COPY.report.ok : COPY.report.attention}>
        {COPY.report.title}
      </SectionTitle>
      <Card>
        {report.tasks.length === 0 && report.alerts.length === 0 && (
          <p className="px-4 py-2.5 text-13 text-ink-3">{COPY.report.empty}</p>
        )}
        <ul>
          {report.alerts.map((a) => (
            <li
              key={`alert ${a.key}`}
              className="flex items-start gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <span className="flex w-20 shrink-0">
                <Chip tone={a.state === 'gone' ? 'neutral' : a.severity === 'urgent' ? 'urgent' : 'alert'}>
                  {a.state === 'gone' ? 'Gone' : a.severity === 'urgent' ? 'Urgent' : 'Alert'}
                </Chip>
              </span>
              <span className="selectable min-w-0 flex-1 whitespace-pre-line">{a.text}</span>
              <span
                className="max-w-[30%] shrink-0 truncate font-mono text-12 leading-5 text-ink-3"
                title={a.key}
              >
                {a.key}
              </span>
            </li>
          ))}
          {report.tasks.map((t) => (
            <li
              key={t.key}
              className="flex items-start gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <span className="flex w-20 shrink-0">
                <Chip tone={TASK[t.outcome][0]}>{TASK[t.outcome][1]}</Chip>
              </span>
              <span className="selectable min-w-0 flex-1">{t.evidence}</span>
              <span
                className="max-w-[30%] shrink-0 truncate font-mono text-12 leading-5 text-ink-3"
                title={t.key}
              >
                {t.key}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** Model, tokens, cost and the rest, for the card of facts. */
export function agentFacts(run: RunDetail): readonly (readonly [string, ReactNode])[] {
  const { turn } = run
  if (turn === null && run.profile === null) return []
  const model = [
    turn?.model ?? run.model ?? COPY.facts.ownDefault,
    run.model !== null && turn?.model != null && turn.model !== run.model && COPY.facts.askedFor(run.model),
  ]
    .filter(Boolean)
    .join(' ')
  const notes = [
    turn !== null && turn.malformedLines > 0 && COPY.facts.unread(turn.malformedLines),
    turn?.toolsReached === false && COPY.facts.noTools,
  ]
    .filter(Boolean)
    .join('; ')
  return [
    ['Model', run.effort === null ? model : `${model}, ${run.effort} effort`],
    [
      'Permissions',
      run.profile === null ? (
        '–'
      ) : (
        <span
          key="p"
          className={run.profile === 'bypass' || run.profile === 'full' ? 'font-medium text-urgent' : ''}
        >
          {PROFILE_WORDS[run.profile].name}
        </span>
      ),
    ],
    ...(turn === null
      ? []
      : [
          [
            'Tokens',
            turn.usage === null
              ? COPY.facts.notTold
              : COPY.facts.tokens(
                  count(turn.usage.input),
                  count(turn.usage.cached),
                  count(turn.usage.output),
                ),
          ] as const,
          [
            'Cost',
            run.billing === 'plan'
              ? COPY.facts.byPlan
              : turn.costUsd === null
                ? COPY.facts.noPrice
                : runCost(turn.costUsd),
          ] as const,
        ]),
    ...(turn?.sessionId == null
      ? []
      : [
          [
            'Session',
            <code key="s" className="font-mono text-12 break-all">
              {turn.sessionId}
            </code>,
          ] as const,
        ]),
    ...(notes === ''
      ? []
      : [
          [
            COPY.facts.notes,
            <span key="n" className="text-alert">
              {notes}
            </span>,
          ] as const,
        ]),
  ]
}

export function ContinueInTerminal({ run }: { run: RunDetail }): ReactNode {
  const { client } = useBridge()
  const { tell, dialog } = useOpened()
  if (run.resume === null) return null
  const open = (): void =>
    void attempt(client.runs.resume({ id: run.id })).then((done) => done !== null && tell(done))
  return (
    <section aria-labelledby="continue-title">
      <SectionTitle
        id="continue-title"
        right={
          <Button size="s" onClick={open}>
            <SquareTerminal size={14} /> {COPY.resume.open}
          </Button>
        }
      >
        {COPY.resume.title}
      </SectionTitle>
      <p className="mb-2 text-12 text-ink-2">{COPY.resume.text}</p>
      <CopyLine
        text={`cd ${commandLine([run.resume.folder])} && ${commandLine(run.resume.argv)}`}
        what={COPY.resume.command}
      />
      {dialog}
    </section>
  )
}
