import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { BackupView, ImportPlan, PendingView } from '../../../shared/contract/archive.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings/settings.ts'
import { isSettingKey } from '../../../shared/settings/table.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { plural } from '../../../shared/base/plural.ts'
import type { Log } from '../../engine/ports/ports.ts'
import type { Keeping } from '../../engine/ports/disk.ts'
import { identify } from '../git/repo-facts.ts'
import type { SettingsFile } from '../disk/settings/settings-file.ts'
import { BACKUPS, checkBackup, listBackups, makeBackup, type BackupFile } from '../../store/backup/backups.ts'
import { copyAside } from '../../store/backup/in-worker.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'
import { DATABASE } from './manifest.ts'
import { askAtNextStart, cancelPending, readPending, sealStaged, STAGED, type Pending } from './pending.ts'
import { planOf } from './plan.ts'

interface KeepingParts {
  readonly dataDir: string
  readonly driver: Driver
  readonly settings: SettingsFile
  readonly log: Log
  readonly appVersion: string
  readonly report: () => Promise<string>
  /**
   * Why what was asked for at this start was not carried out; null or absent: it was, or nothing was asked.
   */
  readonly notDone?: string | null
  readonly now?: () => number
  /** Calls back at a time, also a past one; returns its end. */
  readonly timer?: (delayMs: number, fn: () => void) => () => void
}
interface KeepingHost extends Keeping {
  /** A backup each day from now on; ends with `close`. */
  follow(): void
  close(): Promise<void>
}

/** How long after the start the first daily backup is looked for: a start has enough to do. */
const FIRST_LOOK_MS = 2 * MINUTE
const LOOK_EVERY_MS = HOUR

