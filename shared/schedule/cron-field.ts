import { err, ok, type Result } from '../base/result.ts'

export interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly names: readonly string[] // of min, min + 1, …
  readonly special: RegExp | null
}

export interface ReadField {
  readonly values: ReadonlySet<number>
  readonly specials: readonly string[] // in capitals, names of weekdays as numbers
  readonly isWild: boolean // has a `*`
}
const bounds = ({ min, max }: Field): string => `${min} to ${max}`

export function readField(field: Field, text: string): Result<ReadField, string> {
  const values = new Set<number>()
  const specials: string[] = []
  for (const part of text.split(',')) {
    if (part === '') return err(`${field.name} "${text}": an empty place in the list.`)
    if (field.special?.test(part) === true) {
      const special = readSpecial(field, part)
      if (!special.ok) return special
      specials.push(special.value)
      continue
    }
    const range = readRange(field, part, text)
    if (!range.ok) return range
    const { first, last, step } = range.value
    for (let value = first; value <= last; value += step) values.add(value)
  }
  return ok({ values, specials, isWild: text.includes('*') || text === '?' })
}

interface Range {
  readonly first: number
  readonly last: number
  readonly step: number
}

function readRange(field: Field, part: string, text: string): Result<Range, string> {
  const bad = (why: string): Result<Range, string> => err(`${field.name} "${part}": ${why}`)
  /** The text is named once: what was wrong stands before the colon where it is the whole of it. */
  const unlike = (wanted: string, given: string): string =>
    given === part ? `${wanted}.` : `${wanted}, "${given}" is not.`
  const top = field.name === 'weekday' ? 6 : field.max
  const [range, stepText, ...more] = part.split('/')
  if (more.length > 0 || range === '' || range === undefined)
    return bad('this cannot be read; a step is written "*/5" or "10-50/5".')
  const most = top - field.min
  const step = stepOf(stepText)
  if (stepText !== undefined && (step < 1 || step > most))
    return bad(
      `the step must be 1 to ${most}, "${stepText}" is ` +
        `not.${step > most ? ' For a longer pace use an interval.' : ''}`,
    )
  if (range === '*') return ok({ first: field.min, last: top, step })
  if (range === '?')
    return text === '?' && isDay(field)
      ? ok({ first: field.min, last: top, step })
      : bad('"?" stands alone, as day or weekday.')
  const [fromText, toText, ...rest] = range.split('-')
  const first = valueOf(field, fromText ?? '')
  if (first === null || rest.length > 0)
    return bad(
      unlike(
        `must be ${bounds(field)}${nameExample(field)}`,
        (rest.length > 0 || fromText === '' ? range : fromText) ?? '',
      ) + hint(field, range),
    )
  if (toText === undefined)
    return stepText === undefined
      ? ok({ first, last: first, step })
      : bad(`a step needs a range: "${first}-${top}/${stepText}".`)
  const to = valueOf(field, toText)
  if (to === null) return bad(`must be ${bounds(field)}, "${toText}" is not.`)
  const last = isNamedSunday(field, to, toText) && first > 0 ? 7 : to // FRI-SUN
  return last < first ? bad(roundTrip(field, top, first, last)) : ok({ first, last, step })
}

/** What to write instead of a range that goes downward. */
const roundTrip = (field: Field, top: number, first: number, last: number): string =>
  'a range goes upward; write ' +
  `"${first >= top ? first : `${first}-${top}`},` +
  `${last === field.min ? last : `${field.min}-${last}`}" for one that goes round.`

const isDay = (field: Field): boolean => field.name === 'day' || field.name === 'weekday'
const isNamedSunday = (field: Field, value: number, text: string): boolean =>
  field.name === 'weekday' && value === 0 && !/^\d/.test(text)

/** 0: it is no number. */
function stepOf(text: string | undefined): number {
  if (text === undefined) return 1
  return /^\d+$/.test(text) ? Number(text) : 0
}

const nameExample = (field: Field): string =>
  field.names.length > 0 ? ` or a name such as ${field.names[1]!.slice(0, 3).toUpperCase()}` : ''

function hint(field: Field, range: string): string {
  if (/^[lw]$/i.test(range) && field.name === 'weekday') return ' The last Friday of a month is "5L".'
  return /[lw#]/i.test(range) && /^[\dlw#-]+$/i.test(range)
    ? ' "L", "W" and "#" belong to day and weekday.'
    : ''
}

const nameValue = (field: Field, text: string): number | null => {
  const index = field.names.findIndex(
    (name) => text.toLowerCase() === name || text.toLowerCase() === name.slice(0, 3),
  )
  return index < 0 ? null : index + field.min
}

function valueOf(field: Field, text: string): number | null {
  if (!/^\d{1,2}$/.test(text)) return nameValue(field, text)
  const value = Number(text)
  return value >= field.min && value <= field.max ? value : null
}

function readSpecial(field: Field, part: string): Result<string, string> {
  const bad = (why: string): Result<string, string> => err(`${field.name} "${part}": ${why}`)
  const [, before = '', sign = '', n = ''] = /^([a-z\d]*?)(L|LW|W|#|L-)(\d*)$/i.exec(part) ?? []
  if (field.name === 'day') {
    if (sign.toUpperCase() === 'W' && valueOf(field, before) === null)
      return bad(`must be 1 to 31 before "W", "${before}" is not.`)
    if (sign === 'L-' || sign === 'l-')
      return Number(n) >= 1 && Number(n) <= 30
        ? ok(`L-${Number(n)}`)
        : bad(`must be 1 to 30 days before the last, "${n}" is not.`)
    return ok(sign.toUpperCase() === 'L' ? 'L-0' : part.toUpperCase())
  }
  const weekday = valueOf(field, before)
  if (weekday === null)
    return bad(`must be ${bounds(field)} or a name such as MON before "${sign}", "${before}" is not.`)
  if (sign !== '#') return ok(`${weekday}L`)
  return Number(n) >= 1 && Number(n) <= 5
    ? ok(`${weekday}#${Number(n)}`)
    : bad(`a weekday comes 1 to 5 times in a month, "${n}" is not that.`)
}
