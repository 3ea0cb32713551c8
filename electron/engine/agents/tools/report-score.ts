import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import type { ReportedScore } from '../../../../shared/attempts/attempt.ts'
import type { Redactor } from '../../../../shared/base/secrets/redactor.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { isStopped } from '../../attempts/limits.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import type { ToolParts } from './caller.ts'

/** The scores that one run reports, in their order. Where no command measures they count at once. */
export function scoreTaker({ store, caller, desk, onScores }: ToolParts) {
  const scores: ReportedScore[] = []
  const metric = () => store.attempts.metric(caller.threadId)
  return {
    isWanted: metric() !== null,
    async take(score: ReportedScore, thread: Thread, { redact }: Redactor): Promise<ToolAnswer> {
      if (caller.runId === null || onScores === null)
        return err('A score belongs to a run of Threadbeat; this is a person’s own session.')
      if (caller.hops > 0) return err('A run that another thread started is no attempt of this one.')
      const now = metric()
      if (now === null)
        return err('The work of this thread is not measured: there is nothing to report a score for.')
      if (scores.length >= MAX.scoresPerRun)
        return err(`A run reports at most ${MAX.scoresPerRun} scores; this one was not taken.`)
      if (now.command === null && isStopped(thread.id, store))
        return err(
          `${store.threads.get(thread.id)?.pause?.reason ?? ''} This score was not counted: end your turn.`,
        )
      scores.push({ ...score, title: redact(score.title), feedback: redact(score.feedback) })
      if (now.command !== null)
        return ok('Its words are taken; the score itself is measured when this run ends.')
      await onScores(scores)
      desk.keepLimits(thread.id)
      const member = desk.memberOf(thread)
      const owed = member === null ? [] : desk.ledger.owed(member)
      const taken = `Taken: score ${scores.length} of this run.`
      if (isStopped(thread.id, store))
        return ok(`${taken} ${store.threads.get(thread.id)?.pause?.reason ?? ''} End your turn.`)
      if (owed.length === 0) return ok(taken)
      const due = owed.map(({ name }) => name).join(', ')
      return ok(`${taken} Due now: ${due}. End your turn soon; what is asked follows.`)
    },
    taken: (): readonly ReportedScore[] => scores,
  }
}
