import { openSettingsFile } from '../../machine/disk/settings/settings-file.ts'
import { appVersion } from '../../machine/process/app-version.ts'
import { loadDriver } from '../../store/connection/driver.ts'
import { clockCheck, runtimeCheck } from './app.ts'
import { crashCheck, diskCheck, historyCheck, settingsCheck } from './data.ts'
import { ghCheck, gitCheck } from './programs.ts'
import { reportText } from './report.ts'

/** The report of a data folder that cannot be opened. `why`: what opening it said. */
export async function reportWithoutHistory(dataDir: string, why: string): Promise<string> {
  const driver = loadDriver()
  const settings = openSettingsFile(dataDir).state()
  const [git, gh, history, disk] = await Promise.all([
    gitCheck(),
    ghCheck(),
    historyCheck(dataDir, driver),
    diskCheck(dataDir),
  ])
  return reportText({
    appVersion: appVersion(),
    dataDir,
    checks: [
      { name: 'App', state: 'fail', text: why, repair: null },
      runtimeCheck(driver),
      git,
      gh,
      settingsCheck(settings),
      clockCheck(),
      history,
      disk,
      crashCheck(dataDir),
    ],
    settings,
    threads: null,
  })
}
