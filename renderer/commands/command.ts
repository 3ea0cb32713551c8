import type { AppContext } from '../client/bridge.ts'
import type { MenuEntry } from '../kit/menu.tsx'

/** What the list of keys and the settings of keys show. */
export interface Listed {
  readonly id: string
  readonly title: string
  /** "Mod+Shift+B", "G T" one after the other, "?"; the first is shown beside the command. */
  readonly keys: readonly string[]
}

/**
 * One thing that a person can do, to a target: a thread, some alerts, nothing. Menus, the palette, keys and
 * bulk bars all run this one; none of them knows how it is done.
 */
export interface Command<Target = void, Outcome = unknown> extends Listed {
  /** Keys of walking that do the same; neither listed nor moved. */
  readonly also?: readonly string[]
  /** What a menu calls it for this target; absent: its title. */
  readonly label?: (target: Target) => string
  /** false: nothing to do it to now. A menu shows it so, a key passes it over, the palette leaves it out. */
  readonly enabled?: (app: AppContext, target: Target) => boolean
  readonly isDanger?: true
  readonly run: (app: AppContext, target: Target) => Outcome
}

/** Its line in a menu. */
export const menuEntry = <Target>(app: AppContext, command: Command<Target>, target: Target): MenuEntry => ({
  label: command.label?.(target) ?? command.title,
  ...(command.keys[0] !== undefined && { keys: command.keys[0] }),
  ...(command.isDanger === true && { danger: true }),
  ...(command.enabled?.(app, target) === false && { disabled: true }),
  run: () => void command.run(app, target),
})
