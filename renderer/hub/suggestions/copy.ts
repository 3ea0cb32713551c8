/** What is said of suggestions of other machines. */
export const OTHER_SUGGESTIONS = {
  title: 'Suggestions',
  text: 'What is open at other machines, as they told last. What you decide is done there.',
  list: (machine: string): string => `Suggestions of ${machine}`,
  none: 'No other machine has an open suggestion.',
  noneOf: (machine: string): string => `${machine} has no open suggestion.`,
  offered: 'A machine offered it, so it is accepted there alone.',
  accept: 'Accept',
  acceptFor: (text: string, thread: string, machine: string): string =>
    `Accept ${text} for ${thread} on ${machine}`,
  decline: 'Decline',
  declineTitle: (text: string, thread: string, machine: string): string =>
    `${text}: not for ${thread} on ${machine}?`,
  declineFor: (text: string, thread: string, machine: string): string =>
    `Decline ${text} for ${thread} on ${machine}`,
} as const
