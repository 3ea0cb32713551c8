/** What the page of pollination says. */
export const POLLINATION_COPY = {
  title: 'Pollination',
  sub: 'What helped one repository, offered to the others.',
  empty: 'Nothing to pass on yet.',
  what:
    'Pollination comes with a master thread, which this version does not have yet. Until then nothing ' +
    'is read, compared or sent between your repositories.',
  stepsTitle: 'What it will do',
  steps: [
    [
      'Notice what helps',
      'When a task catches something in one repository, the master thread notices it at its daily beat.',
    ],
    [
      'Offer it as advice',
      'Threads it may fit get it as a suggestion with its origin. You accept or decline; nothing ' +
        'changes a HEARTBEAT.md by itself.',
    ],
    [
      'Keep the receipt',
      'Every suggestion stays on record: where it came from, who took it, and whether it helped.',
    ],
  ],
  meanwhile: 'Until then, a good task can be copied by hand:',
  threads: 'Open Threads',
} as const
