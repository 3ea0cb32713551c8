import type { Report } from '../../../shared/agents/agent-turn.ts'
import type { ReportedScore } from '../../../shared/attempts/attempt.ts'
import { createRedactor, type Redactor } from '../../../shared/base/secrets/redactor.ts'
import { secretValues } from '../../../shared/base/secrets/values.ts'
import type { MadeMove } from '../../../shared/runs/work-check.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { AgentTools, ToolAnswer } from '../ports/agents.ts'
import type { WrittenDown } from '../attempts/daily/keep-daily.ts'
import { zoneOf } from '../schedule/pace.ts'
import { mayAct, type ToolParts } from './tools/caller.ts'
import { deadEnds } from './tools/dead-ends.ts'
import { decideSuggestion } from './tools/decide-suggestion.ts'
import { queryKnowledge } from './tools/knowledge/query-knowledge.ts'
import { listThreads } from './tools/list-threads.ts'
import { heartbeatConfig } from './tools/heartbeat-config.ts'
import { readPlaybook } from './tools/read-playbook.ts'
import { reportTaker } from './tools/report.ts'
import { scoreTaker } from './tools/report-score.ts'
import { messageSender } from './tools/send-message.ts'
import { currentTime, elapsed } from './tools/time.ts'
import { pageWriter } from './tools/knowledge/write-page.ts'
import { reflectionTaker } from './tools/knowledge/write-reflection.ts'
import { playbookWriter } from './tools/write-playbook.ts'

/** What the tools of one run were used for. */
interface Collected {
  readonly report: Report | null // null: none was made
  readonly scores: readonly ReportedScore[]
  readonly written: WrittenDown
  readonly calls: number
  readonly writes: number // calls that changed HEARTBEAT.md
  readonly moves: readonly MadeMove[] // of the Work Queue
}

/**
 * The tools of one run, or of one call from a person's session. They reach the caller's own HEARTBEAT.md,
 * other threads' mailboxes and what is known; settings, runners, approvals, permissions and trust are not
 * even in their hands. Each asks at the moment of acting whether the run still goes on and the thread is
 * still trusted (ARCHITECTURE I11).
 */
export function createAgentTools(
  given: Omit<ToolParts, 'taskKeys'>,
): AgentTools & { collected(): Collected } {
  const parts: ToolParts = { ...given, taskKeys: new Set() }
  const { ports } = parts
  const { clock } = ports
  const playbook = playbookWriter(parts)
  const reports = reportTaker(parts)
  const scores = scoreTaker(parts)
  const writePage = pageWriter(parts)
  const reflections = reflectionTaker(parts)
  const send = messageSender(parts)
  const redactorOf = ({ agent }: Thread): Redactor =>
    createRedactor(secretValues(agent.kind === 'local' ? {} : agent.env, parts.environment))
  let calls = 0

  async function call(act: (thread: Thread) => ToolAnswer | Promise<ToolAnswer>): Promise<ToolAnswer> {
    calls++
    parts.onCall?.()
    const thread = mayAct(parts)
    return thread.ok ? act(thread.value) : thread
  }

  return {
    heartbeatRead: () => call((thread) => readPlaybook(parts, thread)),
    heartbeatWrite: (edits) => call((thread) => playbook.write(thread, edits)),
    report: (report) => call((thread) => reports.take(thread, withoutSecrets(report, redactorOf(thread)))),
    flag: (text, on) =>
      call((thread) => playbook.write(thread, [{ do: on ? 'addFlag' : 'clearFlag', text }])),
    sendMessage: (to, text) => call((thread) => send(thread, to, redactorOf(thread).redact(text))),
    listThreads: () => call((thread) => listThreads(parts, thread)),
    queryKnowledge: (text, limit) => call((thread) => queryKnowledge(parts, thread, text, limit)),
    currentTime: () => call((thread) => currentTime(clock.now(), zoneOf(thread, ports))),
    elapsed: (since) => call(() => elapsed(since, clock.now())),
    measured: scores.isWanted,
    reportScore: (score) => call((thread) => scores.take(score, thread, redactorOf(thread))),
    heartbeatConfig: (change) => call((thread) => heartbeatConfig(parts, thread, change)),
    reflects: reflections.isWanted,
    writeReflection: (about, text) =>
      call((thread) => reflections.take(about, redactorOf(thread).redact(text))),
    deadEnds: (request) => call((thread) => deadEnds(parts, thread, request, redactorOf(thread))),
    writePage: (page) => call((thread) => writePage(thread, page, redactorOf(thread))),
    decides: parts.caller.suggestions.size > 0,
    decideSuggestion: (decision) =>
      call((thread) => {
        const reason = redactorOf(thread).redact(decision.reason)
        return decideSuggestion(parts, thread, { ...decision, reason }, playbook.write)
      }),
    collected: () => ({
      report: reports.report(),
      scores: scores.taken(),
      written: reflections.written(),
      calls,
      writes: playbook.writes(),
      moves: playbook.moves(),
    }),
  }
}

/** The keys of tasks stay, for they are those of the list. */
const withoutSecrets = (report: Report, { redact }: Redactor): Report => ({
  ...report,
  tasks: report.tasks.map((task) => ({ ...task, evidence: redact(task.evidence) })),
  alerts: report.alerts.map((alert) => ({ ...alert, key: redact(alert.key), text: redact(alert.text) })),
})
