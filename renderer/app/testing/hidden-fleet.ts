import { TURN } from '../../../electron/engine/testing/with-agent.ts'
import type { Script } from '../../../electron/engine/testing/world/world.ts'
import { EVENT_SOURCES } from '../../../shared/events/system-event.ts'
import { HOUR } from '../../../shared/base/time.ts'
import { ok } from '../../../shared/base/result.ts'
import { saveJob } from '../../testing/jobs.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { command, fails } from '../../testing/scripts.ts'
import { addAgent, cli } from '../../testing/threads.ts'
import type { Plants } from './hidden-plants.ts'

/** A fleet of which every text that can come from outside hides characters. */
export async function hiddenFleet(plant: Plants['of']): Promise<WindowHost> {
  const host = await openHost({
    machine: {
      openers: [{ key: 'code', what: 'editor', name: plant('opener') }],
      runners: [found(plant), { ...found(plant), cli: 'codex', program: null, how: null }],
      repositories: [
        { kind: 'found', realPath: `/${plant('found path')}`, name: plant('found'), lastChangedAt: 0 },
      ],
      folders: ['/src'],
      checks: [{ name: plant('check'), state: 'fail', text: plant('check text'), repair: plant('repair') }],
    },
    settings: { views: [{ name: plant('view'), query: `tag=${plant('tag')}` }] },
    ports: (usual) => ({
      ...usual,
      repositories: {
        ...usual.repositories,
        glance: async () => ok({ branch: plant('branch'), ahead: 1, behind: 0, changed: 2, operation: null }),
        difference: async () =>
          `${plant('touched')}\ndiff --git a/x b/x\n--- a/${plant('diff file')}\n+++ b/x\n@@ -1 +1 @@\n-a\n+${plant('diff line')}\n`,
      },
    }),
  })
  host.commands = (tasks) =>
    tasks.map(({ key }) => ({
      ...command(`${plant('command')}`, key.padEnd(64, 'a').slice(0, 64)),
      files: [
        { file: plant('command file'), line: 1, text: plant('command file text'), cut: 0, aside: false },
      ],
    }))
  host.hookPlan = {
    folder: `/${plant('hooks folder')}`,
    managedBy: null,
    problem: plant('hooks problem'),
    files: [
      {
        name: 'post-commit',
        path: '/hooks/post-commit',
        before: plant('hook before'),
        after: plant('hook after'),
        state: 'foreign',
      },
    ],
  }
  await addLocal(host, plant)
  await addTold(host, plant)
  await addBroken(host, plant)
  await addJobs(host, plant)
  await addRunning(host, plant)
  await host.client.webhooks.save({
    target: {
      id: 'wh_1',
      name: plant('webhook'),
      kind: 'ntfy',
      url: 'https://ntfy.sh/ada',
      secret: null,
      chat: null,
      on: ['urgent'],
      enabled: true,
    },
    confirmed: true,
  })
  await host.pass(0)
  return host
}

const found = (plant: Plants['of']) =>
  ({
    cli: 'claude',
    program: `/${plant('program')}`,
    how: 'path',
    version: plant('version'),
    signedIn: 'yes',
    account: plant('account'),
    looked: [plant('looked')],
  }) as const

const playbook = (plant: Plants['of']): string => `# HEARTBEAT.md ${plant('heading')}

## Timestamps
- Last quick: (never)
- Last hourly: (never)
- Last daily: (never)

## Urgent Flags
- ${plant('flag')}

## Quick Tasks
- [ ] ${plant('quick task')}
  ${plant('details')}
- [ ] Run \`${plant('run task')}\`

## Hourly Tasks
- [ ] ${plant('hourly task')}

## Daily Tasks
- [ ] ${plant('daily task')}

## ${plant('unknown heading')}
- [ ] ${plant('unknown task')}

## Work Queue
- [pending] id: one ${plant('work item')}
- [failed] id: two ${plant('failed item')}

## Notes
${plant('notes')}
`

