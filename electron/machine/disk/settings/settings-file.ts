import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { DEFAULT_SETTINGS, readSettings } from '../../../../shared/settings/settings.ts'
import { isSettingKey } from '../../../../shared/settings/table.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { readSettingsText, SETTINGS_FILE, textOfSettings, type SettingValues } from './settings-text.ts'
import {
  type SettingsAuthor,
  type Generation,
  GENERATIONS_KEPT,
  namesIn,
  readGeneration,
} from './settings-generations.ts'
import { readText, behindLink, put } from './settings-bytes.ts'

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
const SETTLE_MS = 150

/**
 * `at`: asked for the names of generations. `step`: called before each step of a write, for tests that end
 * there.
 */
export function openSettingsFile(
  folder: string,
  at: () => number = Date.now,
  step: (name: string) => void = () => undefined,
): SettingsFile {
  const file = path.join(folder, SETTINGS_FILE)
  const kept = path.join(folder, 'settings.d')
  let known: string | null = null // the text last looked at; null: none
  let seenDamaged = false
  let problem: string | null = null
  let values: SettingValues = {}
  let hand: readonly string[] = []

  const history = (): Generation[] =>
    namesIn(kept)
      .map((name) => readGeneration(path.join(kept, name)))
      .filter((g) => g !== null)

  function remember(by: SettingsAuthor): void {
    const names = namesIn(kept)
    const newest = Number(names[0]?.split('.')[0] ?? 0)
    const id = Math.max(at(), newest + 1) // a clock set back must not bring a younger one behind an older
    try {
      mkdirSync(kept, { recursive: true, mode: 0o700 })
      put(
        path.join(kept, `${id}.json`),
        `${JSON.stringify({ at: at(), by, hand, values }, null, 2)}\n`,
        (name) => step(`generation ${name}`),
      )
      for (const old of names.slice(GENERATIONS_KEPT - 1)) rmSync(path.join(kept, old), { force: true })
    } catch {
      // The settings themselves are written; a generation less is no reason to refuse them.
    }
  }

  function look(): boolean {
    const before = JSON.stringify([problem, values, hand])
    const text = readText(file)
    if (text.ok && text.value === known && !seenDamaged) return false
    const last = history()[0] ?? null
    if (!text.ok || text.value === null) {
      // Gone is damaged too, unless there never was one: nobody's settings are reset in silence.
      const isFirst = text.ok && last === null
      problem = isFirst ? null : text.ok ? `${SETTINGS_FILE} is gone` : text.error
      seenDamaged = !isFirst
      known = null
      if (last !== null) ({ values, hand } = last)
      else if (isFirst) [values, hand] = [{}, []]
      return JSON.stringify([problem, values, hand]) !== before
    }
    const read = readSettingsText(text.value)
    known = text.value
    if (!read.ok) {
      problem = read.error
      seenDamaged = true
      if (last !== null) ({ values, hand } = last)
      return JSON.stringify([problem, values, hand]) !== before
    }
    problem = null
    seenDamaged = false
    const old = last?.values ?? {}
    const different = [...new Set([...Object.keys(old), ...Object.keys(read.value)])].filter(
      (key) => JSON.stringify(old[key]) !== JSON.stringify(read.value[key]),
    )
    values = read.value
    hand = [...new Set([...(last?.hand ?? []), ...different])].filter((key) => Object.hasOwn(values, key))
    if (different.length > 0) remember('hand')
    return JSON.stringify([problem, values, hand]) !== before
  }

  function write(next: SettingValues, nextHand: readonly string[], by: SettingsAuthor): Result<null, string> {
    const text = textOfSettings(next)
    if (text === known && problem === null) return ok(null)
    try {
      // What cannot be read may still be somebody's work: it is put aside, not overwritten.
      if (problem !== null && existsSync(file) && statSync(file).isFile()) {
        mkdirSync(kept, { recursive: true, mode: 0o700 })
        step('aside')
        copyFileSync(file, path.join(kept, `damaged-${at()}.txt`))
      }
      put(behindLink(file), text, step)
    } catch (error) {
      return err(`${file} could not be written (${messageOf(error)}). Nothing was changed.`)
    }
    known = text
    problem = null
    seenDamaged = false
    values = next
    hand = nextHand.filter((key) => Object.hasOwn(next, key))
    remember(by)
    return ok(null)
  }

  function change(
    with_: Readonly<Record<string, unknown>>,
    by: SettingsAuthor = 'app',
  ): Result<null, string> {
    look() // a hand edit of this moment is taken up, not overwritten
    // nothing was asked for, so a damaged file stays as it is
    if (Object.keys(with_).length === 0) return ok(null)
    const next: Record<string, unknown> = Object.fromEntries(Object.entries(values))
    const touched = Object.entries(with_).filter(
      ([key, value]) =>
        JSON.stringify(next[key]) !== JSON.stringify(value) ||
        (value === undefined && Object.hasOwn(next, key)),
    )
    if (touched.length === 0 && problem === null) return ok(null)
    for (const [key, value] of touched) {
      if (
        value === undefined ||
        (isSettingKey(key) && JSON.stringify(value) === JSON.stringify(DEFAULT_SETTINGS[key]))
      )
        delete next[key]
      else next[key] = value
    }
    const names = new Set(touched.map(([key]) => key))
    return write(
      next,
      hand.filter((key) => !names.has(key)),
      by,
    )
  }

  /** Whoever looks first tells everybody. */
  const listeners = new Set<() => void>()
  const lookAndTell = (): boolean => {
    const isNews = look()
    if (isNews) for (const listener of [...listeners]) listener()
    return isNews
  }

  look()
  return {
    values: () => values,
    state: () => ({
      path: file,
      problem,
      values,
      hand,
      bad: Object.entries(values).flatMap(([key, value]) =>
        readSettings({ [key]: value }).problems.map((text) => ({ key, text: text.slice(key.length + 2) })),
      ),
      unknown: Object.keys(values).filter((key) => !isSettingKey(key)),
    }),
    change,
    generations: () =>
      history().filter(
        (g, i) => i > 0 || problem !== null || JSON.stringify(g.values) !== JSON.stringify(values),
      ),
    restore(id) {
      const found = history().find((g) => g.id === id)
      return found === undefined
        ? err(`There are no settings of ${id} any more; the newest ${GENERATIONS_KEPT} are kept.`)
        : write(found.values, found.hand, 'restore')
    },
    look: lookAndTell,
    follow(changed) {
      listeners.add(changed)
      let settling: NodeJS.Timeout | null = null
      try {
        const watcher = watch(folder, { persistent: false }, (_event, name) => {
          if (name !== SETTINGS_FILE) return
          if (settling !== null) clearTimeout(settling)
          settling = setTimeout(lookAndTell, SETTLE_MS) // an editor's save is several events
          settling.unref()
        })
        // no more hints; the file is looked at before each change all the same
        watcher.on('error', () => watcher.close())
        return () => {
          listeners.delete(changed)
          if (settling !== null) clearTimeout(settling)
          watcher.close()
        }
      } catch {
        return () => void listeners.delete(changed)
      }
    },
  }
}
