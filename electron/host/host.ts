import { homedir } from 'node:os'
import { join } from 'node:path'
import { createKeeping } from '../machine/archive/keeping.ts'
import { applyPending } from '../machine/archive/carry-out.ts'
import { standIn, type StandIn } from '../machine/archive/trouble.ts'
import { checkOf, reportText } from './doctor.ts'
import { createApi, type ApiRouter } from '../engine/api/handlers.ts'
import { createDocuments } from '../engine/playbook/documents.ts'
import { createForesight } from '../engine/views/foresight.ts'
import { createSummaries } from '../engine/views/summaries.ts'
import { createWatchdog } from '../engine/loop/watchdog.ts'
import { openIncoming } from './incoming.ts'
import { createEngine } from '../engine/loop/engine.ts'
import type { Ports } from '../engine/ports/ports.ts'
import type { Notifier, Power, Shell } from '../engine/ports/desktop.ts'
import { createInboxTaking } from '../engine/events/inbox.ts'
import { createViews } from '../engine/views/views.ts'
import { createAgentRunner } from '../machine/agents/agent-runner.ts'
import { listCommands } from '../machine/agents/local/approval-hash.ts'
import { prints } from '../machine/agents/local/repo-prints.ts'
import { createRunners } from '../machine/agents/runners.ts'
import { openSettingsFile, type SettingsFile } from '../machine/disk/settings/settings-file.ts'
import { createSummaryFiles } from '../machine/disk/summary-files.ts'
import { excludeHeartbeat } from '../machine/git/git-exclude.ts'
import { gitKeep, setGitKeep } from '../machine/git/git-keep.ts'
import { createHeartbeatFiles } from '../machine/disk/heartbeat-files.ts'
import { inboxFolder } from '../machine/disk/inbox.ts'
import { facts, glance, identify, isTracked } from '../machine/git/repo-facts.ts'
import { attachment, readAttachment } from '../machine/disk/attachment.ts'
import { hookLine, hookPlan, installHooks, removeHooks } from '../machine/git/hooks/git-hooks.ts'
import { gitState } from '../machine/git/git-state.ts'
import { watchGit } from '../machine/git/git-watch.ts'
import { readHeartbeatConfig } from '../machine/disk/heartbeat-config-file.ts'
import { wayFacts } from '../machine/git/way-facts.ts'
import { difference } from '../machine/git/look/difference.ts'
import { look } from '../machine/git/look/look.ts'
import { scanForRepositories } from '../machine/git/scan.ts'
import { createToolServer } from '../machine/mcp/server.ts'
import { loadDriver } from '../store/connection/driver.ts'
import { lockFolder } from '../store/connection/lock.ts'
import { openDatabase } from '../store/connection/open.ts'
import { createStore } from '../store/store.ts'
import { systemClock } from '../machine/clock/clock.ts'
import { dataDirPath, ensurePrivateDir, withPrivateUmask } from '../machine/disk/data-dir.ts'
import { randomId } from '../machine/clock/ids.ts'
import { longFiles } from '../machine/disk/long-file.ts'
import { logFile } from '../machine/disk/log-file.ts'
import { createRunOutputs } from '../machine/disk/run-outputs.ts'
import { createCronAlarms } from '../machine/clock/cron-alarm.ts'
import { serveSocket } from '../machine/network/socket-server.ts'
import { createHandOver } from '../machine/session/terminals.ts'
import { createWebhookSender } from '../machine/network/webhook-out.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { formatLocal, MINUTE } from '../../shared/base/time.ts'
import { plural } from '../../shared/base/plural.ts'
import { type Problem, type Snapshot } from '../../shared/views/snapshot.ts'
import { applyMessage, type Known } from '../../shared/views/live.ts'

export interface HostOptions {
  readonly dataDir: string
  readonly notifier: Notifier
  readonly shell: Shell | null
  readonly demo: boolean
  /** false: a command without the app; nothing starts but beats that a person asks for. Default true. */
  readonly schedule?: boolean
  /** What the system tells of battery and network; absent: nothing. */
  readonly power?: Power
  /** How git hooks call the command line. */
  readonly commandLine?: readonly string[]
  /** For reports and archives. */
  readonly appVersion?: string
  /**
   * A history that is damaged is left as it is, and its newest sound backup stands in for it until this
   * ends.
   */
  readonly withoutHistory?: boolean
}

/** Adapters and engine, without Electron: what the desktop app, `serve` and the tests start. */
export interface Host {
  readonly router: ApiRouter
  readonly socketPath: string
  snapshot(): Snapshot
  /** Called after changes, at most four times a second. Returns its end. */
  onSnapshot(listener: (snapshot: Snapshot) => void): () => void
  /** The machine woke, was unlocked, or has its network back. */
  machine(what: 'resume' | 'unlock' | 'online'): void
  /** What the system tells of battery, network or Do Not Disturb has changed. */
  powerChanged(): void
  setProblem(code: Problem['code'], problem: Problem | null): void
  /**
   * 'wait': running runs finish first; 'stop': they are ended. Then the history is closed and the socket is
   * gone.
   */
  stop(how: 'wait' | 'stop'): Promise<void>
}

