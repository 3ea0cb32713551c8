import type { ReactNode } from 'react'
import type { AgentConfig } from '../../../../shared/agents/agent-config.ts'
import { Checkbox } from '../../../kit/fields/checkbox.tsx'
import { inputClass } from '../../../kit/field.tsx'
import { COMMAND_COPY as COPY } from './runner-copy.ts'
import { ArgumentRows } from './argument-rows.tsx'
import { envOf, EnvRows, type EnvRow } from './env-rows.tsx'

/** As typed; read by agentConfigSchema before it counts. */
interface CommandDraft {
  readonly argv: readonly string[]
  readonly replyPath: string
  readonly mayChange: boolean
  readonly env: readonly EnvRow[]
}
export const commandDraft = (agent: AgentConfig): CommandDraft =>
  agent.kind === 'command'
    ? {
        argv: agent.argv,
        replyPath: agent.replyPath ?? '',
        mayChange: agent.mayChange === true,
        env: Object.entries(agent.env),
      }
    : { argv: [''], replyPath: '', mayChange: false, env: [] }

export const commandConfig = ({ argv, replyPath, mayChange, env }: CommandDraft): unknown => ({
  kind: 'command',
  argv: argv.filter((a, i) => i === 0 || a !== ''),
  ...(replyPath !== '' && { replyPath }),
  ...(mayChange && { mayChange }),
  env: envOf(env),
})

export function CommandFields({
  draft,
  onChange,
}: {
  draft: CommandDraft
  onChange: (draft: CommandDraft) => void
}): ReactNode {
  const { argv, replyPath, mayChange, env } = draft
  const change = (with_: Partial<CommandDraft>): void => onChange({ ...draft, ...with_ })
  return (
    <div className="border-b border-line py-3">
      <h3 className="text-13 font-medium">Arguments</h3>
      <p className="mb-2 text-12 text-ink-3">{COPY.about}</p>
      <div className="mb-3 flex flex-col items-start gap-1">
        <ArgumentRows argv={argv} onChange={(next) => change({ argv: next })} />
      </div>
      <h3 className="text-13 font-medium">Reply</h3>
      <p className="mb-2 text-12 text-ink-3">{COPY.replyHelp}</p>
      <input
        className={`${inputClass} mb-3 ml-7 w-64 font-mono text-12`}
        aria-label={COPY.replyPlace}
        placeholder="result"
        value={replyPath}
        spellCheck={false}
        onChange={(e) => change({ replyPath: e.target.value.trim() })}
      />
      <h3 className="text-13 font-medium">Changes</h3>
      <p className="mb-2 text-12 text-ink-3">{COPY.changeHelp}</p>
      <label className="mb-3 ml-7 flex items-center gap-2 text-13">
        <Checkbox label={COPY.mayChange} checked={mayChange} onChange={(is) => change({ mayChange: is })} />
        {COPY.mayChange}
      </label>
      <EnvRows env={env} onChange={(next) => change({ env: next })} help={COPY.envHelp} />
    </div>
  )
}
