import { TURN } from '../../../electron/engine/testing/with-agent.ts'
import type { ToolCall } from '../../../shared/agents/agent-turn.ts'
import type { WindowHost } from '../../testing/host.ts'
import { addAgent, cli } from '../../testing/threads.ts'

const SESSION = '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11'
/** Nothing that the run called shows the last of them. */
const PLAYBOOK =
  '## Quick Tasks\n- [ ] Run `git status`\n## Hourly Tasks\n- [ ] Run `git fetch origin`\n' +
  '## Daily Tasks\n- [ ] Run `npm run lint`\n'
const HAIKU = cli('claude', {
  billing: 'api',
  models: { quick: 'haiku', hourly: 'haiku', daily: 'haiku' },
  efforts: { quick: 'low', hourly: 'low', daily: 'low' },
})
const REPLY =
  'The working tree has **3 changed files**, and `origin/main` is two commits ahead.\n\n' +
  'I could not run the tests: `npm test` was refused.\n'

const ran = (input: string, more: Partial<ToolCall> = {}): ToolCall => ({
  name: 'Bash',
  input,
  kind: 'command',
  exitCode: 0,
  ok: true,
  ...more,
})
const CALLS: readonly ToolCall[] = [
  ran('HEARTBEAT.md', { name: 'Read', kind: 'read', exitCode: null }),
  ran('git status --porcelain=v2 --branch'),
  ran('git fetch origin && git log --oneline HEAD..origin/main'),
  ran('npm test', { exitCode: null, ok: false }),
  ran('{"status":"attention"}', { name: 'mcp__threadbeat__report', kind: 'own', exitCode: null }),
]

/** A thread with a run that was refused a call, reports a finding, and touched what it should not have. */
export async function addBlocked(host: WindowHost, name: string): Promise<void> {
  addAgent(host, name, HAIKU, PLAYBOOK)
  await host.client.threads.change({ id: host.id(name), session: 'resume', gate: 'changes' })
  host.does(name, async ({ runId, tasks }) => {
    host.looks.set(`/${name}`, {
      head: 'moved',
      index: '',
      branches: {},
      stashes: [],
      files: {},
      config: '',
    })
    await host.toolsOf(runId).report({
      status: 'attention',
      tasks: tasks.map(({ key, tier }) =>
        tier === 'quick'
          ? { key, outcome: 'finding', evidence: '3 files differ: 2 changed, 1 untracked.' }
          : { key, outcome: 'ok', evidence: 'looked' },
      ),
      alerts: [],
      attachments: [],
    })
    return {
      silent: true,
      text: REPLY,
      turn: {
        ...TURN,
        sessionId: SESSION,
        model: 'claude-haiku-4-5',
        usage: { input: 3120, cached: 41_250, output: 842 },
        costUsd: 0.0131,
        calls: CALLS,
        callCount: CALLS.length,
        refusals: [
          { rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true },
          { rule: 'Bash(gh pr checks --watch)', label: 'run `gh pr checks --watch`', allowable: true },
        ],
        malformedLines: 2,
      },
    }
  })
  await host.beat(name)
}
