import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '../whole-file.ts'
import { readText } from './settings-bytes.ts'
import {
  GENERATIONS_KEPT,
  namesIn,
  readGeneration,
  type Generation,
  type SettingsAuthor,
} from './settings-generations.ts'
import { readSettingsText, SETTINGS_FILE, type SettingValues } from './settings-text.ts'

/** The file of settings and what it said at the last look. */
export interface SettingsContext {
  readonly file: string
  readonly generations: string // the folder of those before
  readonly at: () => number
  readonly step: (name: string) => void
  text: string | null // null: none, or unreadable
  isDamaged: boolean // at the last look
  problem: string | null
  values: SettingValues
  hand: readonly string[]
}

/** Newest first. */
export const generationsOf = ({ generations }: SettingsContext): Generation[] =>
  namesIn(generations)
    .map((name) => readGeneration(path.join(generations, name)))
    .filter((g) => g !== null)

/** True: other values count now, or the state of the file changed. */
export function lookAtFile(s: SettingsContext): boolean {
  const before = JSON.stringify([s.problem, s.values, s.hand])
  const text = readText(s.file)
  if (text.ok && text.value === s.text && !s.isDamaged) return false
  const last = generationsOf(s)[0] ?? null
  const settings = text.ok && text.value !== null ? readSettingsText(text.value) : null
  s.text = text.ok ? text.value : null
  if (!text.ok) takeLastGood(s, last, text.error)
  else if (settings?.ok === true) takeValues(s, last, settings.value)
  else if (settings !== null) takeLastGood(s, last, settings.error)
  // Gone is damaged too, unless there never was one: nobody's settings are reset in silence.
  else if (last !== null) takeLastGood(s, last, `${SETTINGS_FILE} is gone`)
  else Object.assign(s, { problem: null, isDamaged: false, values: {}, hand: [] })
  return JSON.stringify([s.problem, s.values, s.hand]) !== before
}

function takeLastGood(s: SettingsContext, last: Generation | null, problem: string): void {
  s.problem = problem
  s.isDamaged = true
  if (last !== null) ({ values: s.values, hand: s.hand } = last)
}

/** What differs from the last generation was changed by hand. */
function takeValues(s: SettingsContext, last: Generation | null, values: SettingValues): void {
  const old = last?.values ?? {}
  const different = [...new Set([...Object.keys(old), ...Object.keys(values)])].filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(values[key]),
  )
  s.problem = null
  s.isDamaged = false
  s.values = values
  s.hand = [...new Set([...(last?.hand ?? []), ...different])].filter((key) => Object.hasOwn(values, key))
  if (different.length > 0) remember(s, 'hand')
}

/** The values that count become a generation. */
export function remember(s: SettingsContext, by: SettingsAuthor): void {
  const { generations, at, step, hand, values } = s
  const names = namesIn(generations)
  const newest = Number(names[0]?.split('.')[0] ?? 0)
  const id = Math.max(at(), newest + 1) // a clock set back must not bring a younger one behind an older
  try {
    mkdirSync(generations, { recursive: true, mode: 0o700 })
    writeWholeFile(
      path.join(generations, `${id}.json`),
      `${JSON.stringify({ at: at(), by, hand, values }, null, 2)}\n`,
      { step: (name) => step(`generation ${name}`) },
    )
    for (const old of names.slice(GENERATIONS_KEPT - 1)) rmSync(path.join(generations, old), { force: true })
  } catch {
    // The settings themselves are written; a generation less is no reason to refuse them.
  }
}
