import { agentsCommand } from './agents/agents.ts'
import { approveCommand } from './agents/approve.ts'
import { mcpCommand } from './agents/mcp.ts'
import { pagesCommand } from './agents/pages.ts'
import { permissionsCommand } from './agents/permissions.ts'
import { permitCommand } from './agents/permit.ts'
import { spendCommand } from './agents/spend.ts'
import { ackCommand } from './alerts/ack.ts'
import { inboxCommand } from './alerts/inbox.ts'
import { snoozeCommand } from './alerts/snooze.ts'
import { webhookCommand } from './alerts/webhook.ts'
import { attemptsCommand } from './attempts/attempts.ts'
import { deadEndsCommand } from './attempts/dead-ends.ts'
import { heartbeatCommand } from './attempts/heartbeat.ts'
import { metricCommand } from './attempts/metric.ts'
import { completionCommand } from './app/completion.ts'
import { doctorCommand } from './app/doctor.ts'
import { openCommand } from './app/open.ts'
import { serveCommand } from './app/serve.ts'
import { serviceCommand } from './app/service.ts'
import { startCommand } from './app/start.ts'
import { backupCommand } from './archive/backup.ts'
import { exportCommand } from './archive/export.ts'
import { importCommand } from './archive/import.ts'
import { restoreCommand } from './archive/restore.ts'
import { salvageCommand } from './archive/salvage.ts'
import { sendCommand, againCommand } from './conversation/send.ts'
import { sessionCommand } from './conversation/session.ts'
import { talkCommand } from './conversation/talk.ts'
import { eventCommand } from './events/event.ts'
import { execCommand } from './events/exec/exec.ts'
import { timelineCommand } from './events/timeline.ts'
import { wakeCommand } from './events/wake.ts'
import { hubCommand } from './hub/hub.ts'
import { historyCommand } from './history/history.ts'
import { noteCommand } from './history/note.ts'
import { jobCommand } from './jobs/job.ts'
import { proveCommand } from './drill/prove.ts'
import type { Define } from './kit/command.ts'
import { queueCommand } from './queue/queue.ts'
import { beatCommand } from './runs/beat.ts'
import { logCommand } from './runs/log.ts'
import { runCommand } from './runs/run.ts'
import { stopCommand } from './runs/stop.ts'
import { setCommand } from './settings/set.ts'
import { addCommand } from './threads/add.ts'
import { hooksCommand } from './threads/hooks.ts'
import { listCommand } from './threads/list.ts'
import { masterCommand } from './threads/master.ts'
import { pauseCommand, resumeCommand } from './threads/pause.ts'
import { pinCommand, unpinCommand } from './threads/pin.ts'
import { removeCommand } from './threads/remove.ts'
import { tagCommand } from './threads/tag.ts'
import { trustCommand } from './threads/trust.ts'
import { dryRunCommand } from './views/dry-run.ts'
import { flagsCommand } from './views/flags.ts'
import { lintCommand } from './views/lint.ts'
import { nextCommand } from './views/next.ts'
import { statusCommand } from './views/status.ts'
import { suggestCommand } from './views/suggest.ts'
import { tailCommand } from './views/tail.ts'
import { whyCommand } from './views/why.ts'

interface CommandGroup {
  readonly title: string
  readonly commands: Readonly<Record<string, Define>>
}

/**
 * Every command by its name, in the order and the groups of `--help`. A command's words and options stand
 * with its action, in the file of its name in its room, or of the command it belongs to (`resume` is in
 * pause.ts); completion reads them from there.
 */
export const COMMANDS: readonly CommandGroup[] = [
  {
    title: 'What happens, and what will:',
    commands: {
      status: statusCommand,
      flags: flagsCommand,
      lint: lintCommand,
      next: nextCommand,
      why: whyCommand,
      'dry-run': dryRunCommand,
      tail: tailCommand,
    },
  },
  {
    title: 'Threads:',
    commands: {
      add: addCommand,
      remove: removeCommand,
      list: listCommand,
      trust: trustCommand,
      pause: pauseCommand,
      resume: resumeCommand,
      tag: tagCommand,
      pin: pinCommand,
      unpin: unpinCommand,
      hooks: hooksCommand,
      master: masterCommand,
    },
  },
  {
    title: 'Runs:',
    commands: { beat: beatCommand, stop: stopCommand, log: logCommand, run: runCommand },
  },
  {
    title: 'Alerts:',
    commands: { ack: ackCommand, snooze: snoozeCommand, inbox: inboxCommand, webhook: webhookCommand },
  },
  {
    title: 'Conversations:',
    commands: { talk: talkCommand, send: sendCommand, again: againCommand, session: sessionCommand },
  },
  {
    title: 'Events:',
    commands: { event: eventCommand, exec: execCommand, wake: wakeCommand, timeline: timelineCommand },
  },
  {
    title: 'Work towards a number:',
    commands: {
      metric: metricCommand,
      attempts: attemptsCommand,
      heartbeat: heartbeatCommand,
      'dead-ends': deadEndsCommand,
    },
  },
  { title: 'Queue and jobs:', commands: { queue: queueCommand, job: jobCommand } },
  {
    title: 'Agents:',
    commands: {
      agents: agentsCommand,
      approve: approveCommand,
      permissions: permissionsCommand,
      permit: permitCommand,
      spend: spendCommand,
      mcp: mcpCommand,
      pages: pagesCommand,
      suggest: suggestCommand,
    },
  },
  {
    title: 'History and archive:',
    commands: {
      history: historyCommand,
      note: noteCommand,
      export: exportCommand,
      import: importCommand,
      backup: backupCommand,
      restore: restoreCommand,
      salvage: salvageCommand,
    },
  },
  {
    title: 'The app:',
    commands: {
      set: setCommand,
      hub: hubCommand,
      serve: serveCommand,
      start: startCommand,
      service: serviceCommand,
      open: openCommand,
      doctor: doctorCommand,
      prove: proveCommand,
      completion: completionCommand,
    },
  },
]
