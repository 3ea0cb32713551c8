import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../../../shared/contract/app.ts'
import type { BackupsView } from '../../../shared/contract/archive.ts'
import { asSentence } from '../../../shared/base/faults.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { DAY, formatDuration } from '../../../shared/base/time.ts'
import type { Store } from '../../engine/ports/store.ts'
import { quickCheck } from '../../store/backup/in-worker.ts'
import { dumpFolder, dumpsIn } from '../../machine/disk/crashes/dump-files.ts'
import type { SettingsState } from '../../machine/disk/settings/settings-file.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { check } from './check.ts'

/** What crashed; the dumps stay on this machine. */
export function crashCheck(dataDir: string): Check {
  const dumps = dumpsIn(dataDir)
  const newest = dumps[0]
  if (newest === undefined)
    return check(
      'Crashes',
      'ok',
      'No dump of a crash is here. The window’s program leaves one, serve does not.',
    )
  const text = `${plural(dumps.length, 'dump')} in ${dumpFolder(dataDir)}, the newest of ${new Date(newest.at).toISOString()}.`
  return Date.now() - newest.at > LONG_AGO_MS
    ? check('Crashes', 'ok', text)
    : check('Crashes', 'warn', text, 'A report for whoever helps you: threadbeat doctor --report.')
}

const LONG_AGO_MS = 7 * DAY
const LOW_DISK_BYTES = 500_000_000

export async function repositoryCheck(store: Pick<Store, 'threads'>): Promise<Check> {
  const threads = store.threads.list()
  const readable = await Promise.all(threads.map((t) => isReadable(t.repoPath)))
  const bad = threads.filter((_, i) => readable[i] === false).map((t) => t.name)
  if (bad.length === 0)
    return check(
      'Repositories',
      'ok',
      `${threads.length === 1 ? '1 folder' : `${threads.length} folders`} can be read.`,
    )
  return check(
    'Repositories',
    'fail',
    `${bad.slice(0, 5).join(', ')}${bad.length > 5 ? ` and ${bad.length - 5} more` : ''} cannot be read.`,
    'Put the folder back, locate it again, or give yourself the right to read it.',
  )
}

const isReadable = (folder: string): Promise<boolean> =>
  access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

/** `problem`: why the whole file cannot be read; null: it can. */
export type SettingsFacts = Pick<SettingsState, 'problem' | 'bad' | 'unknown'>

export function settingsCheck({ problem, bad, unknown }: SettingsFacts): Check {
  const left = [
    ...bad.map(({ key, text }) => `${key}: ${text}`),
    ...(unknown.length === 0 ? [] : [`no setting is called ${unknown.slice(0, 5).join(', ')}`]),
  ]
  if (problem === null && left.length === 0) return check('Settings', 'ok', 'settings.json can be read.')
  if (problem === null)
    return check(
      'Settings',
      'warn',
      asSentence(`Not all of settings.json counts. ${left.slice(0, 5).join('; ')}`),
      'Mend it by hand, or reset the setting in the window.',
    )
  return check(
    'Settings',
    'fail',
    `${asSentence(problem)} The last good settings count.`,
    'Mend settings.json by hand, or restore it in Settings.',
  )
}

/** HEARTBEAT.json of each thread. */
export function configCheck(store: Pick<Store, 'threads'>): Check {
  const bad = store.threads
    .list()
    .flatMap(({ name, config }) =>
      config === null || config.problems.length === 0 ? [] : [`${name}: ${config.problems[0]!}`],
    )
  if (bad.length === 0) return check('HEARTBEAT.json', 'ok', 'All that stands in such files counts.')
  const more = bad.length > 5 ? ` (and ${bad.length - 5} more threads)` : ''
  return check(
    'HEARTBEAT.json',
    'warn',
    asSentence(`Not all of it counts. ${bad.slice(0, 5).join('; ')}${more}`),
    'Mend the file in the repository; the thread’s settings show each line that does not count.',
  )
}

/** The quick check: the whole one is made with each backup. */
export async function historyCheck(dataDir: string, driver: Driver): Promise<Check> {
  const problem = await quickCheck(join(dataDir, 'threadbeat.db'), driver)
  if (problem === null) return check('History', 'ok', 'The database is sound.')
  return check(
    'History',
    'fail',
    `The database is not sound: ${problem}.`,
    'Restore a backup in Settings, Data & privacy.',
  )
}

export function backupCheck({ backups, problem }: Pick<BackupsView, 'backups' | 'problem'>): Check {
  if (problem !== null)
    return check('Backups', 'fail', problem, 'Free some space, then back up in Settings, Data & privacy.')
  const newest = backups.find((b) => b.verified === true)
  if (newest === undefined)
    return check(
      'Backups',
      'warn',
      'There is no checked backup yet; the first is made a few minutes after the start.',
    )
  const age = formatDuration(Math.max(0, Date.now() - newest.at))
  return check('Backups', 'ok', `The newest is ${age} old and was checked.`)
}

export async function diskCheck(dataDir: string): Promise<Check> {
  const space = await statfs(dataDir).then(
    (s) => s.bavail * s.bsize,
    () => null,
  )
  if (space === null) return check('Disk', 'warn', 'Free space could not be read.')
  const mb = Math.round(space / 1e6)
  return space < LOW_DISK_BYTES
    ? check('Disk', 'warn', `${mb} MB free in ${dataDir}.`, 'Free some space.')
    : check('Disk', 'ok', `${mb} MB free in ${dataDir}.`)
}
