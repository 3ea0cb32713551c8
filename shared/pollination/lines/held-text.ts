/** Why fewer are shown than there are. */
export const heldText = (held: number): string =>
  `${held} more ${held === 1 ? 'waits' : 'wait'}: at most three are open for a thread, and ten are new in a day.`
