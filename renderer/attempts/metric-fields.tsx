import { useId, type ReactNode } from 'react'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Switch } from '../kit/fields/switch.tsx'
import { METRIC_COPY as COPY } from './metric-copy.ts'
import type { MetricDraft } from './metric-draft.ts'

interface PartProps {
  readonly draft: MetricDraft
  readonly change: (to: Partial<MetricDraft>) => void
}

export function Scores({ draft, change }: PartProps): ReactNode {
  return (
    <>
      <Text label={COPY.name} help={COPY.nameHelp} value={draft.team} onChange={(team) => change({ team })} />
      <Labelled label={COPY.way}>
        <Select label={COPY.way} value={draft.way} options={COPY.ways} onChange={(way) => change({ way })} />
      </Labelled>
      {draft.way === 'command' && (
        <Text
          label={COPY.command}
          help={COPY.commandHelp}
          value={draft.command}
          mono
          onChange={(command) => change({ command })}
        />
      )}
      {draft.way === 'folder' && (
        <Text
          label={COPY.folderPath}
          help={COPY.folderHelp}
          value={draft.folder}
          mono
          onChange={(folder) => change({ folder })}
        />
      )}
      {draft.way !== 'reported' && (
        <Text
          label={COPY.jsonPath}
          help={COPY.jsonPathHelp[draft.way]}
          value={draft.jsonPath}
          mono
          onChange={(jsonPath) => change({ jsonPath })}
        />
      )}
    </>
  )
}

export function Progress({ draft, change }: PartProps): ReactNode {
  const id = useId()
  return (
    <>
      <Labelled label={COPY.direction}>
        <Select
          label={COPY.direction}
          value={draft.direction}
          options={COPY.directions}
          onChange={(direction) => change({ direction })}
        />
      </Labelled>
      <Text
        label={COPY.minGain}
        help={COPY.minGainHelp}
        value={draft.minGain}
        onChange={(minGain) => change({ minGain })}
      />
      <div className="col-span-2 flex flex-col gap-1">
        <label htmlFor={id} className="text-13 font-medium">
          {COPY.files}
        </label>
        <textarea
          id={id}
          rows={2}
          spellCheck={false}
          className={`${inputClass} !h-auto py-1.5 font-mono text-12`}
          value={draft.files}
          onChange={(event) => change({ files: event.target.value })}
        />
        <p className="text-12 text-ink-3">{COPY.filesHelp}</p>
      </div>
      {draft.way === 'command' && (
        <div className="col-span-2 flex items-center justify-between gap-3">
          <div>
            <p className="text-13 font-medium">{COPY.mayChange}</p>
            <p className="text-12 text-ink-3">{COPY.mayChangeHelp}</p>
          </div>
          <Switch
            label={COPY.mayChange}
            checked={draft.mayChange}
            onChange={(mayChange) => change({ mayChange })}
          />
        </div>
      )}
    </>
  )
}

export function LimitFields({ draft, change }: PartProps): ReactNode {
  return (
    <details className="col-span-2">
      <summary className="cursor-pointer text-13 font-medium">{COPY.more}</summary>
      <div className="mt-3 grid grid-cols-4 gap-3">
        <Text label={COPY.target} value={draft.target} onChange={(target) => change({ target })} />
        <Text label={COPY.runs} value={draft.runs} onChange={(runs) => change({ runs })} />
        <Text label={COPY.usd} value={draft.usd} onChange={(usd) => change({ usd })} />
        <Text
          label={COPY.work}
          help={COPY.workHelp}
          value={draft.work}
          onChange={(work) => change({ work })}
        />
        <Labelled label={COPY.atLimit}>
          <Select
            label={COPY.atLimit}
            value={draft.atLimit}
            options={COPY.atLimits}
            onChange={(atLimit) => change({ atLimit })}
          />
        </Labelled>
        <Text label={COPY.timeout} value={draft.timeout} onChange={(timeout) => change({ timeout })} />
        <Text
          label={COPY.grace}
          help={COPY.graceHelp}
          value={draft.grace}
          onChange={(grace) => change({ grace })}
        />
        <Text
          label={COPY.inARow}
          help={COPY.inARowHelp}
          value={draft.inARow}
          onChange={(inARow) => change({ inARow })}
        />
      </div>
    </details>
  )
}

function Text({
  label,
  help,
  value,
  mono = false,
  onChange,
}: {
  label: string
  help?: string
  value: string
  mono?: boolean
  onChange: (value: string) => void
}): ReactNode {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input
        id={id}
        spellCheck={false}
        className={`${inputClass} w-full ${mono ? 'font-mono text-12' : ''}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {help !== undefined && <p className="text-12 text-ink-3">{help}</p>}
    </div>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <div className="flex flex-col items-start gap-1">
    <span aria-hidden className="text-13 font-medium">
      {label}
    </span>
    {children}
  </div>
)
