import type { AutostartView, Check } from '../../../shared/contract/app.ts'
import type { BackupsView } from '../../../shared/contract/archive.ts'
import type { Engine } from '../../engine/loop/engine.ts'
import type { Runners } from '../../engine/ports/agents.ts'
import type { Launcher } from '../../engine/ports/desktop.ts'
import type { Store } from '../../engine/ports/store.ts'
import type { Driver } from '../../store/connection/driver.ts'
import {
  autostartCheck,
  clockCheck,
  commandCheck,
  memoryCheck,
  notificationCheck,
  runtimeCheck,
  schedulerCheck,
  threadCheck,
  trayCheck,
  webhookCheck,
} from './app.ts'
import {
  backupCheck,
  configCheck,
  crashCheck,
  diskCheck,
  historyCheck,
  repositoryCheck,
  settingsCheck,
  type SettingsFacts,
} from './data.ts'
import { agentsCheck, ghCheck, gitCheck, strayCheck } from './programs.ts'

export interface DoctorFacts {
  readonly dataDir: string
  readonly driver: Driver
  readonly store: Pick<Store, 'threads' | 'webhooks'>
  readonly settings: SettingsFacts
  readonly engine: Engine
  readonly hasShell: boolean
  readonly autostart?: AutostartView | null // null: there is nothing to start at login
  readonly launcher?: Pick<Launcher, 'state'>
  readonly terminalFinds?: string | null // what the terminal that asks starts as `threadbeat`
  readonly runners?: Runners
  readonly hasTray?: boolean
  readonly backups?: Pick<BackupsView, 'backups' | 'problem'>
}

/** Looks at everything a beat depends on. Never rejects; each check says what it saw. */
export async function checkOf(f: DoctorFacts): Promise<readonly Check[]> {
  const [git, gh, agents, repositories, history, disk, strays, command] = await Promise.all([
    gitCheck(),
    ghCheck(),
    agentsCheck(f.runners, f.store),
    repositoryCheck(f.store),
    historyCheck(f.dataDir, f.driver),
    diskCheck(f.dataDir),
    strayCheck(),
    f.launcher?.state(f.terminalFinds ?? null),
  ])
  return [
    runtimeCheck(f.driver),
    agents,
    git,
    gh,
    repositories,
    threadCheck(f.store),
    configCheck(f.store),
    settingsCheck(f.settings),
    schedulerCheck(f.engine),
    clockCheck(),
    history,
    ...(f.backups === undefined ? [] : [backupCheck(f.backups)]),
    disk,
    crashCheck(f.dataDir),
    notificationCheck(f.engine, f.hasShell),
    webhookCheck(f.store),
    ...(f.hasShell ? [trayCheck(f.hasTray !== false)] : []),
    ...(f.autostart == null ? [] : [autostartCheck(f.autostart)]),
    ...(command === undefined ? [] : [commandCheck(command)]),
    strays,
    memoryCheck(),
  ]
}
