import { NEW_IN_A_DAY, NEW_OF_ONE_THREAD, OPEN_OF_ONE_THREAD } from './life.ts'

/** Why fewer are shown than there are. */
export const heldText = (held: number): string =>
  `${held} more ${held === 1 ? 'waits' : 'wait'}: at most ${OPEN_OF_ONE_THREAD} are open for a thread, and ` +
  `${NEW_IN_A_DAY} are new in a day, ${NEW_OF_ONE_THREAD} of them for one thread.`

/** Where nothing is suggested because a person set it so. */
export const ignoringText = (
  threads: readonly { readonly number: number; readonly name: string }[],
): string =>
  `Nothing is suggested to ${threads.map(({ number, name }) => `${number} ${name}`).join(', ')}, as you set it.`

/** Of a suggestion that an agent decides about. `told`: when it was told of it; null: not yet. */
export const agentDecidesText = (told: string | null): string =>
  told === null
    ? 'Its agent decides at its next beat; you may before that'
    : `Its agent was told of it ${told} and has not decided; it is told again after a day. You may decide as well`
