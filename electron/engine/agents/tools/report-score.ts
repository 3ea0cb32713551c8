import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import type { ReportedScore } from '../../../../shared/attempts/attempt.ts'
import type { Redactor } from '../../../../shared/base/secrets/redactor.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import type { ToolParts } from './caller.ts'

/** The scores that one run reports, in their order; they are counted when the run ends. */
export function scoreTaker({ store, caller }: ToolParts) {
  const scores: ReportedScore[] = []
  const metric = () => store.attempts.metric(caller.threadId)
  return {
    isWanted: metric() !== null,
    take(score: ReportedScore, { redact }: Redactor): ToolAnswer {
      if (caller.runId === null)
        return err('A score belongs to a run of Threadbeat; this is a person’s own session.')
      if (caller.hops > 0) return err('A run that another thread started is no attempt of this one.')
      const now = metric()
      if (now === null)
        return err('The work of this thread is not measured: there is nothing to report a score for.')
      if (scores.length >= MAX.scoresPerRun)
        return err(`A run reports at most ${MAX.scoresPerRun} scores; this one was not taken.`)
      scores.push({ ...score, title: redact(score.title), feedback: redact(score.feedback) })
      if (now.command !== null)
        return ok('Its words are taken; the score itself is measured when this run ends.')
      return ok(`Taken: score ${scores.length} of this run. It counts when the run ends.`)
    },
    taken: (): readonly ReportedScore[] => scores,
  }
}
