import {
  DAY,
  HOUR,
  isTimeZone,
  localTime,
  localTimeToday,
  MINUTE,
  SECOND,
  type Instant,
} from '../../../../shared/base/time.ts'

/** What a text of an agent CLI says about a used-up allowance. */
interface LimitTold {
  readonly resetsAt: Instant | null // null: not told
}

/**
 * In a text that the CLI itself marked as an error: the words may stand anywhere.
 * `timeZone`: whose clock is meant where the text names no zone.
 */
export function limitInError(text: string, now: Instant, timeZone: string): LimitTold | null {
  return LIMIT_WORDS.test(text) ? { resetsAt: resetIn(text, now, timeZone) } : null
}

/**
 * In a reply of a run that ended well: some CLIs say it there. Only a short text that is nothing but a
 * message in the very words of a CLI counts; a report on somebody else's limit ("Rate limit exceeded: the
 * nightly CI job …") is a report, however it begins.
 */
export function limitInReply(text: string, now: Instant, timeZone: string): LimitTold | null {
  const said = text.trim()
  if (said.length > LONGEST_MESSAGE || said.split('\n').filter((line) => line.trim() !== '').length > 4)
    return null
  return REPLIES.some((shape) => shape.test(said)) ? { resetsAt: resetIn(said, now, timeZone) } : null
}

