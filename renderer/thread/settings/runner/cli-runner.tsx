import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  PROFILES,
  TURNS,
  type AgentConfig,
  type Billing,
  type CliConfig,
  type CliName,
  type Effort,
  type Profile,
  type Turn,
} from '../../../../shared/agents/agent-config.ts'
import { PROFILE_WORDS, TURN_WORD } from '../../../../shared/agents/permission.ts'
import { PRESETS, profileOf } from '../../../../shared/agents/presets.ts'
import { useBridge } from '../../../client/bridge.ts'
import { Chip } from '../../../kit/chip.tsx'
import { inputClass, Row, Select } from '../../../kit/field.tsx'
import { CLI_COPY as COPY } from './runner-copy.ts'
import { navigate, PLACES } from '../../../client/navigation.ts'
import { homePath } from '../../../kit/text/shown-path.ts'
import { envOf, EnvRows, type EnvRow } from './env-rows.tsx'

type PerTurn<T> = Readonly<Record<Turn, T>>
/** As typed; read by agentConfigSchema before it counts. */
export interface CliDraft {
  readonly program: string
  readonly models: PerTurn<string> // '': the preset's choice
  readonly fallback: string // names with commas
  readonly efforts: PerTurn<Effort | 'own'>
  readonly profiles: PerTurn<Profile>
  readonly billing: Billing | 'found'
  readonly env: readonly EnvRow[]
}
const perTurn = <T,>(of: (turn: Turn) => T): PerTurn<T> => ({
  quick: of('quick'),
  hourly: of('hourly'),
  daily: of('daily'),
  message: of('message'),
})
const BARE: CliConfig = {
  kind: 'cli',
  cli: 'claude',
  env: {},
  models: {},
  fallbackModels: [],
  efforts: {},
  profiles: {},
  bypassUntil: null,
}
const usualProfile = (turn: Turn): Profile => profileOf(BARE, turn, 0) as Profile

export function cliDraft(agent: AgentConfig, cli: CliName): CliDraft {
  const from = agent.kind === 'cli' && agent.cli === cli ? agent : BARE
  return {
    program: from.program ?? '',
    models: perTurn((t) => from.models[t] ?? ''),
    fallback: from.fallbackModels.join(', '),
    efforts: perTurn((t) => from.efforts[t] ?? 'own'),
    profiles: perTurn((t) => from.profiles[t] ?? usualProfile(t)),
    billing: from.billing ?? 'found',
    env: Object.entries(from.env),
  }
}

/** What is as usual is left out, so that a better preset reaches the thread. */
export function cliConfig(cli: CliName, d: CliDraft, bypassUntil: number | null): unknown {
  const chosen = <T,>(values: PerTurn<T>, usual: (turn: Turn) => T): Partial<Record<Turn, T>> =>
    Object.fromEntries(TURNS.filter((t) => values[t] !== usual(t)).map((t) => [t, values[t]]))
  return {
    kind: 'cli',
    cli,
    ...(d.program.trim() !== '' && { program: d.program.trim() }),
    env: envOf(d.env),
    models: chosen(
      perTurn((t) => d.models[t].trim()),
      () => '',
    ),
    fallbackModels: d.fallback
      .split(',')
      .map((m) => m.trim())
      .filter((m) => m !== ''),
    efforts: chosen<Effort | 'own'>(d.efforts, () => 'own'),
    profiles: chosen(d.profiles, usualProfile),
    ...(d.billing !== 'found' && { billing: d.billing }),
    bypassUntil,
  }
}

const SIZES: readonly (readonly [RegExp, string])[] = [
  [/haiku|nano|flash|mini|small|lite/i, COPY.small],
  [/opus|-pro|-max|large/i, COPY.large],
  [/sonnet|medium|gpt-\d|^o\d/i, 'middle'],
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
  const change = (with_: Partial<CliDraft>): void => onChange({ ...draft, ...with_ })
  return (
    <>
      <Program cli={cli} value={draft.program} onChange={(program) => change({ program })} />
      <div className="border-b border-line py-3">
        <div className={`${GRID} mb-1.5 text-12 text-ink-3`}>
          <span />
          <span>Model</span>
          <span>{preset.efforts.length > 0 && 'Effort'}</span>
          <span>{COPY.mayDo}</span>
        </div>
        <div className="flex flex-col gap-1.5">
          {TURNS.map((turn) => {
            const asked = draft.models[turn].trim() || preset.models[turn]
            const size = sizeOfModel(asked)
            return (
              <div key={turn} role="group" aria-label={TURN_WORD[turn]} className={GRID}>
                <span className="pt-1.5 text-13 font-medium">{TURN_WORD[turn]}</span>
                <span className="flex min-w-0 flex-col">
                  <input
                    className={`${inputClass} w-full font-mono text-12`}
                    aria-label={COPY.modelFor(TURN_WORD[turn].toLowerCase())}
                    value={draft.models[turn]}
                    placeholder={preset.models[turn] ?? COPY.ownDefault}
                    spellCheck={false}
                    onChange={(e) => change({ models: { ...draft.models, [turn]: e.target.value } })}
                  />
                  <span className="h-4 truncate pl-2.5 text-11 text-ink-3">
                    {size ?? (asked === null ? COPY.asSet : '')}
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
          })}
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
      <Row label={COPY.pays} help={COPY.paysHelp(preset.keyVariable)}>
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
          help={COPY.envHelp(preset.homeVariable)}
        />
      </div>
    </>
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
  const { api } = useBridge()
  const found = useQuery(api.agents.list.queryOptions()).data?.find((r) => r.cli === cli)
  const help =
    found === undefined ? (
      COPY.empty
    ) : found.program === null ? (
      <span className="text-alert">
        {COPY.notHere(found.name)}{' '}
        <button type="button" className="rounded-[3px] underline" onClick={() => navigate(PLACES.agents)}>
          {COPY.install}
        </button>
        {COPY.orPath}
      </span>
    ) : (
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
  return (
    <Row label="Program" help={help} htmlFor="cli-program">
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

const lower = (turns: readonly Turn[]): string => turns.map((t) => TURN_WORD[t].toLowerCase()).join(', ')

/** What the chosen permissions mean, in plain words, the widest first. */
export function ProfilesInUse({ cli, profiles }: { cli: CliName; profiles: PerTurn<Profile> }): ReactNode {
  const used = PROFILES.toReversed()
    .map((p) => [p, TURNS.filter((t) => profiles[t] === p)] as const)
    .filter(([, turns]) => turns.length > 0)
  return (
    <ul className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(230px,1fr))] gap-3">
      {used.map(([profile, turns]) => (
        <li
          key={profile}
          className={
            'rounded-control border px-3 py-2 text-12 ' +
            `${profile === 'full' ? 'border-urgent-fill/50 bg-urgent-tint' : 'border-line bg-sunken'}`
          }
        >
          <p className="flex items-center gap-2">
            <strong className="text-13 font-semibold">{PROFILE_WORDS[profile].name}</strong>
            {profile === 'full' && <Chip tone="urgent">{COPY.noNet}</Chip>}
          </p>
          <p className="text-ink-3">{COPY.forTurns(lower(turns))}</p>
          <ul className="mt-1 list-disc pl-4 text-ink">
            {PROFILE_WORDS[profile].may.map((m) => (
              <li key={m}>{m}</li>
            ))}
          </ul>
          <p className="mt-1 text-ink-2">{PROFILE_WORDS[profile].never}</p>
          {profile === 'look' && PRESETS[cli].caution !== null && (
            <p className="mt-1 text-ink-2">{PRESETS[cli].caution}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
