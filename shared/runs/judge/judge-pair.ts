import type { Judged } from './judge-tasks.ts'
import { worse } from './verdict.ts'

/**
 * A beat of which the app worked the lines it knows. `app`: what its part was worth; `agent`: what its agent's part was worth; null: nothing
 * was left for one. What the app found stands, whatever the agent says of it; its own words for the same line
 * say it better.
 */
export function judgePair(app: Judged, agent: Judged | null): Judged {
  if (agent === null)
    return app.outcome === 'quiet' ? { ...app, summary: `${app.summary} No agent was needed.` } : app
  const outcome = worse(agent.outcome, app.outcome)
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
