import { oneLine, shorten } from '../../../../shared/base/one-line.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import { limitInError, limitInReply } from './limit-text.ts'

/** What an agent CLI said of its failure. */
interface Failure {
  readonly text: string
  readonly status: number | null // HTTP status that it got; null: not told
}
interface Told {
  readonly fault: Fault
  readonly resetsAt: Instant | null
}
/** How a turn ended. fault null: well. */
export interface Outcome {
  readonly fault: Fault | null
  readonly resetsAt: Instant | null
}
export const WELL: Outcome = { fault: null, resetsAt: null }
interface Zoned {
  readonly now: Instant
  readonly timeZone: string
}

const NO_SESSION =
  /No conversation found with session ID|no rollout found for thread|No session, task, or name matched|(?:session|thread|conversation) (?:\S{1,80} )?(?:was )?not found/i
const LOGIN =
  /not logged in|please run \/login|invalid (?:x-)?api.key|api key not valid|incorrect api key|no authentication information|authentication[_ ](?:failed|error)|oauth (?:token|session)[^.\n]{0,40}(?:expired|revoked)|(?:login|sign-?in) (?:is )?required|please (?:log|sign) in|unauthorized|refresh token|\b401\b/i
const MODEL =
  /issue with the selected model|model_not_found|unknown model|(?:no|not have) access to (?:the )?model|\bmodel\b[^\n]{0,120}\b(?:not found|does not exist|doesn['’]t exist|not supported|not available|unavailable|is unknown|not exist)/i
const OVERLOADED =
  /\boverloaded(?:_error)?\b|\b(?:api error|status(?: code)?|http(?:\/[\d.]+)?):? 5\d\d\b|\b5\d\d (?:internal server error|bad gateway|service unavailable|gateway time-?out)\b|\binternal[_ ]?server[_ ]?error\b|\bexperiencing high demand\b/i
const NO_TOOLS = /required MCP servers? failed to initialize/i

/** The class of a failure, from its status and its words. `name`: the CLI, for people. */
export function classify(name: string, { text, status }: Failure, { now, timeZone }: Zoned): Told {
  const said = firstWords(text)
  const told = (code: Fault['code'], resetsAt: Instant | null = null): Told => ({
    fault: fault(code, said === '' ? `${name} did not say why` : said),
    resetsAt,
  })
  if (NO_SESSION.test(text)) return told('agent.no_session')
  if (NO_TOOLS.test(text)) return told('agent.tools_failed')
  const limit = limitInError(text, now, timeZone)
  if (status === 429 || status === 402 || (limit !== null && status !== 401))
    return told('agent.limit_reached', limit?.resetsAt ?? null)
  if (status === 401 || (status === null && LOGIN.test(text))) return told('agent.needs_login')
  if (status !== null && status >= 500) return told('agent.overloaded')
  if (MODEL.test(text)) return told('agent.model_unavailable')
  if (status === 403 && LOGIN.test(text)) return told('agent.needs_login')
  if (status === null && OVERLOADED.test(text)) return told('agent.overloaded')
  return told('agent.exit_nonzero')
}

/** As Claude Code prints it, and nothing else: a report may begin with the same words. */
const SIGN_IN =
  /^\s*(?:Not logged in|Invalid API key|OAuth (?:token|session)[^.\n·]{0,40}|Login expired|API Error: 401\b[^\n]{0,300}) · (?:Please run \/login|Fix external API key)\.?\s*$/

const SERVER_ERROR = /^\s*API Error: 5\d\d\b[^\n]{0,600}$/

/**
 * A reply of a run that ended well, but is the CLI's own message about why nothing was done. null: it is a
 * reply.
 */
export function failureInReply(text: string, { now, timeZone }: Zoned): Told | null {
  const limit = limitInReply(text, now, timeZone)
  if (limit !== null)
    return { fault: fault('agent.limit_reached', firstWords(text)), resetsAt: limit.resetsAt }
  if (SIGN_IN.test(text)) return { fault: fault('agent.needs_login', firstWords(text)), resetsAt: null }
  if (SERVER_ERROR.test(text)) return { fault: fault('agent.overloaded', firstWords(text)), resetsAt: null }
  return null
}

/** The first words of a message, on one line. */
export const firstWords = (text: string): string => shorten(oneLine(text), 400)