interface OpenError {
  // locked: another Threadbeat works on this folder; damaged: the history cannot be opened
  readonly code: 'locked' | 'damaged' | 'store'
  readonly message: string
}

/** Where a command looks that is told nothing: a git client does not know the variables of the app. */
const usualDataDir = (): string =>
  dataDirPath(undefined, {
    platform: process.platform,
    home: homedir(),
    env: { ...process.env, THREADBEAT_DATA_DIR: undefined },
  })

export async function openHost(options: HostOptions): Promise<Result<Host, OpenError>> {
  const dataDir = ensurePrivateDir(options.dataDir)
  const driver = loadDriver()
  const unlock = withPrivateUmask(() => lockFolder(dataDir, driver))
  if (unlock === null) return err({ code: 'locked', message: `Another Threadbeat works on ${dataDir}.` })
  const settingsFile = withPrivateUmask(() => openSettingsFile(dataDir))
  const log = logFile(join(dataDir, 'logs', 'threadbeat.log'), () =>
    process.env['THREADBEAT_LOG'] === 'debug' || settingsFile.values()['logLevel'] === 'debug'
      ? 'debug'
      : 'info',
  )
  const done = applyPending(dataDir, driver)
  if (!done.ok) log('error', 'store.failed', { where: 'pending', message: done.error })
  else if (done.value !== null) {
    log('info', 'authority.changed', { what: 'done at this start', kind: done.value })
    settingsFile.look()
  }
  let opened = withPrivateUmask(() => openDatabase(join(dataDir, 'threadbeat.db'), driver))
  const instead =
    opened.ok || options.withoutHistory !== true ? null : withPrivateUmask(() => standIn(dataDir))
  if (instead?.ok === true)
    opened = withPrivateUmask(() => openDatabase(join(instead.value.folder, 'threadbeat.db'), driver))
  if (!opened.ok) {
    const message = instead?.ok === false ? `${opened.error.message} ${instead.error}` : opened.error.message
    log('error', 'store.failed', { message })
    unlock()
    return err({ code: 'damaged', message })
  }
  const without = instead?.ok === true ? instead.value : null
  if (without !== null)
    log('warn', 'store.failed', {
      where: 'history',
      message: 'damaged; a backup stands in for it until this ends',
      distrusted: without.distrusted,
    })
  if (opened.value.migratedFrom !== null) log('info', 'store.migrated', { from: opened.value.migratedFrom })

  const alarms = createCronAlarms((error) =>
    log('error', 'bug.caught', { where: 'alarm', message: String(error) }),
  )
  const outputs = createRunOutputs(join(without?.folder ?? dataDir, 'outputs'), (runId, message) =>
    log('warn', 'store.failed', { where: 'outputs', runId, message }),
  )
  const ports: Ports = {
    clock: systemClock,
    ids: randomId,
    agents: createAgentRunner(systemClock, outputs),
    outputs,
    runners: createRunners(systemClock),
    tools: createToolServer(log),
    files: createHeartbeatFiles(),
    repositories: {
      identify,
      facts,
      glance,
      isTracked,
      exclude: excludeHeartbeat,
      gitKeep,
      setGitKeep,
      listCommands,
      scan: scanForRepositories,
      look,
      difference,
      prints,
      attachment,
      readAttachment,
      gitState,
      watchGit,
      wayFacts,
      config: readHeartbeatConfig,
      hooks: {
        plan: hookPlan,
        install: installHooks,
        remove: removeHooks,
        line: (number, hook) =>
          hookLine(
            [
              ...(options.commandLine ?? ['threadbeat']),
              ...(dataDir === usualDataDir() ? [] : ['--data-dir', dataDir]),
            ],
            number,
            hook,
          ),
      },
    },
    notifier: options.notifier,
    inbox: inboxFolder(join(dataDir, 'inbox')),
    power: options.power ?? { onBattery: () => null, metered: () => null },
    alarms,
    webhooks: createWebhookSender(log),
    log,
  }
  const store = createStore(opened.value.db, randomId, settingsFile)
  const documents = createDocuments(ports, store)
  const engine = createEngine(ports, store, documents, process.env)
  const watchdog = createWatchdog(ports, store, engine)
  const views = createViews(ports, store, engine, documents, {
    dataDir,
    demo: options.demo,
    watch: watchdog.view,
  })
  // What a run wrote into the file itself is on record as its own before anybody else looks.
  engine.onRunEnd(({ threadId }) => documents.refresh(threadId))
  const incoming = openIncoming(store, engine, log, (problem) => views.setProblem('webhook', problem))
  const appVersion = options.appVersion ?? 'unknown'
  const diagnose = () =>
    checkOf({
      dataDir,
      driver,
      store,
      engine,
      hasShell: options.shell !== null,
      autostart: options.shell?.autostart.state() ?? null,
      runners: ports.runners,
      hasTray: views.snapshot().fleet.problems.every((p) => p.code !== 'tray'),
      backups: keeping.backups.list(),
    })
  const keeping = createKeeping({
    dataDir,
    driver,
    settings: settingsFile,
    log,
    appVersion,
    notDone: done.ok ? null : done.error,
    report: async () =>
      reportText({
        appVersion,
        dataDir,
        checks: await diagnose(),
        settings: settingsFile.state(),
        threads: views.snapshot().threads,
      }),
  })
  const tellSettings = (): void => views.setProblem('settings_file', settingsProblem(settingsFile))
  const endSettings = [
    settingsFile.follow(() => store.settings.change({})),
    store.onCommit((touched) => touched === 'all' && tellSettings()),
  ]
  if (!done.ok)
    views.setProblem('pending', {
      code: 'pending',
      text: done.error,
      repair: 'Try it again in the settings.',
    })
  if (without !== null) views.setProblem('store', standInProblem(without))
  tellSettings()
  const router = createApi({
    ports,
    store,
    engine,
    documents,
    views,
    foresight: createForesight(ports, store, engine, documents),
    incoming,
    shell: options.shell,
    handOver: options.shell === null ? undefined : createHandOver(dataDir),
    diagnose,
    keeping,
    environment: process.env,
    longFiles,
  })

  const socket = await serveSocket(router, dataDir)
  if (!socket.ok) {
    for (const end of endSettings) end()
    watchdog.close()
    await engine.sources.close()
    await incoming.close()
    alarms.close()
    views.close()
    store.close()
    without?.remove()
    unlock()
    return err({ code: 'store', message: socket.error })
  }

  const scheduling = options.schedule !== false
  const summaries = scheduling
    ? createSummaries({
        snapshot: views.snapshot,
        onSnapshot: views.subscribe,
        clock: systemClock,
        write: createSummaryFiles(dataDir, (file, message) =>
          log('warn', 'store.failed', { where: 'summaries', file, message }),
        ),
      })
    : null
  if (scheduling) {
    if (without === null) keeping.follow()
    engine.followThreads()
    await incoming.follow()
  } else await Promise.all(store.threads.list().map((t) => documents.refresh(t.id)))
  await engine.start(scheduling ? 'schedule' : 'on demand')
  const inbox = createInboxTaking({ ports, store, events: engine.events, pulse: engine })
  let stopped: Promise<void> | null = null
  // What is dropped there waits for the real history.
  const takesInbox = scheduling && without === null
  const endInbox = takesInbox ? inbox.follow() : () => {}

  return ok({
    router,
    socketPath: socket.value.path,
    snapshot: views.snapshot,
    onSnapshot(listener) {
      let known: Known = { fleet: null, threads: new Map() }
      return views.subscribe((message) => {
        known = applyMessage(known, message)
        if (known.fleet !== null) listener({ fleet: known.fleet, threads: [...known.threads.values()] })
      })
    },
    machine(what) {
      const before = engine.live.lastTickAt()
      engine.tick()
      if (takesInbox) void inbox.look()
      const awayMs = before === null ? null : systemClock.now() - before
      engine.machineNews.add(what, what === 'resume' && awayMs !== null && awayMs > MINUTE ? awayMs : null)
      engine.tick()
    },
    powerChanged: () => engine.tick(),
    setProblem: views.setProblem,
    stop(how) {
      endInbox()
      watchdog.close()
      const ended = engine.stop(how)
      stopped ??= (async () => {
        for (const end of endSettings) end()
        await keeping.close()
        await inbox.idle()
        await ended
        await engine.sources.close()
        await incoming.close()
        await summaries?.end()
        documents.close()
        views.close()
        await ports.tools.close()
        await socket.value.close()
        store.close()
        without?.remove()
        unlock()
      })()
      return stopped
    },
  })
}

function standInProblem({ from, distrusted }: StandIn): Problem {
  const trust =
    distrusted === 0
      ? ''
      : ` ${plural(distrusted, 'thread is', 'threads are')} not trusted for now, because the damaged ` +
        'file does not soundly say so.'
  return {
    code: 'store',
    text:
      'Your history is damaged. Beats go on with the backup of ' +
      `${formatLocal(from, systemClock.timeZone)}, and what happens now is kept only until Threadbeat ` +
      `ends. Jobs rest, and what was spent since that backup is not counted.${trust}`,
    repair: 'Restore a backup in Settings, Privacy & data; or quit and start again to save what can be read.',
  }
}

function settingsProblem(file: SettingsFile): Problem | null {
  const { problem } = file.state()
  return problem === null
    ? null
    : {
        code: 'settings_file',
        text:
          `Your settings file needs a look: ${problem.replace(/\.$/, '')}. The last good settings ` +
          'count, nothing is lost.',
        repair: 'Restore it, or mend it by hand.',
      }
}
