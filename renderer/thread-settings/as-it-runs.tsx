import type { ReactNode } from 'react'
import { TURNS, type AgentConfig, type CliConfig, type Profile, type Turn } from '../../shared/agent-config.ts'
import { revealHidden } from '../../shared/hidden-text.ts'
import { TURN_WORD } from '../../shared/permission.ts'
import { effortOf, modelOf, PRESETS, profileOf } from '../../shared/runner-presets.ts'
import { isSecretName } from '../../shared/secret-text.ts'
import { ProfilesInUse } from './cli-runner.tsx'

/** What will be executed, word by word, for the question before it counts. */

const WELL = 'rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all text-ink'

function Environment({ env }: { env: Readonly<Record<string, string>> }): ReactNode {
  if (Object.keys(env).length === 0) return null
  return (
    <>
      <p className="mt-2">With this environment:</p>
      <ul className={`mt-1 ${WELL}`}>{Object.entries(env).map(([name, value]) => <li key={name}>{name}={isSecretName(name) ? '(not shown)' : revealHidden(value)}</li>)}</ul>
    </>
  )
}

export function CommandAsItRuns({ agent, repoPath }: { agent: Extract<AgentConfig, { kind: 'command' }>; repoPath: string }): ReactNode {
  return (
    <>
      <p>At each beat that has work, this is started in <span className="font-mono text-12">{repoPath}</span>, without a shell:</p>
      <ol className={`mt-2 ${WELL}`}>
        {agent.argv.map((arg, i) => <li key={i} className="flex gap-3"><span className="text-ink-3 select-none">{i}</span><span className="whitespace-pre-wrap">{revealHidden(arg)}</span></li>)}
      </ol>
      <Environment env={agent.env} />
      <p className="mt-2">It can do whatever you can do. Choose a program you trust with this repository.</p>
    </>
  )
}

export function CliAsItRuns({ agent, repoPath, found }: { agent: CliConfig; repoPath: string; found: string | null }): ReactNode {
  const profiles = Object.fromEntries(TURNS.map((t) => [t, profileOf({ ...agent, bypassUntil: null }, t, 0)])) as Record<Turn, Profile>
  return (
    <>
      <p>For beats that have work, and for messages, this is started in <span className="font-mono text-12">{repoPath}</span>, without a shell:</p>
      <p className={`mt-2 ${WELL}`}>{agent.program === undefined ? (found ?? PRESETS[agent.cli].program) : revealHidden(agent.program)}</p>
      <table className="mt-2 w-full text-12">
        <thead className="text-left text-ink-3"><tr><th className="font-normal"><span className="sr-only">Turn</span></th><th className="font-normal">Model</th><th className="font-normal">Effort</th></tr></thead>
        <tbody className="text-ink">
          {TURNS.map((t) => <tr key={t}><th scope="row" className="pr-3 text-left font-medium">{TURN_WORD[t]}</th><td className="pr-3">{modelOf(agent, t) === null ? 'its own default' : <span className="font-mono">{modelOf(agent, t)}</span>}</td><td>{effortOf(agent, t) ?? 'its own'}</td></tr>)}
        </tbody>
      </table>
      {agent.fallbackModels.length > 0 && <p className="mt-2">Not available? Then <span className="font-mono text-12 text-ink">{agent.fallbackModels.join(', ')}</span>.</p>}
      <Environment env={agent.env} />
      <ProfilesInUse cli={agent.cli} profiles={profiles} />
      <p className="mt-3">{agent.billing === 'api' ? 'An API key pays: each token costs money.' : agent.billing === 'plan' ? 'A plan pays.' : `A plan pays, or an API key when ${PRESETS[agent.cli].keyVariable} is set.`} Budgets stand on the page Agents.</p>
    </>
  )
}
