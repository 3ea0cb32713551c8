import { plural } from '../../base/amounts.ts'
import { checkOf } from '../check-id.ts'
import { commandsOf } from '../shell/task-command.ts'
import { programKey } from './alert-key.ts'
import { sentence, type Verdict, worse, worst } from './verdict.ts'
import type { SkipReason } from '../../queue/skip-reason.ts'
import type { TaskResult } from '../run.ts'

export type Judged = Omit<Verdict, 'stamps' | 'skipReason'> & { readonly skipReason?: SkipReason }

/** Notes of a passed check that leave nothing to know; others stand in the summary before them. */
const SAYS_NOTHING =
  /^(?:clean(?:;|$)|nothing (?:new|to merge)|up to date|merges cleanly|no |none\b)| passed$/
const TOLD_NOTES = 2

/** Under which its finding is told. A command that was not started has one where its program is not found. */
export function alertKeyOf({ key, command, text }: Pick<TaskResult, 'key' | 'command' | 'text'>): string {
  const isCommand = checkOf(text) === null && commandsOf(text).length > 0
  return isCommand && command === null ? programKey(key) : key
}

/** Its command was started, or could be; of what was not reached nothing is known. */
const isNotMissing = ({ status, command }: TaskResult): boolean =>
  command !== null || status === 'passed' || status === 'needs_approval' || status === 'needs_agent'

export function judgeTasks(tasks: readonly TaskResult[]): Judged {
  const findings = tasks.filter((t) => t.status === 'finding')
  const failed = tasks.filter((t) => t.status === 'failed')
  const unapproved = tasks.filter((t) => t.status === 'needs_approval')
  const passed = tasks.filter((t) => t.status === 'passed')
  const forAgent = tasks.filter((t) => t.status === 'needs_agent')
  const unlooked = tasks.filter((t) => t.status === 'untouched')

  // Flags are raised from the file as it stands after the run; the runner's own finding of one would say
  // the same again.
  const raised = findings
    .filter((t) => !t.key.startsWith('flag:'))
    .map((t) => ({
      key: alertKeyOf(t),
      severity: t.severity ?? ('warning' as const),
      text: sentence(t.note),
    }))
  const cleared = [...passed.map((t) => t.key), ...tasks.filter(isNotMissing).map((t) => programKey(t.key))]
  const waits =
    forAgent.length > 0
      ? ` ${forAgent.length} ${forAgent.length === 1 ? 'task waits' : 'tasks wait'} for an agent.`
      : ''
  const unseen =
    unlooked.length > 0
      ? ` ${plural(unlooked.length, 'check')} could not look: ${unlooked[0]!.note.replace(/\.$/, '')}.`
      : ''
  const base = { raised, cleared, fault: null }
  if (failed.length > 0) {
    const first = failed[0]!
    const summary = raised.some((r) => r.severity === 'urgent')
      ? raised.find((r) => r.severity === 'urgent')!.text
      : `${first.text}: ${first.note}`
    return {
      ...base,
      outcome: worse(worst(raised) ?? 'quiet', 'broken'),
      fault: { code: 'task.failed', message: first.note },
      summary,
    }
  }
  if (unapproved.length > 0)
    return {
      ...base,
      outcome: worse(worst(raised) ?? 'quiet', 'blocked'),
      summary:
        raised[0]?.text ??
        `${plural(unapproved.length, 'command')} ${unapproved.length === 1 ? 'waits' : 'wait'} for your approval.`,
    }
  if (raised.length > 0)
    return {
      ...base,
      outcome: worst(raised)!,
      summary: raised.length === 1 ? raised[0]!.text : `${raised[0]!.text}; and ${raised.length - 1} more`,
    }
  if (passed.length === 0 && forAgent.length + unlooked.length > 0)
    return {
      ...base,
      outcome: 'skipped',
      skipReason: 'nothing_checked',
      summary: `${forAgent.length > 0 ? 'Nothing here can be checked without an agent' : 'Nothing could be checked'}.${waits}${unseen}`,
    }
  const notes = passed.filter((t) => t.note !== '' && t.note !== 'Nothing to report.').map((t) => t.note)
  const telling = notes.filter((note) => !SAYS_NOTHING.test(note)).slice(0, TOLD_NOTES)
  const told = telling.length > 0 ? telling : notes.slice(0, 1)
  return {
    ...base,
    outcome: 'quiet',
    summary: `${plural(passed.length, 'check')} passed${told.length > 0 ? `; ${told.join(', ')}` : ''}.${unseen}${waits}`,
  }
}
