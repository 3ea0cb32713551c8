import { firstLine, type JudgeFacts, type RunnerResult, type Verdict, worse, worst } from './verdict.ts'
import {
  goneAlerts,
  judgeAgent,
  otherRunnersKeys,
  permissionAlerts,
  reportedAlerts,
  touchedAlerts,
} from './judge-agent.ts'
import { judgePair } from './judge-pair.ts'
import { judgeTasks, type Judged } from './judge-tasks.ts'
import type { RaisedAlert } from '../raised-alert.ts'
import { flagAlerts, flagTexts, goneKeys } from './standing.ts'
import { faultSentence } from '../../base/faults.ts'
import { parse } from '../../playbook/doc.ts'
import type { Tier } from '../../schedule/tier.ts'

/**
 * Decides what a run was worth. Only evidence makes a quiet run: local checks by their task results, an
 * agent by its reply and by the trace that each due task left; a flag standing in the file is urgent
 * whatever the reply says. Total: any result gives a verdict.
 */
export function judgeRun(facts: JudgeFacts): Verdict {
  const { result } = facts
  const flags = flagAlerts(flagTexts(facts.doc))
  // Also of a run that failed or was stopped: what it did and what it reported before stays true.
  const touched = touchedAlerts(facts)
  const told = facts.runner === 'local' ? [] : reportedAlerts(facts.report ?? null)
  const ofApp = facts.pair == null ? null : judgeTasks(facts.pair.results)
  const found = facts.pair?.agentStarted === true ? (ofApp?.raised ?? []) : []
  if (result.status === 'stopped')
    return {
      outcome: 'stopped',
      skipReason: null,
      fault: null,
      summary: 'Stopped before it ended.',
      raised: [...found, ...told, ...touched],
      cleared: [],
      stamps: [],
    }
  if (result.status === 'failed') {
    const fault = result.fault ?? { code: 'bug' as const, message: 'the runner failed without a reason' }
    const raised = [...flags, ...found, ...told, ...touched, ...permissionAlerts(facts)]
    const failure = fault.code === 'agent.needs_permission' ? 'blocked' : 'broken'
    const outcome = worst(raised) === 'urgent' ? 'urgent' : failure
    return {
      outcome,
      skipReason: null,
      fault,
      summary: faultSentence(fault),
      raised,
      cleared: goneKeys(facts.openKeys, facts.doc),
      stamps: [],
    }
  }
  const judged = judgedOf(facts, told, ofApp)
  const raised = [...flags, ...judged.raised, ...touched]
  const summary = (): string => {
    const more = facts.doc.flags.length > 1 ? ` (and ${facts.doc.flags.length - 1} more)` : ''
    if (flags.length > 0) return `${firstLine(flags[0]!.text)}${more}`
    return leads(touched, judged) ? firstLine(touched[0]!.text) : judged.summary
  }
  const cleared = [
    ...judged.cleared,
    ...goneKeys(facts.openKeys, facts.doc),
    ...otherRunnersKeys(facts),
    'doc',
    ...(judged.fault === null ? ['broken'] : []),
  ]
  const outcome = worse(judged.outcome, worst([...flags, ...touched]) ?? 'quiet')
  const skipReason = outcome === 'skipped' ? (judged.skipReason ?? null) : null
  return {
    outcome,
    skipReason,
    fault: judged.fault,
    summary: summary(),
    raised,
    cleared: cleared.filter((key) => !raised.some((r) => r.key === key)),
    // A run that ended is done with its tiers, whatever it found; what was merely waiting for an approval
    // is offered again then. So is an unproven one: else each beat would pay again for the same silence.
    stamps: judged.fault === null && skipReason !== 'nothing_checked' ? workedTiers(facts) : [],
  }
}

/** What changed is told first where nothing was found: it weighs more than a task without a trace. */
const leads = (touched: readonly RaisedAlert[], judged: Judged): boolean =>
  touched.length > 0 &&
  (judged.raised.length === 0 || (judged.outcome === 'unproven' && touched[0]!.severity !== 'notice'))

/** A tier whose lines wait for an agent that was kept from its start stays due. */
const workedTiers = ({ tiers, pair }: JudgeFacts): readonly Tier[] =>
  pair?.held == null ? tiers : tiers.filter((tier) => !pair.leftTiers.includes(tier))

function judgedOf(facts: JudgeFacts, told: readonly RaisedAlert[], ofApp: Judged | null): Judged {
  const { runner, result, pair } = facts
  if (runner === 'local') return judgeTasks(result.tasks)
  if (ofApp === null || pair == null) return judgeAgent(facts, told)
  return judgePair(ofApp, pair.agentStarted ? judgeAgent(facts, told) : null, pair)
}

/**
 * What a message's run was worth: the answer itself is read in the conversation, so only what the agent
 * reports, what it was refused and what it changed without leave is news.
 */
export function judgeMessage(
  facts: Pick<JudgeFacts, 'report' | 'turn' | 'refused' | 'touched' | 'restraint'> & {
    readonly result: Omit<RunnerResult, 'tasks'>
  },
): Omit<Verdict, 'stamps' | 'skipReason'> {
  const { result } = facts
  const all: JudgeFacts = {
    ...facts,
    result: { ...result, tasks: [] },
    runner: 'agent',
    tiers: [],
    doc: NO_DOC,
    openKeys: [],
    ackMaxChars: 0,
  }
  const raised = [...reportedAlerts(facts.report ?? null), ...permissionAlerts(all), ...touchedAlerts(all)]
  const cleared = goneAlerts(facts.report ?? null)
  if (result.status === 'stopped')
    return { outcome: 'stopped', fault: null, summary: 'Stopped before it ended.', raised, cleared }
  if (result.status === 'failed') {
    const fault = result.fault ?? { code: 'bug' as const, message: 'the runner failed without a reason' }
    return {
      outcome: worst(raised) === 'urgent' ? 'urgent' : 'broken',
      fault,
      summary: faultSentence(fault),
      raised,
      cleared,
    }
  }
  const outcome = [
    (facts.refused ?? []).length > 0 ? ('blocked' as const) : ('quiet' as const),
    worst(raised) ?? ('quiet' as const),
  ].reduce(worse)
  return {
    outcome,
    fault: null,
    summary:
      raised[0] === undefined
        ? firstLine(result.text.trim()) || 'Answered without a word.'
        : firstLine(raised[0].text),
    raised,
    cleared,
  }
}
const NO_DOC = parse('')
