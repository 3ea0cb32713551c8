import type { ReactNode } from 'react'
import { TURNS, type Effort, type Profile, type Turn } from '../../../../shared/agents/agent-config.ts'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { PROFILE_WORDS, TURN_WORD } from '../../../../shared/agents/permission.ts'
import { PRESETS } from '../../../../shared/agents/presets.ts'
import type { RunnerPreset } from '../../../../shared/agents/runner-preset.ts'
import { inputClass, Row } from '../../../kit/field.tsx'
import { Select } from '../../../kit/fields/select.tsx'
import { CLI_COPY as COPY } from './runner-copy.ts'
import type { CliDraft } from './cli-draft.ts'
import { EnvRows } from './env-rows.tsx'
import { ProfilesInUse } from './profiles-in-use.tsx'
import { WhatIsStarted } from './program.tsx'

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
      <WhatIsStarted {...{ cli, draft, change }} />
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
      <OthersAndPrice {...{ preset, draft, change }} />
      <div className="border-b border-line py-3">
        <EnvRows
          env={draft.env.filter(([name]) => name !== preset.serverVariable)}
          onChange={(env) =>
            change({ env: [...draft.env.filter(([name]) => name === preset.serverVariable), ...env] })
          }
          help={envHelp(preset)}
        />
      </div>
    </>
  )
}

/** Models besides, and who pays for them. */
function OthersAndPrice({
  preset,
  draft,
  change,
}: Pick<TurnProps, 'draft' | 'change'> & { readonly preset: RunnerPreset }): ReactNode {
  return (
    <>
      <Row
        label={preset.asksLarger === true ? COPY.larger : COPY.others}
        help={preset.asksLarger === true ? COPY.largerHelp : COPY.othersHelp}
        htmlFor="fallback-models"
      >
        <input
          id="fallback-models"
          className={`${inputClass} w-full font-mono text-12`}
          value={draft.fallback}
          placeholder="none"
          spellCheck={false}
          onChange={(e) => change({ fallback: e.target.value })}
        />
      </Row>
      {preset.serverVariable === undefined && (
        <Row label={COPY.pays} help={COPY.paysHelp(preset.keyVariable, preset.tellsCost === true)}>
          <Select
            label={COPY.pays}
            value={draft.billing}
            options={COPY.billing}
            onChange={(billing) => change({ billing })}
          />
        </Row>
      )}
    </>
  )
}

function envHelp({ homeVariable, serverVariable }: RunnerPreset): string {
  if (serverVariable !== undefined) return COPY.envServer
  return homeVariable === null ? COPY.envOwn : COPY.envHelp(homeVariable)
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
  // How large the models of a person's own server are, their names do not tell.
  const isOwn = preset.serverVariable !== undefined
  const asked = draft.models[turn].trim() || (usual?.model ?? null)
  return (
    <div role="group" aria-label={TURN_WORD[turn]} className={GRID}>
      <span className="pt-1.5 text-13 font-medium">{TURN_WORD[turn]}</span>
      <span className="flex min-w-0 flex-col">
        <input
          className={`${inputClass} w-full font-mono text-12`}
          aria-label={COPY.modelFor(TURN_WORD[turn].toLowerCase())}
          value={draft.models[turn]}
          placeholder={usual?.model ?? (isOwn ? COPY.modelNeeded : COPY.ownDefault)}
          spellCheck={false}
          onChange={(e) => change({ models: { ...draft.models, [turn]: e.target.value } })}
        />
        <span className="h-4 truncate pl-2.5 text-11 text-ink-3">
          {isOwn ? '' : (sizeOfModel(asked) ?? (asked === null ? COPY.asSet : ''))}
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