/** Local checks: each task finds something. */
async function addLocal(host: WindowHost, plant: Plants['of']): Promise<void> {
  const name = plant('local')
  const id = host.add(name, { playbook: playbook(plant) })
  host.store.threads.change(id, { tags: [plant('tag')] })
  host.configs.set(`/${name}`, JSON.stringify({ [plant('config key')]: 1, model: plant('model') }))
  host.does(name, ({ tasks }) => ({
    output: plant('local output'),
    tasks: tasks.map(({ key, tier, text }) => ({
      key,
      tier,
      text,
      status: 'finding',
      severity: 'urgent',
      note: plant('finding'),
      command: ['git', plant('argument')],
      exitCode: 1,
      durationMs: 1,
      output: plant('task output'),
    })),
  }))
  await host.beat(name)
  await host.sources.look(id)
  await host.client.knowledge.save({
    id,
    was: null,
    title: plant('page title'),
    text: plant('page text'),
    kind: 'skill',
  })
  for (const head of ['c0ffee1', 'c0ffee2'])
    await host.changeGit(name, { head, branch: plant('branch'), reflogMessage: 'commit: one' })
  await host.pass(9 * 60_000)
}

/** An agent that was told everything, and tells everything. */
async function addTold(host: WindowHost, plant: Plants['of']): Promise<void> {
  const name = plant('agent')
  addAgent(host, name, cli('claude'), playbook(plant))
  const id = host.id(name)
  await host.client.threads.change({ id, session: 'resume' })
  for (const source of EVENT_SOURCES)
    host.engine.events.add(id, { source, text: plant(`${source} event`), trusted: false, wake: 'next' })
  host.does(name, agentOf(host, name, plant))
  await host.beat(name)
  await host.client.messages.send({ to: id, text: plant('message') })
  await host.pass(0)
  for (const source of EVENT_SOURCES)
    host.engine.events.add(id, { source, text: plant(`${source} event`), trusted: false, wake: 'next' })
}

const agentOf =
  (host: WindowHost, name: string, plant: Plants['of']): Script =>
  async ({ runId, tasks }) => {
    host.looks.set(`/${name}`, {
      head: `moved ${runId}`,
      index: '',
      branches: {},
      stashes: [],
      files: {},
      config: '',
    })
    await host.toolsOf(runId).report({
      status: 'attention',
      tasks: tasks.map(({ key }) => ({ key, outcome: 'finding', evidence: 'seen' })),
      alerts: [],
      attachments: [],
    })
    return {
      silent: true,
      text: `${plant('reply')}\n\n- _${plant('in italics')}_\n\n\`\`\`\n${plant('in code')}\n\`\`\`\n[${plant('link')}](https://example.com/)\n`,
      output: `${plant('output')}\n\u001b[31mred\u001b[0m\n`,
      turn: {
        ...TURN,
        sessionId: '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11',
        model: plant('model of the run'),
        unavailable: [plant('unavailable model')],
        calls: [{ name: plant('tool'), input: plant('call'), kind: 'command', exitCode: 1, ok: false }],
        callCount: 1,
        refusals: [{ rule: plant('rule'), label: plant('refusal'), allowable: true }],
      },
    }
  }

async function addBroken(host: WindowHost, plant: Plants['of']): Promise<void> {
  const name = plant('broken')
  addAgent(host, name)
  host.does(name, fails('agent.exit_nonzero', plant('fault')))
  await host.beat(name)
}

async function addJobs(host: WindowHost, plant: Plants['of']): Promise<void> {
  const name = plant('agent')
  await saveJob(host, name, {
    name: plant('command job'),
    action: {
      kind: 'command',
      argv: ['npm', plant('job argument')],
      env: { A: 'b' },
      limitMs: HOUR,
    },
  })
  const prompted = await saveJob(host, name, {
    name: plant('agent job'),
    action: { kind: 'agent', prompt: plant('job prompt') },
  })
  const told = await saveJob(host, name, {
    name: plant('event job'),
    action: { kind: 'event', text: plant('job text') },
  })
  for (const { id } of [prompted, told]) await host.client.jobs.run({ id })
  await host.pass(0)
}

async function addRunning(host: WindowHost, plant: Plants['of']): Promise<void> {
  const name = plant('running')
  host.add(name)
  host.does(name, (spec) => {
    spec.onProgress({ done: 0, total: 1, current: plant('progress') })
    return { hangs: true }
  })
  await host.beat(name)
}
