/** What is asked and said of jobs. */
export const JOB_ACTIONS = {
  runNow: 'Run now',
  told: (thread: string) => `${thread} is told now.`,
  queued: (name: string) => `${name} is queued.`,
  paused: (name: string) => `${name} is paused until you resume it.`,
  resumed: (name: string) => `${name} is back on schedule.`,
  remove: (name: string) => `Remove ${name}?`,
  removeYes: 'Remove job',
  removeText: (thread: string) =>
    `It does not fire any more, and the list of its runs goes with it. What it ran for ${thread} stays in the history.`,
  removed: (name: string) => `${name} is removed.`,
} as const
