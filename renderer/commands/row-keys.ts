import { FLEET } from '../fleet/copy.ts'
import { isStroke } from '../kit/keys.ts'

/**
 * What a key does to the thread of a row, and on the page of one thread: the one list that rows, menus,
 * pages and the overlay of shortcuts read.
 */
export const ROW_KEYS = {
  open: ['Enter', FLEET.keys.open],
  beat: ['B', FLEET.keys.beat],
  chooseTier: ['Shift+B', FLEET.keys.chooseTier],
  pause: ['P', FLEET.keys.pause],
  acknowledge: ['A', FLEET.keys.acknowledge],
  snooze: ['S', FLEET.keys.snooze],
  edit: ['E', FLEET.keys.edit],
  editor: ['O', FLEET.keys.editor],
  terminal: ['T', FLEET.keys.terminal],
  files: ['F', FLEET.keys.files],
  remote: ['Shift+G', FLEET.keys.remote], // G alone begins "go to"
  pin: ['Shift+P', FLEET.keys.pin],
} as const
export type RowDeed = keyof typeof ROW_KEYS

const DEEDS = Object.keys(ROW_KEYS) as RowDeed[]
export const keysOf = (deed: RowDeed): string => ROW_KEYS[deed][0]
/** null: the key does nothing to a thread. */
export const deedOf = (event: KeyboardEvent): RowDeed | null =>
  DEEDS.find((deed) => isStroke(event, keysOf(deed))) ?? null

/** What the page of one thread takes of them; the rest needs the list. */
export const PAGE_DEEDS: readonly RowDeed[] = [
  'beat',
  'pause',
  'acknowledge',
  'snooze',
  'edit',
  'editor',
  'terminal',
  'files',
  'remote',
  'pin',
]
