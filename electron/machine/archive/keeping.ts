import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ImportPlan, PendingView } from '../../../shared/contract/archive.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { NOT_SIGNED_WORDS, type ArchiveAuthority } from '../../../shared/contract/authority.ts'
import type { Log } from '../../engine/ports/ports.ts'
import type { Keeping } from '../../engine/ports/disk.ts'
import { identify } from '../git/facts/repo-facts.ts'
import type { SettingsFile } from '../disk/settings/settings-file.ts'
import { checkBackup } from '../../store/backup/backups.ts'
import { copyAside } from '../../store/backup/in-worker.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import type { DailyBackups } from './daily-backups.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'
import { DATABASE } from './manifest.ts'
import { askAtNextStart, cancelPending, readPending, sealStaged, STAGED, type Pending } from './pending.ts'
import { pendingView } from './pending-view.ts'
import { planOf } from './plan.ts'
import { restorePlan } from './trust/restore-plan.ts'
import { settingsGenerations, settingsView } from './settings-view.ts'

interface KeepingParts {
  readonly dataDir: string
  readonly driver: Driver
  readonly settings: SettingsFile
  readonly backups: DailyBackups
  readonly log: Log
  readonly appVersion: string
  readonly report: () => Promise<string>
  /**
   * Why what was asked for at this start was not carried out; null: it was, or nothing was asked.
   */
  readonly notDone: string | null
}
type Data = Keeping['data']

/** What lies beside the history, for the api: the file of settings, backups, archives. */
export function createKeeping(parts: KeepingParts): Keeping {
  const { dataDir, settings, backups, notDone } = parts
  return {
    settings: {
      change: (change) => settings.change(change),
      view: () => settingsView(settings),
      generations: () => settingsGenerations(settings),
      restore: (id) => settings.restore(id),
    },
    backups: {
      list: () => ({
        folder: backups.folder,
        backups: backups.list(),
        pending: pendingOf(dataDir),
        problem: backups.problem(),
        notDone,
        making: backups.isMaking(),
      }),
      make: () => backups.make('asked'),
      plan: (name) => planRestore(parts, name),
      restore: (name, hash) => restoreBackup(parts, name, hash),
    },
    data: {
      exportTo: (target, options) => exportData(parts, target, options),
      plan: (zip, map) => planImport(parts, zip, map),
      importFrom: (zip, map, how) => stageImport(parts, zip, map, how),
      reset: (what) =>
        atNextStart(parts, { kind: what === 'history' ? 'clear' : 'factory', askedAt: Date.now() }),
      cancel: () => cancelPending(dataDir),
    },
    logFolder: path.join(dataDir, 'logs'),
    report: parts.report,
  }
}

function pendingOf(dataDir: string): PendingView | null {
  const pending = readPending(dataDir)
  return pending === null ? null : pendingView(pending)
}

function atNextStart({ dataDir, log }: KeepingParts, pending: Pending): PendingView {
  askAtNextStart(dataDir, pending)
  log('info', 'authority.changed', { what: 'asked for the next start', kind: pending.kind })
  return pendingView(pending)
}

async function planRestore(parts: KeepingParts, name: string): ReturnType<typeof restorePlan> {
  const { dataDir, backups, driver } = parts
  if (!backups.list().some((b) => b.name === name)) return err(`There is no backup ${name}.`)
  const trouble = await checkBackup(backups.folder, name, driver)
  if (trouble !== null) return err(`${name} cannot be restored: ${trouble}. Nothing was changed.`)
  return restorePlan(dataDir, name, driver)
}

async function restoreBackup(
  parts: KeepingParts,
  name: string,
  hash: string,
): Promise<Result<PendingView, string>> {
  const plan = await planRestore(parts, name)
  if (!plan.ok) return plan
  if (plan.value.hash !== hash)
    return err(`What ${name} would execute is not what was shown. Look at it again. Nothing was changed.`)
  const { sha256 } = plan.value
  return ok(atNextStart(parts, { kind: 'restore', askedAt: Date.now(), name, sha256 }))
}

async function exportData(
  { dataDir, driver, appVersion }: KeepingParts,
  target: string,
  { withSecrets, force }: Parameters<Data['exportTo']>[1],
): ReturnType<Data['exportTo']> {
  const database = path.join(dataDir, DATABASE)
  const db = withPrivateUmask(() => driver.open(database, { readOnly: true }))
  const copy = (file: string): ReturnType<typeof copyAside> => copyAside(database, file, driver)
  try {
    const options = { withSecrets, force, appVersion, now: Date.now(), copy }
    const archive = await exportTo(db, dataDir, target, options, driver)
    if (!archive.ok) return archive
    const { manifest, missed } = archive.value
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
}

async function planImport(
  { dataDir, driver }: KeepingParts,
  ...[zip, map]: Parameters<Data['plan']>
): Promise<Result<ImportPlan, string>> {
  const stage = path.join(dataDir, `.plan-${process.pid}`)
  await rm(stage, { recursive: true, force: true })
  try {
    // It is only unpacked and looked at.
    const agree = async (): Promise<null> => null
    const taken = await importFrom(zip, stage, { map, identify, owner: dataDir, agree }, driver)
    return taken.ok ? planOf(stage, path.join(dataDir, DATABASE), taken.value, driver) : taken
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function stageImport(
  parts: KeepingParts,
  ...[zip, map, { choices, withSettings, keepTrust, hash }]: Parameters<Data['importFrom']>
): Promise<Result<PendingView, string>> {
  const { dataDir, driver } = parts
  const stage = path.join(dataDir, STAGED)
  cancelPending(dataDir) // what was asked for with another archive must not meet this one
  const agree = async (authority: ArchiveAuthority): Promise<string | null> => {
    if (authority.hash !== hash)
      return 'What this archive would execute is not what was shown. Look at it again. Nothing was changed.'
    return keepTrust && !authority.signed ? `${NOT_SIGNED_WORDS} Nothing was changed.` : null
  }
  const staged = await importFrom(zip, stage, { map, identify, owner: dataDir, agree }, driver)
  if (!staged.ok) return staged
  const plan = planOf(stage, path.join(dataDir, DATABASE), staged.value, driver)
  if (!plan.ok) return plan
  return ok(
    atNextStart(parts, {
      kind: 'import',
      askedAt: Date.now(),
      ...withPrivateUmask(() => sealStaged(dataDir, driver)),
      choices: settled(plan.value, choices),
      withSettings,
      keepTrust,
    }),
  )
}

/** What was not decided: new ones come, the same ones and conflicts stay as they are here. */
const settled = (
  plan: ImportPlan,
  choices: Readonly<Record<string, 'mine' | 'theirs' | 'both'>>,
): Record<string, 'mine' | 'theirs' | 'both'> =>
  Object.fromEntries(
    plan.threads.map((t) => [t.id, choices[t.id] ?? (t.state === 'new' ? 'theirs' : 'mine')]),
  )
