import type { AcpAgent } from '../../../../shared/agents/agent-names.ts'
import { NO_USAGE, type Usage } from '../../../../shared/agents/agent-turn.ts'
import { hasOwnServer } from '../../../../shared/agents/presets.ts'
import { eventIn, isSessionId, plusUsage, type CliRequest, type Event, type ReaderContext } from '../cli.ts'
import { dearestPrice, priceOf } from '../prices.ts'
import { spentTooMuch } from '../records/budget.ts'
import { followFile, type Following } from '../records/follow-file.ts'
import { ROWS } from './agents.ts'
import { newEstimate } from './estimate.ts'
import { geminiRequestIn, openGeminiRecord } from './gemini-record.ts'
import { totalIn, type Total } from './opencode-total.ts'

/** What a turn takes, while it goes on. Ends it where that is more than it may cost. */
interface Meter {
  /** Its session stands, and the prompt is sent. */
  begin(sessionId: string, model: string | null): void
  onUpdate(update: Event): void
  /** Before `seen`. `isCutOff`: the turn came to no end of its own. Never rejects. */
  settled(isCutOff: boolean): Promise<void>
  /** null: nothing of it was seen. */
  seen(): Seen | null
}
export interface Seen {
  readonly usage: Usage
  readonly costUsd: number | null // null: neither is the price known, nor does a key pay
}
type Context = Pick<ReaderContext, 'cutOff' | 'dialogue' | 'ask'>

/** Those that keep a record tell in it what each request took; of the others it is estimated. */
export const newMeter = (cli: AcpAgent, request: CliRequest, context: Context): Meter =>
  ROWS[cli].keepsUsage === true && request.session === null
    ? recorded(cli, request, context)
    : estimated(cli, request, context)

/** null: neither is the price known, nor does a key pay; and with the server of a person, whatever its models are called. */
export const priced = (
  cli: AcpAgent,
  model: string | null,
  usage: Usage,
  { billed }: Pick<CliRequest, 'billed'>,
): number | null =>
  hasOwnServer(cli) ? null : (priceOf(model, usage) ?? (billed ? dearestPrice(cli, usage) : null))

function recorded(cli: AcpAgent, request: CliRequest, { cutOff }: Context): Meter {
  const told = new Set<string>()
  let seen: Seen | null = null
  let following: Following | null = null

  const onLine = (line: string): void => {
    const made = geminiRequestIn(eventIn(line) ?? {})
    if (made === null || told.has(made.id)) return
    told.add(made.id)
    const cost = priced(cli, made.model, made.usage, request)
    const before: Seen = seen ?? { usage: NO_USAGE, costUsd: 0 }
    seen = {
      usage: plusUsage(before.usage, made.usage),
      costUsd: before.costUsd === null || cost === null ? null : before.costUsd + cost,
    }
    const over = spentTooMuch(seen.costUsd, request, 'told')
    if (over !== null) cutOff(over)
  }
  return {
    begin(sessionId) {
      following ??= followFile({
        open: () => openGeminiRecord(request, sessionId),
        missing: 'no record of it was found',
        from: Promise.resolve(0),
        onLine,
      })
    },
    onUpdate: () => following?.look(),
    settled: async () => void (await following?.end()),
    seen: () => seen,
  }
}

/**
 * By what passed, which is too much where a cache is used. An agent that can be asked what a session took is asked on
 * the way to the limit, and the estimate goes on from there, at the rate that it had until then.
 */
function estimated(cli: AcpAgent, request: CliRequest, { cutOff, dialogue, ask }: Context): Meter {
  const { instructions = USUAL_INSTRUCTIONS, totalOf } = ROWS[cli]
  const estimate = newEstimate(instructions, dialogue?.prompt ?? '')
  const { usd, session } = request
  let sessionId: string | null = null // to ask for
  let model = request.model
  let total: Total | null = null
  let isAsking = false
  let known = { costUsd: 0, atEstimate: 0, rate: 1 }
  let askFrom = usd === null ? Infinity : usd * SHARE_TO_FIRST

  const priceOfTotal = ({ usage, costUsd }: Total): number | null =>
    costUsd > 0 ? costUsd : priced(cli, model, usage, request)
  /** Of a session that goes on a total tells of earlier runs, too. */
  const canAsk = (): boolean =>
    totalOf !== undefined && ask !== undefined && sessionId !== null && session === null
  const asked = async (): Promise<void> => {
    if (canAsk()) total = totalIn(await ask!(totalOf!(sessionId!))) ?? total
  }
  const adjust = async (costUsd: number): Promise<void> => {
    isAsking = true
    await asked()
    const cost = total === null ? null : priceOfTotal(total)
    if (cost !== null && costUsd > 0) known = { costUsd: cost, atEstimate: costUsd, rate: cost / costUsd }
    const left = (usd ?? 0) - known.costUsd
    askFrom = cost === null || left < (usd ?? 0) * NEAR ? Infinity : known.costUsd + left * SHARE_TO_NEXT
    isAsking = false
    const over = spentTooMuch(cost, request, 'told')
    if (over !== null) cutOff(over)
  }
  return {
    begin(id, named) {
      sessionId = isSessionId(id) ? id : null
      model = named ?? model
    },
    onUpdate(update) {
      estimate.onUpdate(update)
      const costUsd = priced(cli, model, estimate.usage(), request)
      if (usd === null || costUsd === null) return
      const about = known.costUsd + (costUsd - known.atEstimate) * known.rate
      if (about > askFrom && !isAsking && canAsk()) void adjust(costUsd)
      const over = spentTooMuch(about, request, 'estimated')
      if (over !== null) cutOff(over)
    },
    async settled(isCutOff) {
      if (isCutOff) await asked()
    },
    seen() {
      if (total !== null) return { usage: total.usage, costUsd: priceOfTotal(total) }
      if (!estimate.isAnswered()) return null // a server that said no takes nothing for it
      const usage = estimate.usage()
      return { usage, costUsd: priced(cli, model, usage, request) }
    },
  }
}

/** In tokens: instructions and tools of an agent of which they are not measured. */
const USUAL_INSTRUCTIONS = 10_000
/** Of what may still be spent, to the next question; an answer takes the agent's program some seconds. */
const SHARE_TO_FIRST = 0.25
const SHARE_TO_NEXT = 0.5
/** Of the limit: so near to it the estimate decides. */
const NEAR = 0.1
