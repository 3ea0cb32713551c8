import { plural } from '../../shared/base/amounts.ts'

export const POLLINATION_COPY = {
  title: 'Suggestions',
  sub: 'Checks that lists of your repositories have and others lack, though they have a script for them.',
  reading: 'Comparing your repositories…',
  failed: 'The repositories could not be compared',
  again: 'Compare again',
  lines: 'For their lists',
  nothing: (compared: number) =>
    compared < 2 ? 'Nothing to compare yet' : 'No list lacks what others like it have',
  nothingText: (compared: number) =>
    compared < 2
      ? `${plural(compared, 'thread')} could be read. It takes two.`
      : `${plural(compared, 'thread')} were compared.`,
  line: (thread: string) => `Line for ${thread}`,
  tier: (thread: string) => `Tier for ${thread}`,
  tiers: { quick: 'Quick Tasks', hourly: 'Hourly Tasks', daily: 'Daily Tasks' },
  accept: 'Accept',
  acceptFor: (text: string, thread: string) => `Accept ${text} for ${thread}`,
  decline: 'Decline…',
  declineFor: (text: string, thread: string) => `Decline ${text} for ${thread}…`,
  accepted: (thread: string) =>
    `Written into the list of ${thread}. Its command runs once you approve it there.`,
  declineTitle: (thread: string) => `Decline it for ${thread}?`,
  declineText: (text: string) => `${text} is not suggested there again for 30 days.`,
  reason: 'Reason (for your own record)',
  declineYes: 'Decline',
  declined: 'It is not suggested there again for 30 days.',
  ideas: 'Worth a thought',
  ideasText: 'What these repositories have nothing to run for yet.',
  example: 'for example',
  decided: 'Decided',
  states: { accepted: 'accepted', adapted: 'accepted, changed', declined: 'declined' },
  unread: (names: string) => `Not compared: ${names}`,
} as const