export function createKeeping({
  dataDir,
  driver,
  settings,
  log,
  appVersion,
  report,
  notDone = null,
  now = Date.now,
  timer = usualTimer,
}: KeepingParts): KeepingHost {
  const folder = path.join(dataDir, BACKUPS)
  const database = path.join(dataDir, DATABASE)
  let making: Promise<Result<BackupView, string>> | null = null
  let problem: string | null = null
  let endTimer = (): void => {}

  const make = (why: string): Promise<Result<BackupView, string>> =>
    (making ??= makeBackup(database, folder, why, now(), driver)
      .then((made) => {
        problem = made.ok ? null : made.error
        log(
          made.ok ? 'info' : 'warn',
          made.ok ? 'backup.made' : 'store.failed',
          made.ok
            ? { name: made.value.name, bytes: made.value.bytes }
            : { where: 'backup', message: made.error },
        )
        return made.ok ? ok(toView(made.value)) : made
      })
      .finally(() => (making = null)))

  const daily = (): void => {
    const newest = listBackups(folder).find((b) => b.kind === 'daily')
    // a clock set back must not end them
    const isDue = newest === undefined || now() - newest.at >= DAY || newest.at > now() + HOUR
    void (isDue ? make('daily') : Promise.resolve()).finally(() => (endTimer = timer(LOOK_EVERY_MS, daily)))
  }

  const pending = (): PendingView | null => {
    const found = readPending(dataDir)
    return found === null ? null : pendingView(found)
  }
  const ask = (asked: Pending): PendingView => {
    askAtNextStart(dataDir, asked)
    log('info', 'authority.changed', { what: 'asked for the next start', kind: asked.kind })
    return pendingView(asked)
  }

  return {
    settings: {
      change: (change) => settings.change(change),
      view() {
        settings.look()
        const { path: file, problem: trouble, values, hand, bad, unknown } = settings.state()
        return {
          path: file,
          problem: trouble,
          hand,
          set: Object.keys(values).filter(isSettingKey),
          bad,
          unknown,
        }
      },
      generations() {
        const current = settings.values()
        const words = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
        return settings.generations().map(({ id, at, by, values }) => ({
          id,
          at,
          by,
          changes: [
            ...new Set([...Object.keys(DEFAULT_SETTINGS), ...Object.keys(current), ...Object.keys(values)]),
          ]
            .filter((key) => words(current[key]) !== words(values[key]))
            .map((key) => ({ key, now: words(current[key]), then: words(values[key]) })),
        }))
      },
      restore: (id) => settings.restore(id),
    },
    backups: {
      list: () => ({
        folder,
        backups: listBackups(folder).map(toView),
        pending: pending(),
        problem,
        notDone,
        making: making !== null,
      }),
      make: () => make('asked'),
      async restore(name) {
        if (!listBackups(folder).some((b) => b.name === name)) return err(`There is no backup ${name}.`)
        const trouble = await checkBackup(folder, name, driver)
        if (trouble !== null) return err(`${name} cannot be restored: ${trouble}. Nothing was changed.`)
        return ok(ask({ kind: 'restore', askedAt: now(), name }))
      },
    },
    data: {
      async exportTo(target, { withSecrets, force }) {
        const db = withPrivateUmask(() => driver.open(database, { readOnly: true }))
        try {
          const done = await exportTo(
            db,
            dataDir,
            target,
            { withSecrets, force, appVersion, now: now(), copy: (file) => copyAside(database, file, driver) },
            driver,
          )
          if (!done.ok) return done
          const { manifest, missed } = done.value
          return ok({
            path: target,
            threads: manifest.rows['threads'] ?? 0,
            runs: manifest.rows['runs'] ?? 0,
            bytes: statSync(target).size,
            leftOut: manifest.leftOut.map((p) => `${p.table} ${p.row} ${p.what}`),
            missed,
          })
        } finally {
          db.close()
        }
      },
      plan: (zip, map) =>
        staged(`.plan-${process.pid}`, (stage) => planOf(zip, stage, database, map, driver)),
      async importFrom(zip, map, { choices, withSettings, keepTrust }) {
        const stage = path.join(dataDir, STAGED)
        cancelPending(dataDir) // what was asked for with another archive must not meet this one
        const taken = await importFrom(zip, stage, { map, identify }, driver)
        if (!taken.ok) return taken
        const plan = await planOf(null, stage, database, map, driver)
        if (!plan.ok) return plan
        return ok(
          ask({
            kind: 'import',
            askedAt: now(),
            sha256: withPrivateUmask(() => sealStaged(dataDir, driver)),
            choices: settled(plan.value, choices),
            withSettings,
            keepTrust,
          }),
        )
      },
      reset: (what) => ask({ kind: what === 'history' ? 'clear' : 'factory', askedAt: now() }),
      cancel: () => cancelPending(dataDir),
    },
    logFolder: path.join(dataDir, 'logs'),
    report,
    follow: () => void (endTimer = timer(FIRST_LOOK_MS, daily)),
    async close() {
      endTimer()
      await making
      endTimer()
    },
  }

  async function staged<T>(
    name: string,
    work: (folder: string) => Promise<Result<T, string>>,
  ): Promise<Result<T, string>> {
    const stage = path.join(dataDir, name)
    await rm(stage, { recursive: true, force: true })
    try {
      return await work(stage)
    } finally {
      await rm(stage, { recursive: true, force: true })
    }
  }
}

/** What was not decided: new ones come, the same ones and conflicts stay as they are here. */
const settled = (
  plan: ImportPlan,
  choices: Readonly<Record<string, 'mine' | 'theirs' | 'both'>>,
): Record<string, 'mine' | 'theirs' | 'both'> =>
  Object.fromEntries(
    plan.threads.map((t) => [t.id, choices[t.id] ?? (t.state === 'new' ? 'theirs' : 'mine')]),
  )

const toView = ({ name, at, bytes, why, verified }: BackupFile): BackupView => ({
  name,
  at,
  bytes,
  why,
  verified,
})

function pendingView(pending: Pending): PendingView {
  const { kind, askedAt } = pending
  switch (kind) {
    case 'restore':
      return {
        kind,
        askedAt,
        text: `The backup ${pending.name} takes the place of today’s history. What is there now stays as a backup.`,
      }
    case 'import':
      return {
        kind,
        askedAt,
        text:
          `${plural(Object.values(pending.choices).filter((c) => c !== 'mine').length, 'thread')} of an ` +
          `archive ${Object.values(pending.choices).filter((c) => c !== 'mine').length === 1 ? 'comes' : 'come'} in. What is there now stays as a backup.`,
      }
    case 'clear':
      return {
        kind,
        askedAt,
        text: 'The history is cleared. Threads and settings stay, and what is there now stays as a backup.',
      }
    case 'factory':
      return {
        kind,
        askedAt,
        text: 'Everything Threadbeat keeps is removed, also its backups. Repositories are not touched.',
      }
  }
}

function usualTimer(delayMs: number, fn: () => void): () => void {
  const timer = setTimeout(fn, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}
