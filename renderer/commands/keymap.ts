import { isPair, keyFor, mayMove, reservedFor, type OwnKeys } from '../kit/keys.ts'
import type { Listed } from './command.ts'
import { COMMANDS, SECTIONS } from './registry.ts'

/**
 * A built-in stroke with everything that listens to it. It means the same kind of thing wherever it acts,
 * so it is moved for all of them at once.
 */
export interface Binding {
  readonly builtIn: string
  readonly commands: readonly Listed[]
  /** Where it acts, the first of them in the list of keys. */
  readonly places: readonly string[]
}

/** Every stroke that may be moved, in the order of the list of commands. */
export const BINDINGS: readonly Binding[] = [...new Set(COMMANDS.flatMap((c) => c.keys))]
  .filter(mayMove)
  .map((builtIn) => ({
    builtIn,
    commands: COMMANDS.filter((c) => c.keys.includes(builtIn)),
    places: SECTIONS.filter((s) => s.commands.some((c) => c.keys.includes(builtIn))).map((s) => s.where),
  }))

/** "Beat it now", or what each place makes of the key: "Edit HEARTBEAT.md / Resolve". */
export const titleOf = ({ commands }: Binding): string =>
  [...new Set(commands.map((c) => c.title))].join(' / ')
export const placesOf = ({ places }: Binding): string => places.join(', ')

/** What choosing a stroke for a binding would mean. */
type Choice =
  | { readonly kind: 'free' }
  | { readonly kind: 'same' }
  | { readonly kind: 'taken'; readonly by: Binding }
  | { readonly kind: 'reserved'; readonly why: 'walking' | 'text' | 'system' }
  /**
   * One letter that begins a pair, or a pair that begins with a letter in use: the first of them would
   * always act.
   */
  | { readonly kind: 'begins'; readonly by: Binding }

export function choiceOf(own: OwnKeys, builtIn: string, wanted: string): Choice {
  if (keyFor(own, builtIn) === wanted) return { kind: 'same' }
  const why = reservedFor(wanted)
  if (why !== null) return { kind: 'reserved', why }
  const others = BINDINGS.filter((b) => b.builtIn !== builtIn).map(
    (b) => [b, keyFor(own, b.builtIn)] as const,
  )
  const taken = others.find(([, keys]) => keys === wanted)
  if (taken !== undefined) return { kind: 'taken', by: taken[0] }
  const begins = others.find(
    ([, keys]) =>
      keys !== null &&
      (isPair(keys) ? keys.startsWith(`${wanted} `) : isPair(wanted) && wanted.startsWith(`${keys} `)),
  )
  return begins === undefined ? { kind: 'free' } : { kind: 'begins', by: begins[0] }
}

/** The person's keys with this one chosen; whoever had it has none any more. null: no key at all. */
export function withKey(own: OwnKeys, builtIn: string, wanted: string | null): OwnKeys {
  const next: Record<string, string | null> = { ...own }
  for (const b of BINDINGS)
    if (b.builtIn !== builtIn && wanted !== null && keyFor(own, b.builtIn) === wanted) next[b.builtIn] = null
  if (wanted === builtIn) delete next[builtIn]
  else next[builtIn] = wanted
  return next
}

/**
 * Bindings that share a stroke, as a hand in settings.json may have left them; by built-in stroke, with the
 * others.
 */
export function conflictsOf(own: OwnKeys): ReadonlyMap<string, readonly Binding[]> {
  const now = BINDINGS.map((b) => [b, keyFor(own, b.builtIn)] as const)
  return new Map(
    now
      .map(
        ([b, keys]) =>
          [
            b.builtIn,
            now
              .filter(([other, theirs]) => other !== b && keys !== null && theirs === keys)
              .map(([other]) => other),
          ] as const,
      )
      .filter(([, others]) => others.length > 0),
  )
}
