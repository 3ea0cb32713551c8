import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { DEFAULT_SETTINGS, readSettings } from '../../../../shared/settings/settings.ts'
import { isSettingKey } from '../../../../shared/settings/table.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { SETTINGS_FILE, textOfSettings, type SettingValues } from './settings-text.ts'
import { GENERATIONS_KEPT, type Generation, type SettingsAuthor } from './settings-generations.ts'
import { behindLink } from './settings-bytes.ts'
import { generationsOf, lookAtFile, remember, type SettingsContext } from './settings-look.ts'
import { watchSettings } from './settings-watch.ts'
import { writeWholeFile } from '../whole-file.ts'

export interface SettingsState {
  readonly path: string
  // why the file cannot be read; then the last good values count. null: it can
  readonly problem: string | null
  readonly values: SettingValues // what counts, unchecked key by key
  readonly hand: readonly string[]
  readonly bad: readonly { readonly key: string; readonly text: string }[]
  readonly unknown: readonly string[] // of a newer app, or misspelled: kept
}

/**
 * settings.json of a data folder. Synchronous, because the engine asks for settings in the middle of a
 * decision. Never throws.
 */
export interface SettingsFile {
  values(): SettingValues
  state(): SettingsState
  /** undefined of a key: its built-in value. An error is a sentence; then the file is as it was. */
  change(change: Readonly<Record<string, unknown>>, by?: SettingsAuthor): Result<null, string>
  /** Newest first, without what counts now. */
  generations(): readonly Generation[]
  restore(id: string): Result<null, string>
  /** Looks at the file; true: other values count now, or its state changed. */
  look(): boolean
  /** Calls back when a look found news. Returns its end. What the system tells is a hint only. */
  follow(changed: () => void): () => void
}

/**
 * `at`: asked for the names of generations. `step`: called before each step of a write, for tests that end
 * there.
 */
export function openSettingsFile(
  folder: string,
  at: () => number = Date.now,
  step: (name: string) => void = () => undefined,
): SettingsFile {
  const s: SettingsContext = {
    file: path.join(folder, SETTINGS_FILE),
    generations: path.join(folder, 'settings.d'),
    at,
    step,
    text: null,
    isDamaged: false,
    problem: null,
    values: {},
    hand: [],
  }
  /** Whoever looks first tells everybody. */
  const listeners = new Set<() => void>()
  const look = (): boolean => {
    const isNews = lookAtFile(s)
    if (isNews) for (const listener of [...listeners]) listener()
    return isNews
  }
  lookAtFile(s)
  return {
    values: () => s.values,
    state: () => stateOf(s),
    change: (change, by = 'app') => changeKeys(s, change, by),
    generations: () => generationsBefore(s),
    restore: (id) => restore(s, id),
    look,
    follow(changed) {
      listeners.add(changed)
      const end = watchSettings(folder, look)
      return () => {
        listeners.delete(changed)
        end()
      }
    },
  }
}

const stateOf = ({ file, problem, values, hand }: SettingsContext): SettingsState => ({
  path: file,
  problem,
  values,
  hand,
  bad: Object.entries(values).flatMap(([key, value]) =>
    readSettings({ [key]: value }).problems.map((text) => ({ key, text: text.slice(key.length + 2) })),
  ),
  unknown: Object.keys(values).filter((key) => !isSettingKey(key)),
})

function changeKeys(
  s: SettingsContext,
  change: Readonly<Record<string, unknown>>,
  by: SettingsAuthor,
): Result<null, string> {
  lookAtFile(s) // a hand edit of this moment is taken up, not overwritten
  // nothing was asked for, so a damaged file stays as it is
  if (Object.keys(change).length === 0) return ok(null)
  const touched = Object.entries(change).filter(
    ([key, value]) => !isSame(s.values[key], value) || (value === undefined && Object.hasOwn(s.values, key)),
  )
  if (touched.length === 0 && s.problem === null) return ok(null)
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(s.values))
  for (const [key, value] of touched) {
    if (value === undefined || (isSettingKey(key) && isSame(value, DEFAULT_SETTINGS[key]))) delete next[key]
    else next[key] = value
  }
  const names = new Set(touched.map(([key]) => key))
  return write(
    s,
    next,
    s.hand.filter((key) => !names.has(key)),
    by,
  )
}

const generationsBefore = (s: SettingsContext): readonly Generation[] =>
  generationsOf(s).filter((g, i) => i > 0 || s.problem !== null || !isSame(g.values, s.values))

function restore(s: SettingsContext, id: string): Result<null, string> {
  const generation = generationsOf(s).find((g) => g.id === id)
  if (generation === undefined)
    return err(`There are no settings of ${id} any more; the newest ${GENERATIONS_KEPT} are kept.`)
  return write(s, generation.values, generation.hand, 'restore')
}

function write(
  s: SettingsContext,
  values: SettingValues,
  hand: readonly string[],
  by: SettingsAuthor,
): Result<null, string> {
  const text = textOfSettings(values)
  if (text === s.text && s.problem === null) return ok(null)
  try {
    if (s.problem !== null) putAside(s)
    writeWholeFile(behindLink(s.file), text, { step: s.step })
  } catch (error) {
    return err(`${s.file} could not be written (${messageOf(error)}). Nothing was changed.`)
  }
  Object.assign(s, { text, problem: null, isDamaged: false, values } satisfies Partial<SettingsContext>)
  s.hand = hand.filter((key) => Object.hasOwn(values, key))
  remember(s, by)
  return ok(null)
}

/** What cannot be read may still be somebody's work: it is not overwritten. */
function putAside({ file, generations, at, step }: SettingsContext): void {
  if (!existsSync(file) || !statSync(file).isFile()) return
  mkdirSync(generations, { recursive: true, mode: 0o700 })
  step('aside')
  copyFileSync(file, path.join(generations, `damaged-${at()}.txt`))
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
