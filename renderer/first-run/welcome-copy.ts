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
  what: {
    picture: 'A thread with its strip of beats: short bars are quiet, one tall bar is something to see.',
    beat:
      'Each repository becomes a thread. Every few minutes its heartbeat works a short checklist in ' +
      'HEARTBEAT.md: quick checks each time, hourly and daily ones when they are due.',
    honest:
      'Each due time leaves a bar, also when it was missed or skipped, and a quiet bar stands for ' +
      'checks that left evidence.',
    hear: 'You hear from it only when something needs you.',
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
