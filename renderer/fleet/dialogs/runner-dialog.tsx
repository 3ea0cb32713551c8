import { useState, type ReactNode } from 'react'
import { LOCAL_CHECKS, type AgentConfig } from '../../../shared/agents/agent-config.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLive } from '../../client/live.ts'
import { runAllWith } from '../../commands/actions/many.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { CliAsItRuns, CommandAsItRuns } from '../../thread/settings/runner/as-it-runs.tsx'
import { OVER_FLEET } from './copy.ts'

const { bulk } = OVER_FLEET

/** A runner as some threads have it; time-limited rights are nobody's to copy. */
interface Runner {
  readonly agent: AgentConfig
  /** Of the threads that have it. */
  readonly names: readonly string[]
}
const withoutBypass = (agent: AgentConfig): AgentConfig =>
  agent.kind === 'cli' ? { ...agent, bypassUntil: null } : agent

function runnersOf(threads: Iterable<ThreadView>): readonly Runner[] {
  const runners = new Map<string, { agent: AgentConfig; names: string[] }>([
    [JSON.stringify(LOCAL_CHECKS), { agent: LOCAL_CHECKS, names: [] }],
  ])
  for (const { agent, name } of threads) {
    const bare = withoutBypass(agent)
    const key = JSON.stringify(bare)
    const entry = runners.get(key)
    if (entry === undefined) runners.set(key, { agent: bare, names: [name] })
    else entry.names.push(name)
  }
  return [...runners.values()]
}

/**
 * Gives several threads one runner, after showing exactly what will be executed. `threads` null: closed.
 */
export function RunnerDialog({
  threads,
  onClose,
}: {
  threads: readonly ThreadView[] | null
  onClose: () => void
}): ReactNode {
  const app = useBridge()
  const all = useLive((live) => live.threads)
  const [at, setAt] = useState(0)
  const runners = runnersOf(all.values())
  const chosen = runners[Math.min(at, runners.length - 1)]?.agent ?? LOCAL_CHECKS
  const apply = (): void => {
    if (threads !== null) void runAllWith(app, threads, chosen)
    onClose()
  }
  return (
    <Dialog
      open={threads !== null}
      onClose={onClose}
      title={bulk.runnerTitle(threads?.length ?? 0)}
      description={bulk.runnerHelp}
      width={600}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={apply}>
            {bulk.runnerYes}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Runner</legend>
        {runners.map((runner, i) => (
          <RunnerLine key={i} runner={runner} isChosen={i === at} onChoose={() => setAt(i)} />
        ))}
      </fieldset>
      <div className="mt-3 border-t border-line pt-3 text-13 text-ink-2">
        <AsItRuns agent={chosen} repoPath={whereOf(threads ?? [])} />
      </div>
    </Dialog>
  )
}

/** The folder it runs in, or how many there are. */
const whereOf = (threads: readonly ThreadView[]): string =>
  threads.length > 1 ? bulk.runnerWhere(threads.length) : (threads[0]?.repoPath ?? '')

const RunnerLine = ({
  runner: { agent, names },
  isChosen,
  onChoose,
}: {
  runner: Runner
  isChosen: boolean
  onChoose: () => void
}): ReactNode => (
  <label className="flex min-h-8 items-center gap-3 rounded-control px-2 text-13 hover:bg-hover">
    <input type="radio" name="runner" checked={isChosen} onChange={onChoose} className="accent-accent" />
    <span className="font-medium">{runnerName(agent)}</span>
    <span className="truncate text-12 text-ink-3">
      {names[0] !== undefined && agent.kind !== 'local' && bulk.runnerLike(names[0], names.length)}
    </span>
  </label>
)

function AsItRuns({ agent, repoPath }: { agent: AgentConfig; repoPath: string }): ReactNode {
  if (agent.kind === 'cli') return <CliAsItRuns agent={agent} repoPath={repoPath} />
  if (agent.kind === 'command') return <CommandAsItRuns agent={agent} repoPath={repoPath} />
  return <p>{bulk.runnerLocal}</p>
}
