import { neighboursOf } from '../engine/hub/neighbours.ts'
import { createOthers } from '../engine/hub/others/others.ts'
import { createEngine, type Engine } from '../engine/loop/engine.ts'
import { createWatchdog, type Watchdog } from '../engine/loop/watchdog.ts'
import { createDocuments, type Documents } from '../engine/playbook/documents.ts'
import type { Ports } from '../engine/ports/ports.ts'
import type { Store } from '../engine/ports/store.ts'
import { createViews, type Views } from '../engine/views/views.ts'
import { createDailyBackups, type DailyBackups } from '../machine/archive/daily-backups.ts'
import { randomId } from '../machine/clock/ids.ts'
import { createStore } from '../store/store.ts'
import { appVersion } from '../machine/process/app-version.ts'
import { createHubDoor, type OwnedHubDoor } from './hub/door.ts'
import { openIncoming, type Incoming } from './incoming.ts'
import { machinePorts, type PortOptions } from './machine-ports.ts'
import { pendingProblem, settingsProblem, standInProblem } from './problems.ts'
import type { Profile } from './profile.ts'

/** What a host consists of, once its folder is open. Nothing here has started. */
export interface Parts {
  readonly ports: Ports
  readonly store: Store
  readonly documents: Documents
  readonly engine: Engine
  readonly watchdog: Watchdog
  readonly views: Views
  /** The local webhook. */
  readonly incoming: Incoming
  readonly backups: DailyBackups
  readonly hub: OwnedHubDoor
  endSettings(): void
}

export function createParts(options: PortOptions & { readonly demo: boolean }, profile: Profile): Parts {
  const { dataDir, driver, log } = profile
  const backups = createDailyBackups({ dataDir, driver, log })
  const machine = machinePorts(options, profile)
  const others = createOthers(machine)
  const ports = { ...machine, backUp: backups.make, neighbours: neighboursOf(machine, others) }
  const store = createStore(profile.db, randomId, profile.settings)
  const documents = createDocuments(ports, store)
  const engine = createEngine(ports, store, documents, process.env)
  const watchdog = createWatchdog(ports, store, engine)
  const views = createViews(ports, store, engine, documents, {
    dataDir,
    demo: options.demo,
    watch: watchdog.view,
    others,
  })
  // What a run wrote into the file itself is shown at once, also where no watch tells of it.
  engine.onRunEnd(({ threadId }) => documents.refresh(threadId))
  const incoming = openIncoming(store, engine, log, (problem) => views.setProblem('webhook', problem))
  const hub = createHubDoor({
    dataDir,
    ports,
    store,
    documents,
    engine,
    views,
    others,
    version: appVersion(),
  })
  const endSettings = followSettings(profile, store, views)
  showProblems(profile, ports, views)
  return { ports, store, documents, engine, watchdog, views, incoming, backups, hub, endSettings }
}

/** A change in the file counts as any other commit; what is wrong with it is in the window. */
function followSettings({ settings }: Profile, store: Store, views: Views): () => void {
  const endFile = settings.follow(() => store.settings.change({}))
  const endCommits = store.onCommit((touched) => {
    if (touched === 'all') views.setProblem('settings_file', settingsProblem(settings))
  })
  return () => {
    endFile()
    endCommits()
  }
}

function showProblems({ notDone, standIn, settings }: Profile, { clock }: Ports, views: Views): void {
  if (notDone !== null) views.setProblem('pending', pendingProblem(notDone))
  if (standIn !== null) views.setProblem('store', standInProblem(standIn, clock))
  views.setProblem('settings_file', settingsProblem(settings))
}
