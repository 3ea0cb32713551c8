import { LAST_INSTANT } from '../../../shared/base/time.ts'
import { escapeHidden, exactLine } from '../../../shared/base/hidden-text.ts'
import { SUGGESTION_STATES, type SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import { RULE_SCOPES, SCOPE_WORDS, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'

/** What stands on one line of decisions.md. `path`: of the thread's repository, by which it is found again; null: no thread. */
export type Decision =
  | {
      readonly what: 'suggestion'
      readonly record: SuggestionRecord
      readonly path: string | null
      readonly tried: string | null // what trying it had shown; null: it was not tried
    }
  | {
      readonly what: 'rule' | 'rule removed'
      readonly rule: Omit<SuggestionRule, 'id'>
      readonly path: string | null
    }

export interface RuleDecision {
  readonly what: 'rule' | 'rule removed'
  readonly rule: Omit<SuggestionRule, 'id'>
  readonly path: string | null
}

/** A sentence for a person, and in a comment behind it the same for the app. */
export function lineOf(decision: Decision): string {
  const at = decision.what === 'suggestion' ? decision.record.at : decision.rule.at
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 16)
  const words =
    decision.what === 'suggestion' ? wordsOf(decision.record, decision.tried) : wordsOfRule(decision)
  // So that nothing of it can end the comment.
  const data = escapeHidden(JSON.stringify(decision)).replace(/[<>]/g, (c) =>
    c === '<' ? '\\u003c' : '\\u003e',
  )
  return `- ${time}: ${asText(exactLine(words))}${OPENING}${data} -->`
}
/** Nothing of it is a link, a picture or a tag where the file is read as Markdown. */
const asText = (words: string): string => words.replace(/[<>[\]!]/g, '\\$&')
const OPENING = ' <!-- {'.slice(0, -1)

const BY = { person: 'a person', agent: 'the agent of the thread', app: 'Threadbeat' } as const

function wordsOf(record: SuggestionRecord, tried: string | null): string {
  const { number, state, by, text, tier, threadNumber, threadName, because, reason, sources, replaces } =
    record
  const runs = sources.flatMap(({ number: of, name, runs: ids }) =>
    ids.length === 0 ? [] : [`${of} ${name} (${ids.join(', ')})`],
  )
  const found = runs.length === 0 ? '' : ` Found by: ${runs.join('; ')}.`
  const why = reason === '' ? '' : ` Reason: ${reason}.`
  const trial = tried === null ? '' : ` Tried: ${tried}.`
  const what = state === 'proposed' ? `undone by ${BY[by]}, so it is open again` : `${state} by ${BY[by]}`
  return (
    `suggestion ${number} ${what}: "${text}" (${tier})${inPlaceOf(replaces)} for ${threadNumber} ${threadName}. ` +
    `Because ${because}.${found}${trial}${why}`
  )
}

const inPlaceOf = (line: SuggestionRecord['replaces']): string =>
  line === null ? '' : `, in place of "${line.text}" (${line.tier}),`

function wordsOfRule({ what, rule, path }: RuleDecision): string {
  const where =
    rule.scope === 'thread' ? `the thread at ${path ?? 'an unknown place'}` : SCOPE_WORDS[rule.scope]
  const why = rule.reason === '' ? '' : ` Reason: ${rule.reason}.`
  return `${what}: "${rule.pattern}" is not suggested to ${where}.${why}`
}

/** null: nobody of ours wrote it. */
export function decisionOf(line: string): Decision | null {
  const at = line.lastIndexOf(`${OPENING}{`)
  if (at < 0 || !line.endsWith(' -->')) return null
  try {
    const value = JSON.parse(line.slice(at + OPENING.length, -' -->'.length)) as unknown
    return isDecision(value) ? withAbsent(value) : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Longer texts were never written. */
const CHARS = 4000
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= CHARS
const MOST = 1e9
const isCount = (value: unknown): boolean => isWhole(value, 0, MOST)
const isNumber = (value: unknown): boolean => isWhole(value, 1, MOST)
const isInstant = (value: unknown): boolean => isWhole(value, 0, LAST_INSTANT)
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
const isOne = (of: readonly unknown[], value: unknown): boolean => of.includes(value)

function isDecision(value: unknown): value is Decision {
  if (!isFields(value) || (value['path'] !== null && !isText(value['path']))) return false
  const { record, rule, tried } = value
  if (value['what'] === 'suggestion')
    return isFields(record) && isRecord(record) && (tried === null || isText(tried))
  return isOne(['rule', 'rule removed'], value['what']) && isFields(rule) && isRule(rule)
}

const isRecord = (record: Fields): boolean =>
  ['number', 'threadNumber'].every((key) => isNumber(record[key])) &&
  ['proposedAt', 'at'].every((key) => isInstant(record[key])) &&
  ['threadName', 'pattern', 'text', 'because', 'reason'].every((key) => isText(record[key])) &&
  isOne(SUGGESTION_STATES, record['state']) &&
  isOne(TIERS, record['tier']) &&
  isOne(Object.keys(BY), record['by']) &&
  isOne(['lists', 'person', 'machine', undefined], record['origin']) &&
  (record['origin'] === 'machine' ? isOffer(record['offered']) : record['offered'] == null) &&
  (record['proposed'] == null || isLine(record['proposed'])) &&
  (record['replaces'] == null || (record['origin'] === 'machine' && isLine(record['replaces']))) &&
  Array.isArray(record['sources']) &&
  record['sources'].every(isSource)

const isOffer = (offer: unknown): boolean =>
  isFields(offer) &&
  isOne(['master', 'person'], offer['by']) &&
  ['machine', 'name'].every((key) => isText(offer[key]))

const isLine = (line: unknown): boolean =>
  isFields(line) && isOne(TIERS, line['tier']) && isText(line['text'])

const isSource = (source: unknown): boolean =>
  isFields(source) &&
  ['number', 'raised', 'confirmed'].every((key) => isCount(source[key])) &&
  ['name', 'text'].every((key) => isText(source[key])) &&
  isOne(TIERS, source['tier']) &&
  Array.isArray(source['runs']) &&
  source['runs'].every(isText)

const isRule = (rule: Fields): boolean =>
  ['pattern', 'reason'].every((key) => isText(rule[key])) &&
  isInstant(rule['at']) &&
  (rule['suggestion'] == null || isNumber(rule['suggestion'])) &&
  isOne(RULE_SCOPES, rule['scope'])

const absentIn = ({ origin, offered, replaces, proposed }: Partial<SuggestionRecord>) => ({
  origin: origin ?? ('lists' as const),
  offered: offered ?? null,
  replaces: replaces ?? null,
  proposed: proposed ?? null,
})

/** Lines of before have neither origin nor offer nor the number of a no, nor what was proposed or replaced. */
const withAbsent = (decision: Decision): Decision =>
  decision.what === 'suggestion'
    ? { ...decision, record: { ...decision.record, ...absentIn(decision.record) } }
    : { ...decision, rule: { ...decision.rule, suggestion: decision.rule.suggestion ?? null } }
