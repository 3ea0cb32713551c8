import { COMMAND_COPY } from './copy.ts'
import { isStroke } from '../kit/keys.ts'

/**
 * What a key does to the thread of a row, and on the page of one thread: the one list that rows, menus,
 * pages and the overlay of shortcuts read.
 */
export const ROW_KEYS = {
  open: ['Enter', COMMAND_COPY.keys.open],
  beat: ['B', COMMAND_COPY.keys.beat],
  chooseTier: ['Shift+B', COMMAND_COPY.keys.chooseTier],
  pause: ['P', COMMAND_COPY.keys.pause],
  acknowledge: ['A', COMMAND_COPY.keys.acknowledge],
  snooze: ['S', COMMAND_COPY.keys.snooze],
  edit: ['E', COMMAND_COPY.keys.edit],
  editor: ['O', COMMAND_COPY.keys.editor],
  terminal: ['T', COMMAND_COPY.keys.terminal],
  files: ['F', COMMAND_COPY.keys.files],
  remote: ['Shift+G', COMMAND_COPY.keys.remote], // G alone begins "go to"
  pin: ['Shift+P', COMMAND_COPY.keys.pin],
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
