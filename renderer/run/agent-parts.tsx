import { Gauge, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PROFILE_WORDS } from '../../shared/permission.ts'
import type { RunDetail } from '../../shared/run.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { plural } from '../../shared/words.ts'
import { useActions } from '../actions.tsx'
import { count, runCost } from '../amounts.ts'
import { AgentText } from '../components/agent-text.tsx'
import { Attachments } from '../components/attachments.tsx'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { CopyLine } from '../components/copy.tsx'
import { Diff } from '../components/diff.tsx'
import { Banner, Card, SectionTitle } from '../components/parts.tsx'
import { PermissionRow, usePermissions } from '../components/permission-question.tsx'
import { shown } from '../components/task-list.tsx'
import { navigate, PLACES, threadPath } from '../navigation.ts'
import { tableTime, useMinute } from '../time.ts'

/** What a run by an agent has beyond one of local checks. */

/** Why no agent was started, or why it was ended early, and what a person can do. */
export function Why({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const actions = useActions()
  const now = useMinute()
  const budgets = <Button size="s" onClick={() => navigate(PLACES.agents)}>Budgets</Button>
  if (run.skipReason === 'over_budget')
    return <Banner tone="amber" icon={<Gauge size={16} />} action={<span className="flex gap-1.5">{budgets}{thread !== undefined && <Button size="s" onClick={() => actions.beat(thread)}>Beat anyway…</Button>}</span>}>A budget is used up, so no agent was started. Scheduled beats go on when the day or month of that budget is over, or when you raise it.</Banner>
  if (run.skipReason === 'no_session') return <Banner tone="amber" icon={<Info size={16} />} action={<Button size="s" onClick={() => navigate(threadPath(run.threadId, 'conversation'))}>Write a message</Button>}>There was no session to go on with, and none was begun. A message begins one.</Banner>
  if (run.outcome === 'unchanged') return <Banner tone="grey" icon={<Info size={16} />}>Threadbeat looked by itself: nothing that these tasks depend on has changed since they were last proven quiet. No agent was started, and nothing was used up.</Banner>
  if (run.fault?.code === 'agent.over_budget') return <Banner tone="amber" icon={<Gauge size={16} />} action={budgets}>It was ended when the money left in the budget was used up. What it did until then stands below.</Banner>
  if (run.fault?.code === 'agent.runaway') return <Banner tone="amber" icon={<Gauge size={16} />} action={<Button size="s" onClick={() => navigate(PLACES.settings)}>Limits</Button>}>It was ended by the limit of calls, or of the same call one after the other. The last calls below show where it turned.</Banner>
  if (run.fault?.code === 'agent.limit_reached') return <Banner tone="amber" icon={<Gauge size={16} />} action={<Button size="s" onClick={() => navigate(PLACES.agents)}>Agents</Button>}>{run.runner} has no use left{run.turn?.resetsAt != null && ` until ${tableTime(run.turn.resetsAt, now)}`}. Its threads wait; nothing is tried in vain.</Banner>
  return null
}

export function Refusals({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const decisions = usePermissions(thread)
  const refusals = run.turn?.refusals ?? []
  if (refusals.length === 0) return null
  return (
    <section aria-labelledby="refused-title">
      <SectionTitle id="refused-title" count={plural(refusals.length, 'call')}>Refused</SectionTitle>
      {run.profile !== null && <p className="mb-2 text-12 text-ink-2">Not part of “{PROFILE_WORDS[run.profile].name}”. Nothing of it was run.</p>}
      <Card>
        <ul>
          {refusals.map((r) => thread === undefined ? <li key={r.rule} className="px-4 py-2 font-mono text-12">{r.rule}</li> : <PermissionRow key={r.rule} thread={thread} refusal={r} decision={decisions.find((d) => d.rule === r.rule)?.decision ?? null} />)}
        </ul>
      </Card>
    </section>
  )
}

export function Touched({ run }: { run: RunDetail }): ReactNode {
  if (run.touched === null) return null
  return (
    <section aria-labelledby="touched-title">
      <SectionTitle id="touched-title">What it changed</SectionTitle>
      <div className="[&>[role=status]]:mb-2"><Banner tone="amber" icon={<TriangleAlert size={16} />}><strong className="font-semibold">It was to look only, and the repository is not as it was.</strong> This differs; nothing was put back.</Banner></div>
      <Diff text={run.touched} label="What differs in the repository" />
    </section>
  )
}

export function Said({ run }: { run: RunDetail }): ReactNode {
  if (run.message === null && run.reply === '' && run.attachments.length === 0) return null
  return (
    <section aria-labelledby="said-title">
      <SectionTitle id="said-title">{run.message === null ? 'What the agent said' : 'Message and answer'}</SectionTitle>
      <Card className="flex flex-col gap-3 px-4 py-3">
        {run.message !== null && (
          <div className="border-b border-line pb-3">
            <p className="text-12 text-ink-3">{run.sender === 'user' || run.sender === null ? 'You' : `Thread ${run.sender}, as advice`}</p>
            <p className="selectable max-w-[76ch] text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">{run.message}</p>
          </div>
        )}
        {run.reply !== '' ? <AgentText text={run.reply} /> : run.outcome !== null && <p className="text-13 text-ink-3">It said nothing.</p>}
        <Attachments runId={run.id} threadId={run.threadId} files={run.attachments} />
      </Card>
    </section>
  )
}

const TASK = { ok: ['quiet', 'OK'], finding: ['alert', 'Finding'], failed: ['broken', 'Failed'], skipped: ['neutral', 'Skipped'] } as const

/** What the agent claimed by its report tool; what is believed of it stands under the tasks. */
export function ReportOf({ run }: { run: RunDetail }): ReactNode {
  const { report } = run
  if (report === null) return null
  return (
    <section aria-labelledby="report-title">
      <SectionTitle id="report-title" count={report.status === 'ok' ? 'all is well, it says' : 'needs attention, it says'}>Its report</SectionTitle>
      <Card>
        {report.tasks.length === 0 && report.alerts.length === 0 && <p className="px-4 py-2.5 text-13 text-ink-3">Without tasks and alerts.</p>}
        <ul>
          {report.alerts.map((a) => (
            <li key={`alert ${a.key}`} className="flex items-start gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
              <span className="flex w-20 shrink-0"><Chip tone={a.state === 'gone' ? 'neutral' : a.severity === 'urgent' ? 'urgent' : 'alert'}>{a.state === 'gone' ? 'Gone' : a.severity === 'urgent' ? 'Urgent' : 'Alert'}</Chip></span>
              <span className="selectable min-w-0 flex-1 whitespace-pre-line">{a.text}</span>
              <span className="max-w-[30%] shrink-0 truncate font-mono text-12 leading-5 text-ink-3" title={a.key}>{a.key}</span>
            </li>
          ))}
          {report.tasks.map((t) => (
            <li key={t.key} className="flex items-start gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
              <span className="flex w-20 shrink-0"><Chip tone={TASK[t.outcome][0]}>{TASK[t.outcome][1]}</Chip></span>
              <span className="selectable min-w-0 flex-1">{t.evidence}</span>
              <span className="max-w-[30%] shrink-0 truncate font-mono text-12 leading-5 text-ink-3" title={t.key}>{t.key}</span>
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
  const model = [turn?.model ?? run.model ?? 'its own default', run.model !== null && turn?.model != null && turn.model !== run.model && `(asked for ${run.model})`].filter(Boolean).join(' ')
  const notes = [turn !== null && turn.malformedLines > 0 && `${plural(turn.malformedLines, 'line')} of its output could not be read`, turn?.toolsReached === false && 'it did not reach Threadbeat’s tools'].filter(Boolean).join('; ')
  return [
    ['Model', run.effort === null ? model : `${model}, ${run.effort} effort`],
    ['Permissions', run.profile === null ? '–' : <span key="p" className={run.profile === 'bypass' || run.profile === 'full' ? 'font-medium text-urgent' : ''}>{PROFILE_WORDS[run.profile].name}</span>],
    ...(turn === null ? [] : [
      ['Tokens', turn.usage === null ? 'not told' : `${count(turn.usage.input)} in · ${count(turn.usage.cached)} cached · ${count(turn.usage.output)} out`] as const,
      ['Cost', run.billing === 'plan' ? 'covered by the plan' : turn.costUsd === null ? 'not told, and no price is known' : runCost(turn.costUsd)] as const,
    ]),
    ...(turn?.sessionId == null ? [] : [['Session', <code key="s" className="font-mono text-12 break-all">{turn.sessionId}</code>] as const]),
    ...(notes === '' ? [] : [['Worth knowing', <span key="n" className="text-alert">{notes}</span>] as const]),
  ]
}

export function ContinueInTerminal({ run }: { run: RunDetail }): ReactNode {
  if (run.resume === null) return null
  return (
    <section aria-labelledby="continue-title">
      <SectionTitle id="continue-title">Continue in a terminal</SectionTitle>
      <p className="mb-2 text-12 text-ink-2">Goes on in the session of this run, with you at the keyboard.</p>
      <CopyLine text={`cd ${shown([run.resume.folder])} && ${shown(run.resume.argv)}`} what="the command" />
    </section>
  )
}
