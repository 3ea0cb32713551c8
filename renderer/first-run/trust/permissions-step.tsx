import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { agentConfigSchema, type CliConfig } from '../../../shared/agents/agent-config.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { Button } from '../../kit/button.tsx'
import { FIRST_RUN } from '../copy.ts'
import { navigate } from '../../client/navigation.ts'
import { CliAsItRuns } from '../../thread/settings/runner/as-it-runs.tsx'
import { useChoices, useFinder } from '../choices.ts'
import { Lead } from '../parts.tsx'
import { FirstBeats } from './first-beats.tsx'
import { stepPath } from '../steps.ts'

const COPY = FIRST_RUN.permissions

/** What will be done with what was picked; nothing is added before this was read and said yes to. */
export function PermissionsStep(): ReactNode {
  const chosen = useFinder((f) => f.chosen)
  const problem = useFinder((f) => f.problem)
  const { added, worker } = useChoices()
  return (
    <>
      {(chosen.size > 0 || added.length === 0) && <Rules />}
      {worker !== 'local' && chosen.size > 0 && (
        <AgentAsItRuns
          agent={agentConfigSchema.parse({ kind: 'cli', cli: worker }) as CliConfig}
          where={[...chosen].join(', ')}
        />
      )}
      {problem !== null && (
        <p role="alert" className="selectable mb-3 text-12 whitespace-pre-line text-urgent">
          {COPY.rejected}
          {'\n'}
          {problem}
        </p>
      )}
      {added.length > 0 && (
        <p role="status" className="mb-3 text-13 font-medium">
          {COPY.added(added.length)}
        </p>
      )}
      {chosen.size === 0 && added.length === 0 && (
        <p className="flex items-center gap-4 text-13 text-ink-2">
          {COPY.nothing}
          <Button onClick={() => navigate(stepPath('repositories'))}>{COPY.pick}</Button>
        </p>
      )}
      {(chosen.size === 0 || added.length > 0) && <FirstBeats />}
    </>
  )
}

const Rules = (): ReactNode => (
  <>
    <Lead>{COPY.lead}</Lead>
    <ul className="mb-4 flex flex-col gap-2">
      {COPY.rules.map(([title, text]) => (
        <li key={title} className="flex gap-3 rounded-control border border-line bg-surface px-3 py-2">
          <ShieldCheck size={16} className="mt-0.5 shrink-0 text-quiet" aria-hidden />
          <p className="text-12 text-ink-2">
            <strong className="block text-13 font-medium text-ink">{title}</strong>
            {text}
          </p>
        </li>
      ))}
    </ul>
  </>
)

function AgentAsItRuns({ agent, where }: { agent: CliConfig; where: string }): ReactNode {
  return (
    <section
      aria-label={PRESETS[agent.cli].name}
      className="mb-4 rounded-card border border-line bg-canvas px-4 py-3 text-12 text-ink-2"
    >
      <p className="mb-2 text-13 font-medium text-ink">{COPY.runs(PRESETS[agent.cli].name)}</p>
      <CliAsItRuns agent={agent} repoPath={where} />
    </section>
  )
}
