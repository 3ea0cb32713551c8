/** What an empty profile shows, and the first step of the first run. */
export const WELCOME = {
  title: 'Add a repository and Threadbeat checks its pulse.',
  add: 'Add repositories…',
  scan: 'Scan a folder…',
  tiers: 'quick · hourly · daily',
  older: 'older beats',
  tall: 'one tall bar: something to see',
  begin: 'Begin',
  leave: 'Skip all',
  instead: 'Or without the tour',
  what: {
    picture: 'A thread with its strip of beats: short bars are quiet, one tall bar is something to see.',
    words: [
      ['Thread', 'A repository that is looked after. It keeps a strip of what came of each look.'],
      ['Heartbeat', 'One such look, or beat, every few minutes. It works a checklist and leaves a bar.'],
      [
        'HEARTBEAT.md',
        'The checklist, a file in the repository, in three tiers: quick at each beat, hourly and daily.',
      ],
    ],
    honest:
      'A due time that was missed or skipped leaves its bar too, and a quiet bar stands for checks that ' +
      'left evidence. You hear from it only when something needs you.',
  },
} as const

export const DEMO = {
  open: 'Try the demo fleet',
  opening: 'Opening…',
  opened: 'The demo opens in a window of its own. Your own data is not touched.',
  mark:
    'This is a demo: small pretend repositories in a temporary folder. Nothing of yours is touched, ' +
    'and no agent is started.',
  remove: 'Remove the demo',
} as const
