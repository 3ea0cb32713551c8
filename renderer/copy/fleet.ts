import { plural } from '../../shared/words.ts'

/** What the fleet says: table, menus, bulk bar, next hour, wall. */
export const FLEET = {
  search: 'Filter threads',
  searchHelp: 'Name, folder, tag, branch, flag',
  nothing: (asked: string) => `No threads match ${asked}.`,
  clearFilters: 'Clear filters',
  views: { save: 'Save view…', title: 'Save this view', help: 'Filters, order and grouping under a name, beside the places. At most eight.', name: 'Name', full: 'Eight views are saved. Remove one first.', saved: (name: string) => `The view “${name}” is saved.`, remove: (name: string) => `Remove the view “${name}”`, removed: (name: string) => `The view “${name}” is removed.` },
  columns: { title: 'Columns', help: 'What does not fit into the window is left out.', reset: 'As usual', up: (word: string) => `Move ${word} left`, down: (word: string) => `Move ${word} right` },
  arrange: 'Arrange',
  density: { compactHint: (n: number) => `${n} threads: compact rows show more of them.`, compact: 'Use compact rows', later: 'Not now' },
  group: { fold: (word: string) => `Fold ${word}`, unfold: (word: string) => `Unfold ${word}`, beat: 'Beat group', count: (n: number) => plural(n, 'thread') },
  menu: {
    more: (name: string) => `More for ${name}`, open: 'Open', beat: 'Beat now', watch: 'Watch the running beat', chooseTier: 'Beat a tier, with a note…', pause: 'Pause', pauseHour: 'Pause for 1 hour', resume: 'Resume', acknowledge: 'Acknowledge its alerts',
    snooze: 'Snooze its alerts for 1 hour', edit: 'Edit HEARTBEAT.md', editor: (name: string) => `Open in ${name}`, terminal: (name: string) => `Open in ${name}`, files: (name: string) => `Show in ${name}`, remote: 'Open the remote page',
    noEditor: 'No editor was found', noTerminal: 'No terminal was found', pin: 'Pin', unpin: 'Unpin', tags: 'Tags…', remove: 'Remove from Threadbeat…', lastRun: 'Open its last run',
  },
  opened: (name: string, thread: string) => `${thread} opens in ${name}.`,
  pinned: (name: string, on: boolean) => (on ? `${name} is pinned: first among threads of its state.` : `${name} is not pinned any more.`),
  note: { label: 'A note for this beat', help: 'Told once, with the next beat in which an agent starts.', local: 'Local checks read no notes.', off: 'This thread takes no such notes: the source “Command line” is switched off in its settings.', text: (note: string) => `A note from the person for this beat: ${note}` },
  tags: { title: (n: number, name: string) => (n === 1 ? `Tags of ${name}` : `Tags of ${n} threads`), label: 'Tags', help: 'Single words, with spaces between them. At most eight.', add: 'Add', remove: (tag: string) => `Remove the tag ${tag}`, some: 'on some', saved: 'Tags saved.', none: 'No tags yet.' },
  bulk: {
    label: 'Chosen threads', count: (n: number) => `${plural(n, 'thread')} chosen`, beat: 'Beat', due: 'What is due', pause: 'Pause', resume: 'Resume', tag: 'Tag…', runner: 'Runner…', remove: 'Remove…', clear: 'Choose none',
    beating: (n: number) => `${plural(n, 'beat')} queued.`, paused: (n: number) => `${plural(n, 'thread')} paused. Beats you ask for still run.`, resumed: (n: number) => `${plural(n, 'thread')} back on schedule.`, refused: (n: number, why: string) => `${plural(n, 'thread')} left out: ${why}`,
    removeTitle: (n: number) => `Remove ${plural(n, 'thread')} from Threadbeat?`, removeText: 'Their schedules and histories go. The repositories stay as they are, and each HEARTBEAT.md is kept.', removeYes: (n: number) => `Remove ${plural(n, 'thread')}`, removed: (n: number) => `${plural(n, 'thread')} removed. HEARTBEAT.md is kept.`, kept: (n: number) => `${plural(n, 'thread')} back.`,
    askTitle: (n: number) => `Beat ${n} threads?`, askYes: (n: number) => `Beat ${n}`,
    starts: (n: number) => (n === 0 ? 'No agent is started: local checks work all of them.' : `At most ${plural(n, 'agent start')}; beats with nothing to look at need none.`),
    money: (usd: string) => `About ${usd} by API key, a guess from a typical start.`, plan: (n: number) => `${plural(n, 'start')} a plan pays for.`, unpriced: (n: number) => `${plural(n, 'start')} without a known price.`,
    time: (words: string, slots: number) => `About ${words} with ${plural(slots, 'heartbeat')} at a time.`,
    runnerTitle: (n: number) => `Runner of ${plural(n, 'thread')}`, runnerHelp: 'Local checks, or what another thread runs.', runnerLike: (name: string, n: number) => (n > 1 ? `as in ${name} and ${plural(n - 1, 'more')}` : `as in ${name}`), runnerYes: 'Use it', runnerSet: (n: number) => `${plural(n, 'thread')} changed.`,
  },
  nextHour: { title: 'Next 60 minutes', none: 'Nothing is due in the next 60 minutes.', summary: (beats: number, jobs: number) => [beats > 0 && plural(beats, 'beat'), jobs > 0 && plural(jobs, 'job')].filter(Boolean).join(', '), held: (n: number) => `${n} held`, quiet: 'Quiet hours', open: 'What the next 24 hours bring' },
  wall: { title: 'Wall', leave: 'Leave the wall', hint: 'Escape leaves', empty: 'No threads yet.' },
  noAgent: { title: 'No agent was found on this computer', text: (n: number) => `${plural(n, 'thread has', 'threads have')} tasks that wait for one. Local checks go on without it.`, where: (places: string) => `Looked for Claude Code, Codex and GitHub Copilot in:\n${places}`, putAway: 'Do not show this again', install: 'How to install one', choose: 'Choose an executable…' },
  offline: (since: string) => `This computer is offline since ${since}. Local checks go on; fetches and agents may fail until it is back.`,
  lastUrgent: (when: string, name: string) => `Last urgent ${when} ago (${name}).`,
  restart: { button: 'Restart scheduler', ok: 'The scheduler runs again.', still: 'It still fails. The log in the data folder says why.' },
} as const
