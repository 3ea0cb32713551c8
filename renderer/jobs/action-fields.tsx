import { useId, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { inputClass } from '../kit/field.tsx'
import { JOB_EDITOR_COPY as COPY, JOB_WORDS } from './copy.ts'
import { ArgumentRows } from '../thread/settings/runner/argument-rows.tsx'
import { EnvRows } from '../thread/settings/runner/env-rows.tsx'
import { Choice } from './choice.tsx'
import type { JobDraft } from './draft.ts'

interface Props {
  readonly draft: JobDraft
  readonly thread: ThreadView | undefined
  readonly problem: string | undefined
  readonly limitProblem: string | undefined
  readonly change: (with_: Partial<JobDraft>) => void
}

export function ActionFields({ draft: d, thread, problem, limitProblem, change }: Props): ReactNode {
  const isLocal = thread?.agent.kind === 'local'
  const tellsPerson = isLocal && d.action === 'event'
  const needsAgent = isLocal && (d.action === 'agent' || d.action === 'reflect')
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-[100px_1fr] items-center gap-3 text-13">
        <span className="text-ink-2">{COPY.does}</span>
        <Choice
          label={COPY.does}
          value={d.action}
          options={isLocal ? { ...JOB_WORDS.action, event: JOB_WORDS.tellsPerson.word } : JOB_WORDS.action}
          onChange={(action) => change({ action })}
        />
      </div>
      <div className="ml-[112px] flex flex-col gap-2">
        <p className="text-12 text-ink-3">
          {tellsPerson ? JOB_WORDS.tellsPerson.meaning : JOB_WORDS.actionMeaning[d.action]}
        </p>
        {needsAgent && <p className="text-12 text-alert">{COPY.noAgent(thread.name)}</p>}
        <FieldsOfAction draft={d} tellsPerson={tellsPerson} limitProblem={limitProblem} change={change} />
        {problem !== undefined && (
          <p role="alert" className="text-12 text-urgent">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

const AREA = `${inputClass} h-auto w-full resize-y py-1.5 leading-5`
type FieldProps = Pick<Props, 'draft' | 'limitProblem' | 'change'>

function FieldsOfAction({ tellsPerson, ...props }: FieldProps & { tellsPerson: boolean }): ReactNode {
  const { draft: d, change } = props
  switch (d.action) {
    case 'event':
      return (
        <textarea
          aria-label={tellsPerson ? COPY.textForPerson : COPY.textFor}
          rows={3}
          className={AREA}
          value={d.text}
          placeholder={COPY.textHint}
          onChange={(e) => change({ text: e.target.value })}
        />
      )
    case 'agent':
      return (
        <textarea
          aria-label="Prompt"
          rows={5}
          className={AREA}
          value={d.prompt}
          placeholder={COPY.promptHint}
          onChange={(e) => change({ prompt: e.target.value })}
        />
      )
    case 'command':
      return <CommandFields {...props} />
    case 'reflect':
      return null
  }
}

function CommandFields({ draft: d, limitProblem, change }: FieldProps): ReactNode {
  const id = useId()
  return (
    <>
      <p className="text-12 text-ink-3">{COPY.argv}</p>
      <ArgumentRows argv={d.argv} onChange={(argv) => change({ argv })} />
      <div className="flex items-center gap-2 text-13">
        <label htmlFor={`${id}limit`} className="text-ink-2">
          {COPY.endedAfter}
        </label>
        <input
          id={`${id}limit`}
          className={`${inputClass} w-28`}
          value={d.limit}
          spellCheck={false}
          aria-invalid={limitProblem !== undefined}
          onChange={(e) => change({ limit: e.target.value })}
        />
      </div>
      {limitProblem !== undefined && (
        <p role="alert" className="text-12 text-urgent">
          {limitProblem}
        </p>
      )}
      <div>
        <EnvRows env={d.env} onChange={(env) => change({ env })} help={COPY.envHelp} />
      </div>
    </>
  )
}
