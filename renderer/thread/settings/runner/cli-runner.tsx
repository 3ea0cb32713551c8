import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TURNS, type Effort, type Profile, type Turn } from '../../../../shared/agents/agent-config.ts'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { PROFILE_WORDS, TURN_WORD } from '../../../../shared/agents/permission.ts'
import { PRESETS } from '../../../../shared/agents/presets.ts'
import { useBridge } from '../../../client/bridge.ts'
import { inputClass, Row } from '../../../kit/field.tsx'
import { Select } from '../../../kit/fields/select.tsx'
import { CLI_COPY as COPY } from './runner-copy.ts'
import { navigate, PLACES } from '../../../client/navigation.ts'
import { homePath } from '../../../kit/text/shown-path.ts'
import { ArgumentRows } from './argument-rows.tsx'
import type { CliDraft } from './cli-draft.ts'
import { EnvRows } from './env-rows.tsx'
import { ProfilesInUse } from './profiles-in-use.tsx'

const SIZES: readonly (readonly [RegExp, string])[] = [
  [/haiku|luna|nano|flash|mini|small|lite/i, COPY.small],
  [/opus|fable|astra|-pro|-max|large/i, COPY.large],
  [/sonnet|terra|sol|medium|gpt-\d|^o\d/i, 'middle'],
]
/** A name's size, as vendors use the words; null: it says nothing. */
const sizeOfModel = (model: string | null): string | null =>
  model === null ? null : (SIZES.find(([shape]) => shape.test(model))?.[1] ?? null)

const EFFORT_WORD: Record<Effort | 'own', string> = {
  own: COPY.ownEffort,
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}
const PROFILE_NAME: Record<Profile, string> = {
  look: PROFILE_WORDS.look.name,
  tidy: PROFILE_WORDS.tidy.name,
  full: PROFILE_WORDS.full.name,
}
const GRID = 'grid grid-cols-[104px_minmax(0,1fr)_144px_144px] items-start gap-x-3'

export function CliFields({
  cli,
  draft,
  onChange,
}: {
  cli: CliName
  draft: CliDraft
  onChange: (draft: CliDraft) => void
}): ReactNode {
  const preset = PRESETS[cli]
  const change = (part: Partial<CliDraft>): void => onChange({ ...draft, ...part })
  return (
    <>
      {preset.program === null ? (
        <OwnProgram draft={draft} change={change} />
      ) : (
        <Program cli={cli} value={draft.program} onChange={(program) => change({ program })} />
      )}
      <div className="border-b border-line py-3">
        <div className={`${GRID} mb-1.5 text-12 text-ink-3`}>
          <span />
          <span>Model</span>
          <span>{preset.efforts.length > 0 && 'Effort'}</span>
          <span>{COPY.mayDo}</span>
        </div>
        <div className="flex flex-col gap-1.5">
          {TURNS.map((turn) => (
            <TurnFields key={turn} {...{ turn, cli, draft, change }} />
          ))}
        </div>
        <ProfilesInUse cli={cli} profiles={draft.profiles} />
      </div>
      <Row label={COPY.others} help={COPY.othersHelp} htmlFor="fallback-models">
        <input
          id="fallback-models"
          className={`${inputClass} w-full font-mono text-12`}
          value={draft.fallback}
          placeholder="none"
          spellCheck={false}
          onChange={(e) => change({ fallback: e.target.value })}
        />
      </Row>
      <Row label={COPY.pays} help={COPY.paysHelp(preset.keyVariable, preset.tellsCost === true)}>
        <Select
          label={COPY.pays}
          value={draft.billing}
          options={COPY.billing}
          onChange={(billing) => change({ billing })}
        />
      </Row>
      <div className="border-b border-line py-3">
        <EnvRows
          env={draft.env}
          onChange={(env) => change({ env })}
          help={preset.homeVariable === null ? COPY.envOwn : COPY.envHelp(preset.homeVariable)}
        />
      </div>
    </>
  )
}

interface TurnProps {
  readonly turn: Turn
  readonly cli: CliName
  readonly draft: CliDraft
  readonly change: (part: Partial<CliDraft>) => void
}

function TurnFields({ turn, cli, draft, change }: TurnProps): ReactNode {
  const preset = PRESETS[cli]
  const usual = turn === 'message' ? null : preset.cheapest
  const asked = draft.models[turn].trim() || (usual?.model ?? null)
  return (
    <div role="group" aria-label={TURN_WORD[turn]} className={GRID}>
      <span className="pt-1.5 text-13 font-medium">{TURN_WORD[turn]}</span>
      <span className="flex min-w-0 flex-col">
        <input
          className={`${inputClass} w-full font-mono text-12`}
          aria-label={COPY.modelFor(TURN_WORD[turn].toLowerCase())}
          value={draft.models[turn]}
          placeholder={usual?.model ?? COPY.ownDefault}
          spellCheck={false}
          onChange={(e) => change({ models: { ...draft.models, [turn]: e.target.value } })}
        />
        <span className="h-4 truncate pl-2.5 text-11 text-ink-3">
          {sizeOfModel(asked) ?? (asked === null ? COPY.asSet : '')}
        </span>
      </span>
      {preset.efforts.length > 0 ? (
        <Select
          label={COPY.effortFor(TURN_WORD[turn].toLowerCase())}
          value={draft.efforts[turn]}
          options={EFFORT_WORD}
          onChange={(effort) => change({ efforts: { ...draft.efforts, [turn]: effort } })}
        />
      ) : (
        <span />
      )}
      <Select
        label={COPY.mayDoOf(TURN_WORD[turn].toLowerCase())}
        value={draft.profiles[turn]}
        options={PROFILE_NAME}
        onChange={(profile) => change({ profiles: { ...draft.profiles, [turn]: profile } })}
      />
    </div>
  )
}

/** Of an agent that is not known by name: the program and its arguments, word by word. */
function OwnProgram({ draft, change }: Pick<TurnProps, 'draft' | 'change'>): ReactNode {
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
  const found = useQuery(api.agents.list.queryOptions()).data?.find((r) => r.cli === cli)
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
      {found.signedIn === 'no' && (
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
