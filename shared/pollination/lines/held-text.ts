import { NEW_IN_A_DAY, OPEN_OF_ONE_THREAD } from './life.ts'

/** Why fewer are shown than there are. */
export const heldText = (held: number): string =>
  `${held} more ${held === 1 ? 'waits' : 'wait'}: at most ${OPEN_OF_ONE_THREAD} are open for a thread, and ` +
  `${NEW_IN_A_DAY} are new in a day.`