const LONGEST_MESSAGE = 500
const LIMIT_WORDS =
  /(?:usage|rate|session|weekly|monthly|daily|request|token|spend(?:ing)?|credit)[\s_-]?limit|limit (?:has been )?(?:reached|exceeded|hit)|\bhit your\b[^.\n]{0,60}\blimit|(?<!disk )\bquota\b|insufficient_quota|too many requests|out of (?:extra )?(?:usage|credits)|credit balance is too low|(?:status|http|error|code|rejected|\()[\s:("=]*429\b|^\s*429\b/i

const DOT = String.raw`\s*[·∙•]\s*`
/** What a CLI puts behind its words: nothing, when it is over, or where to get more. */
const THEN = String.raw`(?:\s*$|${DOT}(?:resets?|upgrade|try again)\b|\.\s*(?:$|upgrade to\b|try again\b|visit\b|your limit will reset\b|to (?:get more|continue)\b|please wait\b))`
const REPLIES: readonly RegExp[] = [
  String.raw`(?:claude (?:ai |code )?)?usage limit reached(?:\|\d{10}|${THEN})`, // Claude Code, older
  String.raw`(?:(?:5|five)-hour|session|weekly|daily|monthly|opus|sonnet|opus weekly|sonnet weekly) limit reached${DOT}resets\b`,
  // Claude Code and Codex; Copilot with "quota"
  String.raw`you(?:['’]ve| have) (?:hit|reached) your (?:(?:usage|session|weekly|daily|monthly|5-hour|opus|sonnet|org(?:anization)?['’]?s?|spending|premium|requests?) )*(?:limit|quota)${THEN}`,
  String.raw`you(?:['’]re| are) out of (?:extra )?(?:usage|credits)${THEN}`,
  String.raw`the usage limit has been reached\.?$`, // Codex
  String.raw`you exceeded your current quota, please check your plan and billing details\b`,
  String.raw`quota exceeded\. check your plan and billing details\.?$`,
  String.raw`credit balance is too low(?:$|${DOT})`,
  // Claude Code
  String.raw`api error: (?:request rejected \(429\)|429\b)(?:$|${DOT}|\s*\{|\s+rate_limit_error)`,
].map((shape) => new RegExp(`^${shape}`, 'iu'))

/** When it is over, as far as the text tells it; never a time that is past or absurdly far. */
function resetIn(text: string, now: Instant, timeZone: string): Instant | null {
  const at = epochIn(text) ?? spanIn(text, now) ?? isoIn(text) ?? clockIn(text, now, timeZone)
  return at !== null && at > now && at < now + 40 * DAY ? at : null
}

/** "usage limit reached|1760000000", "resets_at": 1760000000 */
function epochIn(text: string): Instant | null {
  const digits = /(?:\||resets?(?:_at|At| at)?["'\s:=]+)\s*(\d{13}|\d{10})\b/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits) * (digits.length === 10 ? SECOND : 1)
}

const UNIT_MS: Record<string, number> = { d: DAY, h: HOUR, m: MINUTE, s: SECOND }

/** "try again in 2h 5m", "resets in 1 day 3 hours", "retry after 30 seconds", "resets_in_seconds": 3600 */
function spanIn(text: string, now: Instant): Instant | null {
  const seconds =
    /(?:resets_in_seconds|retry[-_ ]after(?:[-_ ]seconds)?)["'\s:=]+(\d{1,8})(?![\d.]*\s*(?:m|h|d|min))/i.exec(
      text,
    )?.[1]
  if (seconds !== undefined) return now + Number(seconds) * SECOND
  const words =
    /(?:try again|resets?|retry|available|wait)(?:\s+(?:in|after|for))+\s+(?:about\s+|approximately\s+|~\s*)?((?:\d{1,6}(?:\.\d+)?\s*(?:d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\b[\s,]*(?:and\s+)?)+)/i.exec(
      text,
    )?.[1]
  if (words === undefined) return null
  let total = 0
  for (const [, count, unit] of words.matchAll(/(\d+(?:\.\d+)?)\s*([dhms])/gi))
    total += Number(count) * (UNIT_MS[unit!.toLowerCase()] ?? 0)
  return total > 0 ? now + total : null
}

function isoIn(text: string): Instant | null {
  const found = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/.exec(text)?.[0]
  const at = found === undefined ? NaN : Date.parse(found.replace(' ', 'T'))
  return Number.isNaN(at) ? null : at
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const CLOCK = new RegExp(
  String.raw`(?:resets?|try again|available again|until)(?:\s+(?:at|on|again|after))*[:\s]+` +
    String.raw`(?:(tomorrow)|(${WEEKDAYS.join('|')})[a-z]*|(${MONTHS.join('|')})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+\d{4})?)?(?:,|\s|at\s)*` +
    String.raw`(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(?:([ap])\.?m\b\.?)?(?:\s*\(?([A-Za-z_]+(?:\/[A-Za-z_+-]+)*)\)?)?`,
  'i',
)

/** "resets 3pm (Europe/Berlin)", "try again at Nov 24th, 2026 3:05 PM": the next such moment. */
function clockIn(text: string, now: Instant, timeZone: string): Instant | null {
  const match = CLOCK.exec(text)
  if (match === null) return null
  const [, tomorrow, weekday, month, day, hourText, minuteText, half, zoneText] = match
  if (half === undefined && minuteText === undefined) return null // "resets 3 of them" is no time
  const hour =
    half === undefined ? Number(hourText) : (Number(hourText) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const zone = zoneText !== undefined && isTimeZone(zoneText) ? zoneText : timeZone
  const clock = `${String(hour).padStart(2, '0')}:${minuteText ?? '00'}`
  const noon = localTimeToday('12:00', now, zone)
  if (noon === null) return null
  for (let ahead = tomorrow === undefined ? 0 : 1; ahead <= 40; ahead++) {
    const at = localTimeToday(clock, noon + ahead * DAY, zone)
    const local = at === null ? null : localTime(at, zone)
    if (at === null || local === null) return null
    if (at <= now) continue
    if (
      weekday !== undefined &&
      new Date(Date.UTC(local.year, local.month - 1, local.day)).getUTCDay() !==
        WEEKDAYS.indexOf(weekday.toLowerCase().slice(0, 3))
    )
      continue
    if (
      month !== undefined &&
      (local.month - 1 !== MONTHS.indexOf(month.toLowerCase().slice(0, 3)) || local.day !== Number(day))
    )
      continue
    return at
  }
  return null
}
