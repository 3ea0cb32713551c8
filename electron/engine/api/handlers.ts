import { agentHandlers } from './agents/agents.ts'
import { approvalHandlers } from './agents/approvals.ts'
import { conversationHandlers, messageHandlers } from './agents/conversation.ts'
import { permissionHandlers } from './agents/permissions.ts'
import { toolHandlers } from './agents/tools.ts'
import { alertHandlers } from './alerts/alerts.ts'
import { incidentHandlers } from './alerts/incidents.ts'
import { webhookHandlers } from './alerts/webhooks.ts'
import { attemptHandlers } from './attempts/attempts.ts'
import { deadEndHandlers } from './attempts/dead-ends.ts'
import { metricHandlers } from './attempts/metrics.ts'
import { eventHandlers, wakeHandlers } from './events/events.ts'
import { hookHandlers } from './events/hooks.ts'
import { historyHandlers } from './history/history.ts'
import { noteHandlers } from './history/notes.ts'
import { hubHandlers } from './hub/hub.ts'
import { jobHandlers } from './jobs/jobs.ts'
import { liveHandler } from './live.ts'
import { os, type ApiParts } from './parts.ts'
import { knowledgeHandlers } from './playbook/knowledge.ts'
import { docHandlers } from './playbook/doc.ts'
import { pollinationHandlers } from './playbook/pollination.ts'
import { queueHandlers } from './queue/queue.ts'
import { beatHandlers } from './runs/beats.ts'
import { runHandlers } from './runs/runs.ts'
import { appHandlers } from './settings/app.ts'
import { dataHandlers } from './settings/data.ts'
import { settingsHandlers } from './settings/settings.ts'
import { shellHandlers } from './settings/shell.ts'
import { masterHandlers } from './threads/master.ts'
import { threadHandlers } from './threads/threads.ts'
import { foresightHandlers } from './views/foresight.ts'

/** The contract's handlers, total over it: a method without one does not compile. */
export function createApi(parts: ApiParts) {
  const { engine, views } = parts
  return os.router({
    live: liveHandler(parts),
    snapshot: os.snapshot.handler(() => views.snapshot()),
    threads: { ...threadHandlers(parts), ...masterHandlers(parts) },
    events: eventHandlers(parts),
    ...wakeHandlers(parts),
    jobs: jobHandlers(parts),
    metrics: metricHandlers(parts),
    attempts: attemptHandlers(parts),
    deadEnds: deadEndHandlers(parts),
    knowledge: knowledgeHandlers(parts),
    ...foresightHandlers(parts),
    hooks: hookHandlers(parts),
    webhooks: webhookHandlers(parts),
    beat: beatHandlers(parts),
    messages: messageHandlers(parts),
    conversation: conversationHandlers(parts),
    agents: agentHandlers(parts),
    permissions: permissionHandlers(parts),
    tools: toolHandlers(parts),
    queue: queueHandlers(parts),
    notes: noteHandlers(parts),
    runs: runHandlers(parts),
    doc: docHandlers(parts),
    pollination: pollinationHandlers(parts),
    approvals: approvalHandlers(parts),
    alerts: alertHandlers(parts),
    incidents: incidentHandlers(parts),
    settings: settingsHandlers(parts),
    ...dataHandlers(parts),
    history: historyHandlers(parts),
    hub: hubHandlers(parts),
    shell: shellHandlers(parts),
    ...appHandlers(parts),
    fleet: {
      restart: os.fleet.restart.handler(() => {
        engine.tick()
        return { halted: engine.live.halted() }
      }),
    },
  })
}

export type ApiRouter = ReturnType<typeof createApi>
