import { join } from 'node:path'
import type { Check } from '../../shared/contract/app.ts'
import { createApi, type ApiRouter } from '../engine/api/handlers.ts'
import type { Shell } from '../engine/ports/desktop.ts'
import { createForesight } from '../engine/views/foresight.ts'
import { createKeeping } from '../machine/archive/keeping.ts'
import { makeOwnRepository } from '../machine/git/own-repository.ts'
import { dataDirWords } from '../machine/disk/data-dir.ts'
import { longFiles } from '../machine/disk/long-file.ts'
import { commandOfThisProcess } from '../machine/process/own-command.ts'
import { createLauncher } from '../machine/session/launcher/launcher.ts'
import { createHandOver } from '../machine/session/terminals.ts'
import { checkOf } from './doctor/doctor.ts'
import { appVersion as versionHere } from '../machine/process/app-version.ts'
import { reportText } from './doctor/report.ts'
import type { Parts } from './parts.ts'
import type { Profile } from './profile.ts'

interface RouterOptions {
  readonly commandLine?: readonly string[]
  readonly shell: Shell | null
  readonly demo?: boolean
  readonly appVersion?: string
}

/** The contract, answered by these parts. */
export function createRouter(options: RouterOptions, profile: Profile, parts: Parts): ApiRouter {
  const { ports, store, engine, documents, views, incoming, backups } = parts
  const { dataDir, driver, settings, log, notDone } = profile
  const { shell, appVersion = versionHere() } = options
  const launcher = createLauncher([
    ...(options.commandLine ?? commandOfThisProcess()),
    ...(options.demo === true ? [] : dataDirWords(dataDir)), // the folder of a demo is gone after it
  ])
  const diagnose = (terminalFinds: string | null): Promise<readonly Check[]> =>
    checkOf({
      dataDir,
      driver,
      store,
      settings: settings.state(),
      engine,
      hasShell: shell !== null,
      launcher,
      terminalFinds,
      autostart: shell?.autostart.state() ?? null,
      runners: ports.runners,
      hasTray: views.snapshot().fleet.problems.every((p) => p.code !== 'tray'),
      backups: { backups: backups.list(), problem: backups.problem() },
    })
  const report = async (): Promise<string> =>
    reportText({
      appVersion,
      dataDir,
      checks: await diagnose(null),
      settings: settings.state(),
      threads: views.threads(),
    })
  return createApi({
    ports,
    store,
    engine,
    documents,
    views,
    foresight: createForesight(ports, store, engine, documents),
    incoming,
    shell,
    handOver: shell === null ? undefined : createHandOver(dataDir),
    diagnose,
    launcher,
    keeping: createKeeping({ dataDir, driver, settings, backups, log, appVersion, notDone, report }),
    mastersFolder: () => makeOwnRepository(join(dataDir, 'master'), ['decisions.md']),
    environment: process.env,
    longFiles,
    hub: parts.hub,
  })
}
