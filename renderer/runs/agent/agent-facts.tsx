import type { ReactNode } from 'react'
import { modelWords } from '../../../shared/agents/model-words.ts'
import { isOwnServer } from '../../../shared/agents/presets.ts'
import { PROFILE_WORDS } from '../../../shared/agents/permission.ts'
import type { RunDetail } from '../../../shared/runs/run.ts'
import { count, runCost } from '../../kit/text/amounts.ts'
import { RUN_PAGE } from '../copy.ts'

const COPY = RUN_PAGE.facts
type Fact = readonly [what: string, value: ReactNode]

/** Model, tokens, cost and the rest, for the card of facts. */
export function agentFacts(run: RunDetail): readonly Fact[] {
  const { turn } = run
  if (turn === null && run.profile === null) return []
  const facts: Fact[] = [
    ['Model', modelWords(run, run.turn)],
    ['Permissions', <Permissions key="p" profile={run.profile} />],
  ]
  if (turn !== null) facts.push(['Tokens', tokenWords(turn)], ['Cost', costWords(run, turn)])
  if (turn?.sessionId != null)
    facts.push([
      'Session',
      <code key="s" className="font-mono text-12 break-all">
        {turn.sessionId}
      </code>,
    ])
  const notes = turn === null ? '' : noteWords(turn)
  if (notes !== '')
    facts.push([
      COPY.notes,
      <span key="n" className="text-alert">
        {notes}
      </span>,
    ])
  return facts
}

type Turn = NonNullable<RunDetail['turn']>

function Permissions({ profile }: Pick<RunDetail, 'profile'>): ReactNode {
  if (profile === null) return '–'
  const isWide = profile === 'bypass' || profile === 'full'
  return <span className={isWide ? 'font-medium text-urgent' : ''}>{PROFILE_WORDS[profile].name}</span>
}

const tokenWords = ({ usage }: Turn): string =>
  usage === null ? COPY.notTold : COPY.tokens(count(usage.input), count(usage.cached), count(usage.output))

function costWords({ billing, runner }: RunDetail, { costUsd }: Turn): string {
  if (isOwnServer(runner)) return COPY.ownServer
  if (billing === 'plan') return COPY.byPlan
  return costUsd === null ? COPY.noPrice : runCost(costUsd)
}

const noteWords = ({ malformedLines, toolsReached, unseenRefusals }: Turn): string =>
  [
    malformedLines > 0 && COPY.unread(malformedLines),
    toolsReached === false && COPY.noTools,
    unseenRefusals != null && COPY.unseenRefusals(unseenRefusals),
  ]
    .filter(Boolean)
    .join('; ')
