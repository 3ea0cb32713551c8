import { useState, type ReactNode } from 'react'
import { agentConfigSchema, type AgentConfig } from '../../../../shared/agents/agent-config.ts'
import { CLI_NAMES, missingRunnerText, type CliName } from '../../../../shared/agents/agent-names.ts'
import { agentProblem } from '../../../../shared/agents/agent-problem.ts'
import { asSentence } from '../../../../shared/base/faults.ts'
import { PRESETS, runnerName } from '../../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { attempt } from '../../../client/attempt.ts'
import { TestButton } from '../../../agents/runner-test.tsx'
import { useBridge } from '../../../client/bridge.ts'
import { Button } from '../../../kit/button.tsx'
import { useBypass } from '../../../parts/bypass.tsx'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { Row } from '../../../kit/field.tsx'
import { Select } from '../../../kit/fields/select.tsx'
import { RUNNER_COPY as COPY } from './runner-copy.ts'
import { CliAsItRuns, CommandAsItRuns } from './as-it-runs.tsx'
import { Bypass } from './bypass.tsx'
import { cliConfig, cliDraft, type CliDraft } from './cli-draft.ts'
import { CliFields } from './cli-runner.tsx'
import { commandConfig, commandDraft, CommandFields } from './command-runner.tsx'

type Choice = 'local' | CliName | 'command'
const NAMES = Object.fromEntries(CLI_NAMES.map((cli) => [cli, PRESETS[cli].name])) as Record<CliName, string>
const CHOICES: Record<Choice, string> = { local: COPY.local, ...NAMES, command: 'Command' }
const choiceOf = (agent: AgentConfig): Choice => (agent.kind === 'cli' ? agent.cli : agent.kind)
const isCli = (choice: Choice): choice is CliName => (CLI_NAMES as readonly string[]).includes(choice)

function helpOf(choice: Choice): keyof typeof COPY.help {
  if (!isCli(choice)) return choice
  return PRESETS[choice].serverVariable === undefined ? 'cli' : 'server'
}

/** What the schema complains about, for a person. */
function problemOf(path: readonly PropertyKey[], choice: Choice): string {
  switch (path[0]) {
    case 'env':
      return COPY.badEnv
    case 'replyPath':
      return COPY.badReplyPath
    case 'models':
    case 'fallbackModels':
      return path[0] === 'fallbackModels' && path.length === 1 ? COPY.tooManyModels : COPY.badModel
    default:
      return isCli(choice) ? COPY.badProgram : COPY.noProgram
  }
}

const plainConfig = (choice: Choice, command: ReturnType<typeof commandDraft>): unknown =>
  choice === 'command' ? commandConfig(command) : { kind: 'local' }

function question(agent: AgentConfig, { name, repoPath }: ThreadView): Parameters<typeof confirm>[0] {
  switch (agent.kind) {
    case 'local':
      return { title: COPY.localTitle(name), yes: COPY.localYes, text: COPY.localText }
    case 'command':
      return {
        title: COPY.commandTitle(name),
        yes: COPY.commandYes,
        text: <CommandAsItRuns agent={agent} repoPath={repoPath} />,
      }
    case 'cli':
      return {
        title: COPY.cliTitle(runnerName(agent), name),
        yes: COPY.cliYes(runnerName(agent)),
        danger: Object.values(agent.profiles).includes('full'),
        text: <CliAsItRuns agent={agent} repoPath={repoPath} />,
      }
  }
}

/**
 * Who runs the checks and answers messages. What is executed is shown word by word before it counts.
 */
export function Runner({ thread }: { thread: ThreadView }): ReactNode {
  const { client, api, queries } = useBridge()
  const isOff = useBypass(thread) !== null
  const [choice, setChoice] = useState<Choice>(choiceOf(thread.agent))
  const [command, setCommand] = useState(() => commandDraft(thread.agent))
  const [clis, setClis] = useState<Partial<Record<CliName, CliDraft>>>({})
  const [error, setError] = useState<string | null>(null)
  const cli = isCli(choice) ? choice : null
  const cliNow = cli === null ? null : (clis[cli] ?? cliDraft(thread.agent, cli))
  // Another runner starts with its checks on, whatever the old one had.
  const bypassUntil =
    thread.agent.kind === 'cli' && thread.agent.cli === cli ? thread.agent.bypassUntil : null
  const read = agentConfigSchema.safeParse(
    cliNow === null || cli === null ? plainConfig(choice, command) : cliConfig(cli, cliNow, bypassUntil),
  )
  const isChanged =
    !read.success || JSON.stringify(read.data) !== JSON.stringify(agentConfigSchema.parse(thread.agent))

  const save = async (): Promise<void> => {
    if (!read.success) return setError(problemOf(read.error.issues[0]?.path ?? [], choice))
    const agent = read.data
    const problem = agentProblem(agent, Date.now())
    setError(problem === null ? null : asSentence(problem))
    if (problem !== null) return
    // So that the question shows at once which program it is about.
    if (agent.kind === 'cli') await queries.prefetchQuery(api.agents.list.queryOptions())
    const yes = await confirm(question(agent, thread))
    if (!yes) return
    const set = await attempt(
      client.threads.setAgent({ id: thread.id, agent, confirmed: true }),
      COPY.changed,
    )
    setError(set?.missing == null ? null : missingRunnerText(set.missing))
  }

  return (
    <>
      <Row label={COPY.label} help={COPY.help[helpOf(choice)]}>
        <Select label="Runner" value={choice} options={CHOICES} onChange={setChoice} />
      </Row>
      {cli !== null && cliNow !== null && (
        <CliFields cli={cli} draft={cliNow} onChange={(draft) => setClis({ ...clis, [cli]: draft })} />
      )}
      {choice === 'command' && <CommandFields draft={command} onChange={setCommand} />}
      {(isChanged || error !== null || cli !== null) && (
        <div className="flex items-center justify-end gap-3 border-b border-line py-3 last:border-b-0">
          {error !== null && (
            <span role="alert" className="text-12 text-urgent">
              {error}
            </span>
          )}
          {cli !== null && read.success && <TestButton agent={read.data} name={CHOICES[cli]} />}
          {isChanged && (
            <Button look="primary" onClick={() => void save()}>
              {COPY.review}
            </Button>
          )}
        </div>
      )}
      {(!isChanged || isOff) && <Bypass thread={thread} />}
    </>
  )
}
