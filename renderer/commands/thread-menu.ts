import { TIERS, type Tier } from '../../shared/schedule/tier.ts'
import type { OpenerView, OpenIn } from '../../shared/contract/threads.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import type { AppContext } from '../client/bridge.ts'
import type { MenuEntry } from '../kit/menu.tsx'
import { ALERT_COPY } from './actions/alert-copy.ts'
import { openIn } from './actions/threads.tsx'
import { menuEntry } from './command.ts'
import { COMMAND_COPY } from './copy.ts'
import { THREAD, type ThreadCommand } from './thread-commands.ts'
import { TIER, TIER_SNOOZE } from './tier-commands.ts'

const { menu } = COMMAND_COPY

/** A line of the menu of a thread. */
export interface ThreadMenuEntry extends MenuEntry {
  /** Further ways to do it: other editors, other terminals. */
  readonly others?: readonly MenuEntry[]
  /** The entry itself does nothing: one of the others is chosen. */
  readonly isOnlyOthers?: true
}
type Groups = readonly (readonly ThreadMenuEntry[])[]

/** Its line in a menu; without trust some are there and cannot be chosen. */
export const threadEntry = (app: AppContext, command: ThreadCommand, thread: ThreadView): MenuEntry => ({
  ...menuEntry(app, command, thread),
  ...(command.needsTrust === true && !thread.trusted && { disabled: true }),
})

/** What can be done to a thread, in groups: the menu of its row. `openers`: what is installed. */
export function threadMenu(app: AppContext, thread: ThreadView, openers: readonly OpenerView[]): Groups {
  const entry = (command: ThreadCommand): MenuEntry => threadEntry(app, command, thread)
  const opener = (what: Opens): ThreadMenuEntry => openEntry(app, thread, what, openers)
  return [
    [
      entry(THREAD.open),
      entry(THREAD.beat),
      entry(THREAD.chooseTier),
      ...(thread.last === null ? [] : [entry(THREAD.lastRun)]),
    ],
    [
      entry(THREAD.pause),
      ...(thread.pause === null ? [entry(THREAD.pauseHour)] : []),
      severalOf(
        menu.snoozeTier,
        TIERS.flatMap((tier) => tierChoices(app, thread, tier)),
      ),
      entry(THREAD.acknowledge),
      entry(THREAD.snooze),
      // Beside pause and snooze: the third way to be left alone.
      thread.mutedUntil !== null
        ? entry(THREAD.unmute)
        : severalOf(
            ALERT_COPY.muteThread.menu,
            [THREAD.muteHour, THREAD.muteTomorrow, THREAD.muteForever].map(entry),
          ),
    ],
    [entry(THREAD.edit), opener('editor'), opener('terminal'), opener('files'), entry(THREAD.remote)],
    [entry(THREAD.pin), entry(THREAD.tags), entry(THREAD.remove)],
  ]
}

const severalOf = (label: string, others: readonly MenuEntry[]): ThreadMenuEntry => ({
  label,
  run: () => undefined,
  others,
  isOnlyOthers: true,
})

type Opens = Exclude<OpenIn, 'remote'>
const OPENS: Readonly<Record<Opens, { readonly words: (name: string) => string; readonly none: string }>> = {
  editor: { words: menu.editor, none: menu.noEditor },
  terminal: { words: menu.terminal, none: menu.noTerminal },
  files: { words: menu.files, none: menu.files(menu.fileManager) },
}

/** The program used last, and the others behind it. */
function openEntry(
  app: AppContext,
  thread: ThreadView,
  what: Opens,
  openers: readonly OpenerView[],
): ThreadMenuEntry {
  const { words, none } = OPENS[what]
  const entry = threadEntry(app, THREAD[what], thread)
  const [first, ...others] = openers.filter((o) => o.what === what)
  if (first === undefined) return { ...entry, label: none, disabled: true }
  return {
    ...entry,
    label: words(first.name),
    others: others.map((o) => ({ label: words(o.name), run: () => openIn(app, thread, what, o.key) })),
  }
}

/** The menu of one tier: run it, put it off, wake it. */
export function tierMenu(app: AppContext, thread: ThreadView, tier: Tier): readonly MenuEntry[] {
  const target = { thread, tier }
  return [
    menuEntry(app, TIER.run, target),
    ...(isSnoozed(thread, tier)
      ? [menuEntry(app, TIER.wake, target)]
      : TIER_SNOOZE.map(({ command }) => menuEntry(app, command, target))),
  ]
}

/** In a menu of a whole thread: a few ends for each tier. */
function tierChoices(app: AppContext, thread: ThreadView, tier: Tier): readonly MenuEntry[] {
  const target = { thread, tier }
  const word = TIER_WORD[tier]
  if (isSnoozed(thread, tier)) return [{ ...menuEntry(app, TIER.wake, target), label: menu.wakeTier(word) }]
  return TIER_SNOOZE.slice(1, 3).map(({ command, end }) => ({
    ...menuEntry(app, command, target),
    label: `${word} ${end}`,
  }))
}

const isSnoozed = (thread: ThreadView, tier: Tier): boolean => thread.tiers[tier].snoozedUntil !== null
