import { plural } from '../../base/amounts.ts'
import { asSentence } from '../../base/faults.ts'
import type { Judged } from './judge-tasks.ts'
import { worse, type PairPart } from './verdict.ts'

/**
 * A beat of which the app worked the lines it knows. `app`: what its part was worth; `agent`: what its agent's
 * part was worth; null: it was not started, because of `held` or, where that is null, because nothing was
 * left for it. What the app found stands, whatever the agent says of it; its own words for the same line say
 * it better.
 */
export function judgePair(app: Judged, agent: Judged | null, { held, leftTiers }: PairPart): Judged {
  if (agent === null) {
    if (held !== null) {
      const forLines = leftTiers.length === 0 ? '' : ` for ${plural(leftTiers.length, 'line')}`
      const summary = `${asSentence(app.summary)} No agent was started${forLines}: ${held.why}`
      return app.outcome === 'quiet'
        ? { ...app, summary, outcome: 'skipped', skipReason: held.reason }
        : { ...app, summary }
    }
    return app.outcome === 'quiet' ? { ...app, summary: `${app.summary} No agent was needed.` } : app
  }
  const outcome = worse(agent.outcome, app.outcome === 'skipped' ? 'quiet' : app.outcome)
  return {
    outcome,
    fault: agent.fault ?? app.fault,
    summary: outcome === agent.outcome ? agent.summary : app.summary,
    raised: [
      ...app.raised.filter(({ key }) => !agent.raised.some((alert) => alert.key === key)),
      ...agent.raised,
    ],
    cleared: [...app.cleared, ...agent.cleared],
  }
}
