import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Keeping } from '../../electron/engine/ports/disk.ts'
import type { Scenario } from '../../electron/engine/testing/scenario.ts'
import { reportText } from '../../electron/host/doctor/report.ts'
import { createDailyBackups } from '../../electron/machine/archive/daily-backups.ts'
import { createKeeping } from '../../electron/machine/archive/keeping.ts'
import { DATABASE } from '../../electron/machine/archive/manifest.ts'
import { openSettingsFile, type SettingsFile } from '../../electron/machine/disk/settings/settings-file.ts'
import { loadDriver } from '../../electron/store/connection/driver.ts'
import type { Machine } from './machine.ts'

const appVersion = '0.1.0'

/** An empty folder for `openHost`. Ends with the test that opened it. */
export function dataFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'threadbeat-window-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

interface OpenFolder {
  readonly database: string
  readonly settings: SettingsFile
  /** What lies beside the history, as the host keeps it. */
  keepingOf(s: Scenario, machine: Machine): Keeping
}

export function openFolder(dataDir: string): OpenFolder {
  const driver = loadDriver()
  const settings = openSettingsFile(dataDir)
  return {
    database: path.join(dataDir, DATABASE),
    settings,
    keepingOf(s, machine) {
      const { log } = s.ports
      const report = async (): Promise<string> =>
        reportText({
          appVersion,
          dataDir,
          checks: machine.checks,
          settings: settings.state(),
          threads: s.views.snapshot().threads,
        })
      const backups = createDailyBackups({ dataDir, driver, log, now: s.clock.now })
      return createKeeping({ dataDir, driver, settings, backups, log, appVersion, notDone: null, report })
    },
  }
}
