import { EVERYWHERE, PLACE_COMMANDS } from './app-commands.ts'
import type { Listed } from './command.ts'
import { COMMAND_COPY } from './copy.ts'
import { ALERT_ROW, FLEET_FILTER, FLEET_LIST } from './list-commands.ts'
import { PAGE_COMMANDS, ROW_COMMANDS, TAB_COMMANDS } from './thread-commands.ts'

const { groups, thread, strip, ahead } = COMMAND_COPY

/** Keys that a part of the page hears itself: those of text and of walking, which nobody may move. */
const heard = (part: string, entries: readonly (readonly [key: string, title: string])[]): Listed[] =>
  entries.map(([key, title]) => ({ id: `${part}.${title}`, title, keys: [key] }))

const EDITOR = heard(groups.thread, [
  ['Mod+S', thread.save],
  ['Mod+\\', thread.view],
  ['Mod+Enter', thread.tick],
  ['Alt+↑', thread.move],
  ['Mod+Shift+1', thread.tier],
  ['Mod+F', thread.find],
  ['Mod+Shift+E', thread.editor],
  ['Enter', thread.send],
  ['Shift+Enter', thread.line],
])

/** Where keys act, and what they do there; in the order in which the list of keys shows them. */
interface Section {
  readonly where: string
  readonly commands: readonly Listed[]
}

/**
 * Every key there is: the window hears by this list, `?` shows it, and the settings of keys change what is
 * pressed for it.
 */
export const SECTIONS: readonly Section[] = [
  { where: groups.everywhere, commands: EVERYWHERE },
  { where: groups.places, commands: PLACE_COMMANDS },
  {
    where: groups.fleet,
    commands: [FLEET_FILTER, ...Object.values(FLEET_LIST), ...ROW_COMMANDS],
  },
  { where: groups.inbox, commands: Object.values(ALERT_ROW) },
  { where: groups.thread, commands: [...TAB_COMMANDS, ...PAGE_COMMANDS, ...EDITOR] },
  {
    where: groups.strip,
    commands: heard(groups.strip, [
      ['← →', strip.walk],
      ['Enter', strip.open],
    ]),
  },
  {
    where: groups.ahead,
    commands: heard(groups.ahead, [
      ['← → ↑ ↓', ahead.walk],
      ['Home', ahead.ends],
      ['Enter', ahead.open],
    ]),
  },
]

/** Each once, though its key may act in several places. */
export const COMMANDS: readonly Listed[] = [...new Set(SECTIONS.flatMap((s) => s.commands))]
