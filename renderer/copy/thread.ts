import { plural } from '../../shared/words.ts'

/** What the page of one thread says, and the page of one run. */
export const THREAD = {
  open: { label: 'Open in…', editor: 'Editor', terminal: 'Terminal' },
  quietFor: (words: string) => `Quiet for ${words}`,
  tier: { average: 'Average', noAverage: 'none yet', of: (n: number) => `over ${plural(n, 'beat')} of the last 30 days` },
  flags: { none: 'No flag stands. A line under “Urgent Flags” in HEARTBEAT.md raises one.', raised: (ago: string) => `raised ${ago} ago`, byBeat: 'by a beat', open: 'Open HEARTBEAT.md' },
  missing: { text: 'Beats wait until the folder is back. Nothing is made in its place.', locate: 'Locate…', pause: 'Pause', remove: 'Remove…' },
  pause: {
    withReason: 'With a reason…', title: (name: string) => `Pause ${name}`, help: 'Schedules, git hooks and wakes rest. Beats you ask for still run.', reason: 'Reason', reasonHint: 'frozen until the release', until: 'Until', untilHelp: 'Empty: until you resume.', past: 'That is over already. Choose a later time.', yes: 'Pause',
  },
  danger: {
    title: 'Danger zone',
    clear: { label: 'Clear history', help: 'Ended runs, due times and settled alerts go. Settings, open alerts, money spent and HEARTBEAT.md stay.', button: 'Clear…', ask: (name: string) => `Clear the history of ${name}?`, text: 'This cannot be taken back. What runs or waits now is not touched.', yes: 'Clear history', done: (n: number) => `${plural(n, 'run')} cleared.` },
    file: { label: 'Delete HEARTBEAT.md', help: 'The file goes from the repository. The next beat would write a fresh one: pause or remove the thread first if none is wanted.', button: 'Delete…', title: 'Delete HEARTBEAT.md?', text: (path: string) => `It is deleted from ${path}. Only versions that Threadbeat kept, or git, bring it back.`, type: 'Type HEARTBEAT.md to confirm', yes: 'Delete the file', done: 'HEARTBEAT.md is deleted.' },
    remove: { label: 'Remove from Threadbeat', help: 'The schedule and the history go. The repository stays as it is, and HEARTBEAT.md is kept. Ten seconds to take it back.', button: 'Remove…' },
  },
  copy: {
    label: 'Copy settings to…', button: 'Choose threads…', help: 'Schedule, runner, session, sources and what is shown, to other threads. Trust, approvals and permissions stay their own.', title: (name: string) => `Copy the settings of ${name}`, none: 'There is no other thread.', same: 'the same already',
    what: 'What is copied', to: 'To', runner: 'Runner (what is executed)', schedule: 'Schedule', session: 'Session and change gate', sources: 'Event sources', shown: 'What is shown', yes: (n: number) => (n === 0 ? 'Copy' : `Copy to ${plural(n, 'thread')}`), done: (n: number) => `Settings copied to ${plural(n, 'thread')}.`, overruled: 'set by HEARTBEAT.json there; stays',
  },
} as const

export const RUN = {
  copyLink: 'Copy link', linkCopied: 'The link is copied.', timeline: { due: 'due', queued: 'queued', started: 'started', ended: 'ended', running: 'running' },
  changed: { title: 'What changed in HEARTBEAT.md', nothing: 'Nothing but times and ticks.', added: (n: number) => `+${n}`, removed: (n: number) => `−${n}` },
  log: { search: 'Search the output', count: (n: number, at: number) => (n === 0 ? 'not found' : `${at} of ${n}`), previous: 'Previous match', next: 'Next match', wrap: 'Wrap lines', download: 'Save as a file', lines: (n: number) => plural(n, 'line') },
} as const
