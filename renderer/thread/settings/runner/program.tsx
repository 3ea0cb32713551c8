import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { PRESETS, startsSame } from '../../../../shared/agents/presets.ts'
import { useBridge } from '../../../client/bridge.ts'
import { navigate, PLACES } from '../../../client/navigation.ts'
import { inputClass, Row } from '../../../kit/field.tsx'
import { homePath } from '../../../kit/text/shown-path.ts'
import { ArgumentRows } from './argument-rows.tsx'
import type { CliDraft } from './cli-draft.ts'
import { CLI_COPY as COPY } from './runner-copy.ts'

interface Part {
  readonly draft: CliDraft
  readonly change: (part: Partial<CliDraft>) => void
}

/** What is started, and where its models are, as far as a person names it. */
export function WhatIsStarted({ cli, draft, change }: Part & { readonly cli: CliName }): ReactNode {
  const { program, serverVariable } = PRESETS[cli]
  return (
    <>
      {program === null ? (
        <OwnProgram draft={draft} change={change} />
      ) : (
        <Program cli={cli} value={draft.program} onChange={(typed) => change({ program: typed })} />
      )}
      {serverVariable !== undefined && <Server variable={serverVariable} draft={draft} change={change} />}
    </>
  )
}

/** Where the models are asked; kept in the environment of the agent. */
function Server({ variable, draft: { env }, change }: Part & { readonly variable: string }): ReactNode {
  const others = env.filter(([name]) => name !== variable)
  return (
    <Row label="Server" help={COPY.serverHelp} htmlFor="model-server">
      <input
        id="model-server"
        className={`${inputClass} w-full font-mono text-12`}
        value={env.find(([name]) => name === variable)?.[1] ?? ''}
        placeholder={COPY.serverHint}
        spellCheck={false}
        onChange={({ target: { value } }) =>
          change({ env: value === '' ? others : [[variable, value], ...others] })
        }
      />
    </Row>
  )
}

/** Of an agent that is not known by name: the program and its arguments, word by word. */
function OwnProgram({ draft, change }: Part): ReactNode {
  return (
    <div className="border-b border-line py-3">
      <h3 className="text-13 font-medium">Program</h3>
      <p className="mb-2 text-12 text-ink-3">{COPY.ownProgram}</p>
      <div className="flex flex-col items-start gap-1">
        <ArgumentRows
          argv={[draft.program, ...draft.args]}
          onChange={([program = '', ...args]) => change({ program, args })}
        />
      </div>
    </div>
  )
}

function Program({
  cli,
  value,
  onChange,
}: {
  cli: CliName
  value: string
  onChange: (program: string) => void
}): ReactNode {
  return (
    <Row label="Program" help={<ProgramHelp cli={cli} />} htmlFor="cli-program">
      <input
        id="cli-program"
        className={`${inputClass} w-full font-mono text-12`}
        value={value}
        placeholder={COPY.foundHint}
        spellCheck={false}
        onChange={(e) => onChange(e.target.value)}
      />
    </Row>
  )
}

function ProgramHelp({ cli }: { cli: CliName }): ReactNode {
  const { api } = useBridge()
  const found = useQuery(api.agents.list.queryOptions()).data?.find((r) => startsSame(r.cli, cli))
  if (found === undefined) return COPY.empty
  if (found.program === null)
    return (
      <span className="text-alert">
        {COPY.notHere(found.name)}{' '}
        <button type="button" className="rounded-[3px] underline" onClick={() => navigate(PLACES.agents)}>
          {COPY.install}
        </button>
        {COPY.orPath}
      </span>
    )
  return (
    <>
      {COPY.emptyNow} <code className="font-mono">{homePath(found.program)}</code>
      {found.version !== null && `, ${found.version}`}
      {found.signedIn === 'no' && PRESETS[cli].serverVariable === undefined && (
        <>
          {COPY.itIs} <span className="text-alert">{COPY.signedOut}</span>;{' '}
          <button type="button" className="rounded-[3px] underline" onClick={() => navigate(PLACES.agents)}>
            {COPY.signIn}
          </button>
        </>
      )}
      .
    </>
  )
}
