import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  TURNS,
  type AgentConfig,
  type CliConfig,
  type Profile,
  type Turn,
} from '../../../../shared/agents/agent-config.ts'
import { revealHidden } from '../../../../shared/base/hidden-text.ts'
import { TURN_WORD } from '../../../../shared/agents/permission.ts'
import { effortOf, modelOf, PRESETS, profileOf, startsSame } from '../../../../shared/agents/presets.ts'
import { shownVariable } from '../../../../shared/base/secrets/shown-variable.ts'
import { useBridge } from '../../../client/bridge.ts'
import { AS_IT_RUNS_COPY as COPY } from './runner-copy.ts'
import { ProfilesInUse } from './profiles-in-use.tsx'

/** What will be executed, word by word, for the question before it counts. */

const WELL = 'rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all text-ink'

function Environment({ env }: { env: Readonly<Record<string, string>> }): ReactNode {
  if (Object.keys(env).length === 0) return null
  return (
    <>
      <p className="mt-2">{COPY.environment}</p>
      <ul className={`mt-1 ${WELL}`}>
        {Object.entries(env).map(([name, value]) => (
          <li key={name}>
            {name}={revealHidden(shownVariable(name, value))}
          </li>
        ))}
      </ul>
    </>
  )
}

export function CommandAsItRuns({
  agent,
  repoPath,
}: {
  agent: Extract<AgentConfig, { kind: 'command' }>
  repoPath: string
}): ReactNode {
  return (
    <>
      <p>
        {COPY.commandIn} <span className="font-mono text-12">{repoPath}</span>
        {COPY.noShell}
      </p>
      <ol className={`mt-2 ${WELL}`}>
        {agent.argv.map((arg, i) => (
          <li key={i} className="flex gap-3">
            <span className="text-ink-3 select-none">{i}</span>
            <span className="whitespace-pre-wrap">{revealHidden(arg)}</span>
          </li>
        ))}
      </ol>
      <Environment env={agent.env} />
      <p className="mt-2">{COPY.commandMay(agent.mayChange === true)}</p>
    </>
  )
}

export function CliAsItRuns({ agent, repoPath }: { agent: CliConfig; repoPath: string }): ReactNode {
  const preset = PRESETS[agent.cli]
  const { api } = useBridge()
  const found = useQuery(api.agents.list.queryOptions()).data?.find((r) => startsSame(r.cli, agent.cli))
  const isMissing = agent.program === undefined && found?.program === null
  const profiles = Object.fromEntries(
    TURNS.map((t) => [t, profileOf({ ...agent, bypassUntil: null }, t, 0)]),
  ) as Record<Turn, Profile>
  return (
    <>
      <p>
        {COPY.cliIn} <span className="font-mono text-12">{repoPath}</span>
        {COPY.noShell}
      </p>
      <p className={`mt-2 ${WELL}`}>
        {agent.program === undefined
          ? (found?.program ?? preset.program)
          : [agent.program, ...(agent.args ?? []).map((arg) => JSON.stringify(arg))]
              .map(revealHidden)
              .join(' ')}
      </p>
      {isMissing && <p className="mt-2 text-alert">{COPY.missing(preset.name)}</p>}
      <Turns agent={agent} />
      {agent.fallbackModels.length > 0 && (
        <p className="mt-2">
          {preset.asksLarger === true ? COPY.larger : COPY.notAvailable}{' '}
          <span className="font-mono text-12 text-ink">{agent.fallbackModels.join(', ')}</span>.
        </p>
      )}
      <Environment env={agent.env} />
      <ProfilesInUse cli={agent.cli} profiles={profiles} />
      <p className="mt-3">
        {preset.serverVariable === undefined
          ? COPY.pays(agent.billing, preset.keyVariable, preset.tellsCost === true)
          : COPY.ownServer}
      </p>
    </>
  )
}

function Turns({ agent }: { agent: CliConfig }): ReactNode {
  return (
    <table className="mt-2 w-full text-12">
      <thead className="text-left text-ink-3">
        <tr>
          <th className="font-normal">
            <span className="sr-only">Turn</span>
          </th>
          <th className="font-normal">Model</th>
          <th className="font-normal">Effort</th>
        </tr>
      </thead>
      <tbody className="text-ink">
        {TURNS.map((t) => (
          <tr key={t}>
            <th scope="row" className="pr-3 text-left font-medium">
              {TURN_WORD[t]}
            </th>
            <td className="pr-3">
              {modelOf(agent, t) === null ? (
                COPY.ownDefault
              ) : (
                <span className="font-mono">{modelOf(agent, t)}</span>
              )}
            </td>
            <td>{effortOf(agent, t) ?? COPY.ownEffort}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
