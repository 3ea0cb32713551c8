import type { OpenerView, OpenIn } from '../../shared/contract/threads.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { TIERS, type Tier } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import type { Actions } from './actions.tsx'
import { COMMAND_COPY } from './copy.ts'
import { navigate, runPath, threadPath } from '../client/navigation.ts'
import type { Deeds } from './deeds.tsx'
import { deedOf, keysOf, type RowDeed } from './row-keys.ts'
import { snoozeEnds } from './tier-snooze.ts'

const { menu } = COMMAND_COPY

export interface RowParts {
  readonly thread: ThreadView
  readonly actions: Actions
  readonly deeds: Deeds
  readonly chooseTier: (thread: ThreadView) => void
  readonly tag: (thread: ThreadView) => void
}
export interface RowEntry {
  readonly label: string
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
  /** Further ways to do it: other editors, other terminals. */
  readonly others?: readonly { readonly label: string; readonly run: () => void }[]
  /** The entry itself does nothing: one of the others is chosen. */
  readonly isOnlyOthers?: true
}

/**
 * What can be done to a thread, in groups: the menu of its row. Each key does the same without the menu.
 */
export function rowEntries(
  parts: RowParts,
  openers: readonly OpenerView[],
): readonly (readonly RowEntry[])[] {
  const { thread, actions, deeds, tag } = parts
  const open = (what: Exclude<OpenIn, 'remote'>, words: (name: string) => string, none: string): RowEntry => {
    const keys = keysOf(what)
    const [first, ...others] = openers.filter((o) => o.what === what)
    if (first === undefined) return { label: none, keys, disabled: true, run: () => undefined }
    return {
      label: words(first.name),
      keys,
      run: () => deeds.openIn(thread, what),
      others: others.map((o) => ({ label: words(o.name), run: () => deeds.openIn(thread, what, o.key) })),
    }
  }
  const act = (label: string, deed: RowDeed, more: Partial<RowEntry> = {}): RowEntry => ({
    label,
    keys: keysOf(deed),
    run: () => doDeed(deed, parts),
    ...more,
  })
  const noAlerts = { disabled: thread.openAlerts === 0 }
  return [
    [
      act(menu.open, 'open'),
      act(thread.running === null ? menu.beat : menu.watch, 'beat', { disabled: !thread.trusted }),
      act(menu.chooseTier, 'chooseTier', { disabled: !thread.trusted }),
      ...(thread.last === null
        ? []
        : [{ label: menu.lastRun, run: () => thread.last !== null && navigate(runPath(thread.last.runId)) }]),
    ],
    [
      ...(thread.pause === null
        ? [act(menu.pause, 'pause'), { label: menu.pauseHour, run: () => actions.pause(thread, 'hour') }]
        : [act(menu.resume, 'pause')]),
      {
        label: menu.snoozeTier,
        run: () => undefined,
        others: TIERS.flatMap((tier) => tierChoices(parts, tier)),
        isOnlyOthers: true,
      },
      act(menu.acknowledge, 'acknowledge', noAlerts),
      act(menu.snooze, 'snooze', noAlerts),
    ],
    [
      act(menu.edit, 'edit'),
      open('editor', menu.editor, menu.noEditor),
      open('terminal', menu.terminal, menu.noTerminal),
      open('files', menu.files, menu.files(menu.fileManager)),
      act(menu.remote, 'remote', { disabled: !thread.trusted }),
    ],
    [
      act(thread.pinned ? menu.unpin : menu.pin, 'pin'),
      { label: menu.tags, run: () => tag(thread) },
      { label: menu.remove, danger: true, run: () => void actions.remove(thread) },
    ],
  ]
}

/** The menu of one tier: run it, put it off, wake it. */
export const tierEntries = ({ thread, actions, deeds }: RowParts, tier: Tier): readonly RowEntry[] => [
  {
    label: COMMAND_COPY.tier.run(TIER_WORD[tier]),
    disabled: !thread.trusted,
    run: () => actions.beat(thread, tier),
  },
  ...(thread.tiers[tier].snoozedUntil !== null
    ? [{ label: COMMAND_COPY.tier.wake, run: () => deeds.snoozeTier(thread, tier, null) }]
    : snoozeEnds().map(({ words, until }) => ({
        label: `${COMMAND_COPY.tier.snooze} ${words.toLowerCase()}`,
        run: () => deeds.snoozeTier(thread, tier, until()),
      }))),
]

/** In a menu of a whole thread: a few ends for each tier. */
const tierChoices = (
  { thread, deeds }: RowParts,
  tier: Tier,
): readonly { readonly label: string; readonly run: () => void }[] =>
  thread.tiers[tier].snoozedUntil !== null
    ? [{ label: menu.wakeTier(TIER_WORD[tier]), run: () => deeds.snoozeTier(thread, tier, null) }]
    : snoozeEnds()
        .slice(1, 3)
        .map(({ words, until }) => ({
          label: `${TIER_WORD[tier]} ${words.toLowerCase()}`,
          run: () => deeds.snoozeTier(thread, tier, until()),
        }))

/** Keys of a row; true: taken. */
export function rowKey(event: KeyboardEvent, parts: RowParts): boolean {
  const deed = deedOf(event)
  if (deed !== null) doDeed(deed, parts)
  return deed !== null
}

export function doDeed(deed: RowDeed, { thread, actions, deeds, chooseTier }: Omit<RowParts, 'tag'>): void {
  switch (deed) {
    case 'open':
      return navigate(threadPath(thread.id))
    case 'beat':
      return actions.beat(thread)
    case 'chooseTier':
      return chooseTier(thread)
    case 'pause':
      return thread.pause === null ? actions.pause(thread, 'open') : actions.resume(thread)
    case 'acknowledge':
      return deeds.acknowledge(thread)
    case 'snooze':
      return deeds.snoozeAlerts(thread)
    case 'edit':
      return navigate(threadPath(thread.id, 'file'))
    case 'pin':
      return deeds.pin(thread)
    default:
      return deeds.openIn(thread, deed)
  }
}
