import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../../../shared/contract/app.ts'
import { openSettingsFile } from '../../machine/disk/settings/settings-file.ts'
import { appVersion } from '../../machine/process/app-version.ts'
import { BACKUPS, listBackups } from '../../store/backup/backups.ts'
import { loadDriver, type Driver } from '../../store/connection/driver.ts'
import { check } from './check.ts'
import { clockCheck, runtimeCheck } from './app.ts'
import {
  backupCheck,
  crashCheck,
  diskCheck,
  historyCheck,
  settingsCheck,
  type SettingsFacts,
} from './data.ts'
import { ghCheck, gitCheck } from './programs.ts'
import { reportText } from './report.ts'

/** What can be known of a data folder that cannot be opened. `why`: what opening it said. */
export const checksWithoutHistory = (dataDir: string, why: string): Promise<readonly Check[]> =>
  checksOf(dataDir, why, openSettingsFile(dataDir).state())

/** The report of the same. */
export async function reportWithoutHistory(dataDir: string, why: string): Promise<string> {
  const settings = openSettingsFile(dataDir).state()
  const checks = await checksOf(dataDir, why, settings)
  return reportText({ appVersion: appVersion(), dataDir, checks, settings, threads: null })
}

async function checksOf(dataDir: string, why: string, settings: SettingsFacts): Promise<readonly Check[]> {
  const driver = loadDriver()
  const [git, gh, history, disk] = await Promise.all([
    gitCheck(),
    ghCheck(),
    historyOf(dataDir, driver),
    diskCheck(dataDir),
  ])
  return [
    { name: 'App', state: 'fail', text: why, repair: null },
    runtimeCheck(driver),
    git,
    gh,
    settingsCheck(settings),
    clockCheck(),
    history,
    backupCheck({ backups: listBackups(join(dataDir, BACKUPS)), problem: null }),
    disk,
    crashCheck(dataDir),
  ]
}

/** SQLite cannot read a history in a folder that it may not write. */
async function historyOf(dataDir: string, driver: Driver): Promise<Check> {
  const isWritable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return check('History', 'off', 'It was not looked at: the data folder cannot be written.')
  const history = await historyCheck(dataDir, driver)
  return history.state === 'fail' ? { ...history, repair: wayOut(dataDir) } : history
}

/** The window offers the same at its start. */
const wayOut = (dataDir: string): string =>
  listBackups(join(dataDir, BACKUPS)).some(({ verified }) => verified === true)
    ? 'Go back to a backup: threadbeat restore last. Save what can be read: threadbeat salvage FILE.'
    : 'Save what can be read: threadbeat salvage FILE.'
