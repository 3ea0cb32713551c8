import type { ReactNode } from 'react'
import { PROFILES, TURNS, type Profile, type Turn } from '../../../../shared/agents/agent-config.ts'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { PROFILE_WORDS, TURN_WORD } from '../../../../shared/agents/permission.ts'
import { PRESETS } from '../../../../shared/agents/presets.ts'
import { Chip } from '../../../kit/chip.tsx'
import type { PerTurn } from './cli-draft.ts'
import { CLI_COPY as COPY } from './runner-copy.ts'

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
