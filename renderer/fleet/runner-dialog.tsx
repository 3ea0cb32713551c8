import { useState, type ReactNode } from 'react'
import { LOCAL_CHECKS, type AgentConfig } from '../../shared/agents/agent-config.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FLEET } from './copy.ts'
import { useLive } from '../client/live.ts'
import { CliAsItRuns, CommandAsItRuns } from '../thread/settings/as-it-runs.tsx'
import type { Deeds } from '../commands/deeds.tsx'

const { bulk } = FLEET

/** A runner as some threads have it; time-limited rights are nobody's to copy. */
interface Known {
  readonly agent: AgentConfig
  readonly names: readonly string[]
}
const withoutBypass = (agent: AgentConfig): AgentConfig =>
  agent.kind === 'cli' ? { ...agent, bypassUntil: null } : agent

function knownRunners(threads: Iterable<ThreadView>): readonly Known[] {
  const known = new Map<string, { agent: AgentConfig; names: string[] }>([
    [JSON.stringify(LOCAL_CHECKS), { agent: LOCAL_CHECKS, names: [] }],
  ])
  for (const { agent, name } of threads) {
    const bare = withoutBypass(agent)
    const key = JSON.stringify(bare)
    const entry = known.get(key)
    if (entry === undefined) known.set(key, { agent: bare, names: [name] })
    else entry.names.push(name)
  }
  return [...known.values()]
}

/**
 * Gives several threads one runner, after showing exactly what will be executed. `threads` null: closed.
 */
export function RunnerDialog({
  threads,
  onClose,
  deeds,
}: {
  threads: readonly ThreadView[] | null
  onClose: () => void
  deeds: Deeds
}): ReactNode {
  const all = useLive((live) => live.threads)
  const [at, setAt] = useState(0)
  const known = knownRunners(all.values())
  const chosen = known[Math.min(at, known.length - 1)]?.agent ?? LOCAL_CHECKS
  const where =
    threads === null
      ? ''
      : threads.length === 1
        ? (threads[0]?.repoPath ?? '')
        : FLEET.bulk.runnerWhere(threads.length)
  const apply = (): void => {
    if (threads !== null) void deeds.runAllWith(threads, chosen)
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
        {known.map(({ agent, names }, i) => (
          <label
            key={i}
            className="flex min-h-8 items-center gap-3 rounded-control px-2 text-13 hover:bg-hover"
          >
            <input
              type="radio"
              name="runner"
              checked={i === at}
              onChange={() => setAt(i)}
              className="accent-accent"
            />
            <span className="font-medium">{runnerName(agent)}</span>
            <span className="truncate text-12 text-ink-3">
              {names[0] !== undefined && agent.kind !== 'local' && bulk.runnerLike(names[0], names.length)}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="mt-3 border-t border-line pt-3 text-13 text-ink-2">
        {chosen.kind === 'cli' ? (
          <CliAsItRuns agent={chosen} repoPath={where} found={null} />
        ) : chosen.kind === 'command' ? (
          <CommandAsItRuns agent={chosen} repoPath={where} />
        ) : (
          <p>{FLEET.bulk.runnerLocal}</p>
        )}
      </div>
    </Dialog>
  )
}
