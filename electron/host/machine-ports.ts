import { dirname, join } from 'node:path'
import { ok } from '../../shared/base/result.ts'
import { withHours, type TimeStyle } from '../../shared/base/clock/time-text.ts'
import type { Notifier, Power, Shell } from '../engine/ports/desktop.ts'
import type { Ports } from '../engine/ports/ports.ts'
import { createAgentRunner } from '../machine/agents/agent-runner.ts'
import {
  commandsByLine,
  inspectCommand,
  listCommands,
  missingPrograms,
} from '../machine/agents/local/approval/approval-hash.ts'
import { prints } from '../machine/agents/local/repo-prints.ts'
import { createRunners } from '../machine/agents/runners.ts'
import { createBacktester } from '../machine/backtest/backtest.ts'
import { systemClock } from '../machine/clock/clock.ts'
import { createCronAlarms } from '../machine/clock/cron-alarm.ts'
import { randomId } from '../machine/clock/ids.ts'
import { systemStyle } from '../machine/clock/system-style.ts'
import { createAnsweringDisk } from '../machine/disk/answering/answering-disk.ts'
import { attachment, readAttachment } from '../machine/disk/attachment.ts'
import { createActionFiles } from '../machine/disk/actions/action-files.ts'
import { createDroppedResults } from '../machine/disk/actions/dropped-results.ts'
import { digests } from '../machine/disk/actions/digests.ts'
import { dataDirPath, homeFolder } from '../machine/disk/data-dir.ts'
import { readHeartbeatConfig } from '../machine/disk/heartbeat-config-file.ts'
import { createHeartbeatFiles } from '../machine/disk/heartbeat-files.ts'
import { inboxFolder } from '../machine/disk/inbox.ts'
import { createDecisionsFile } from '../machine/disk/decisions/decisions-file.ts'
import { appVersion } from '../machine/process/app-version.ts'
import { createRunOutputs } from '../machine/disk/outputs/run-outputs.ts'
import { excludeHeartbeat } from '../machine/git/git-exclude.ts'
import { gitKeep, setGitKeep } from '../machine/git/git-keep.ts'
import { gitState } from '../machine/git/git-state.ts'
import { watchResults } from '../machine/disk/actions/results-watch.ts'
import { watchGit } from '../machine/git/git-watch.ts'
import { hookLine, hookPlan, installHooks, removeHooks } from '../machine/git/hooks/git-hooks.ts'
import { difference } from '../machine/git/look/difference.ts'
import { look } from '../machine/git/look/look.ts'
import { outline } from '../machine/git/facts/outline.ts'
import { facts, glance, identify } from '../machine/git/facts/repo-facts.ts'
import { commitDifference } from '../machine/git/facts/commit-difference.ts'
import { commitSize } from '../machine/git/facts/commit-size.ts'
import { isTracked } from '../machine/git/facts/tracked.ts'
import { scanForRepositories } from '../machine/git/scan.ts'
import { pastStates } from '../machine/git/facts/past-states.ts'
import { wayFacts } from '../machine/git/facts/way-facts.ts'
import { createToolServer } from '../machine/mcp/server.ts'
import { socketPlace } from '../machine/network/socket-path.ts'
import { createWebhookSender } from '../machine/network/webhook-out.ts'
import { commandOfThisProcess } from '../machine/process/own-command.ts'
import {
  answeringFiles,
  answeringRepositories,
  answeringRunner,
  answeringRunners,
} from './answering-ports.ts'
import type { Profile } from './profile.ts'

export interface PortOptions {
  readonly notifier: Notifier
  /** Absent or null: no window. */
  readonly shell?: Shell | null
  /** What the system tells of battery and network; absent: nothing. */
  readonly power?: Power
  /** How this system writes times; absent: as it tells plain Node. */
  readonly timeStyle?: TimeStyle
  /** How other programs call the command line; absent: this process is one. */
  readonly commandLine?: readonly string[]
}

type Repositories = Ports['repositories']

/** The engine's ports over this machine. */
export function machinePorts(options: PortOptions, { dataDir, log, standIn, settings }: Profile): Ports {
  const ofSystem = options.timeStyle ?? systemStyle(process.env, process.platform)
  const clock = systemClock(() => withHours(ofSystem, settings.values()['clock']))
  const disk = createAnsweringDisk()
  const outputs = createRunOutputs(join(standIn?.folder ?? dataDir, 'outputs'), (runId, message) =>
    log('warn', 'store.failed', { where: 'outputs', runId, message }),
  )
  return {
    clock,
    ids: randomId,
    agents: answeringRunner(createAgentRunner(clock), disk),
    outputs,
    runners: answeringRunners(createRunners(clock), disk),
    tools: createToolServer(log, appVersion()),
    files: answeringFiles(createHeartbeatFiles(), disk),
    repositories: answeringRepositories(repositories(hookCommand(dataDir, options.commandLine)), disk),
    backtests: createBacktester([dataDir, dirname(socketPlace(dataDir).path)]),
    notifier: options.notifier,
    updates: options.shell?.updates,
    inbox: inboxFolder(join(dataDir, 'inbox')),
    decisions: createDecisionsFile(join(standIn?.folder ?? dataDir, 'master', 'decisions.md')),
    actionFiles: createActionFiles(join(standIn?.folder ?? dataDir, 'actions')),
    power: options.power ?? { onBattery: () => null, metered: () => null },
    alarms: createCronAlarms((error) =>
      log('error', 'bug.caught', { where: 'alarm', message: String(error) }),
    ),
    webhooks: createWebhookSender(log),
    log,
  }
}

const repositories = (command: readonly string[]): Repositories => ({
  identify,
  facts,
  glance,
  isTracked,
  exclude: excludeHeartbeat,
  gitKeep,
  setGitKeep,
  listCommands,
  commandsByLine,
  missingPrograms,
  inspectCommand: async (path, command) => ok(await inspectCommand(path, command)),
  scan: scanForRepositories,
  look,
  difference,
  prints,
  attachment,
  readAttachment,
  digests,
  results: createDroppedResults().look,
  commitSize,
  commitDifference,
  gitState,
  outline,
  watchGit,
  watchResults,
  pastStates,
  wayFacts,
  config: readHeartbeatConfig,
  hooks: {
    plan: hookPlan,
    install: installHooks,
    remove: removeHooks,
    line: (number, hook) => hookLine(command, number, hook),
  },
})

/** How a git hook calls the command line, and where that looks unless it is the usual place. */
const hookCommand = (
  dataDir: string,
  commandLine: readonly string[] = commandOfThisProcess(),
): readonly string[] => [...commandLine, ...(dataDir === usualDataDir() ? [] : ['--data-dir', dataDir])]

/** Where a command looks that is told nothing: a git client does not know the variables of the app. */
const usualDataDir = (): string =>
  dataDirPath(undefined, {
    platform: process.platform,
    home: homeFolder(),
    env: { ...process.env, THREADBEAT_DATA_DIR: undefined },
  })
