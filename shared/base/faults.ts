/** What can go wrong at a port. Every code has its words in FAULT_WORDS: what happened, what to do. */
export const FAULT_CODES = [
  'agent.not_found',
  'agent.spawn_failed',
  'agent.exit_nonzero',
  'agent.timed_out',
  'agent.output_overflow',
  'agent.bad_output',
  'agent.limit_reached',
  'agent.needs_login',
  'agent.key_refused',
  'agent.overloaded',
  'agent.needs_permission',
  'agent.model_unavailable',
  'agent.no_session',
  'agent.runaway',
  'agent.over_budget',
  'agent.tools_failed',
  'task.failed',
  'repo.missing',
  'repo.not_git',
  'repo.unreadable',
  'repo.no_answer',
  'repo.slow',
  'git.failed',
  'git.timed_out',
  'file.missing',
  'file.unreadable',
  'file.too_large',
  'file.write_failed',
  'file.conflict',
  'store.busy',
  'store.corrupt',
  'store.disk_full',
  'notify.unavailable',
  'notify.denied',
  'webhook.unreachable',
  'webhook.refused',
  'hub.unreachable',
  'hub.refused',
  'hub.copy',
  'hub.newer',
  'hub.unfit',
  'run.overdue',
  'engine.lost',
  'bug',
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

export interface Fault {
  readonly code: FaultCode
  readonly message: string // names the thing, the bound and the bad value
}

export const fault = (code: FaultCode, message: string): Fault => ({ code, message })

/** Words for people, one entry per code. `repair` is what the person can do. */
export const FAULT_WORDS: Record<FaultCode, { readonly title: string; readonly repair: string }> = {
  'agent.not_found': {
    title: 'The runner was not found',
    repair: 'Check the command in the thread’s settings.',
  },
  'agent.spawn_failed': {
    title: 'The runner could not be started',
    repair: 'Check the command and its permissions.',
  },
  'agent.exit_nonzero': { title: 'The runner failed', repair: 'Open the run and read its output.' },
  'agent.timed_out': {
    title: 'The run took too long',
    repair: 'Give it longer, or move slow tasks to a higher tier.',
  },
  'agent.output_overflow': { title: 'The runner printed too much', repair: 'Make the command quieter.' },
  'agent.bad_output': {
    title: 'The runner’s answer could not be read',
    repair: 'Open the run and read its output.',
  },
  'agent.limit_reached': {
    title: 'The usage limit is reached',
    repair: 'Wait for the reset, or choose another runner.',
  },
  'agent.needs_login': {
    title: 'The runner is signed out',
    repair: 'Sign in with the runner’s own command.',
  },
  'agent.key_refused': {
    title: 'The server refused the key',
    repair: 'Set OPENAI_API_KEY in the thread’s runner settings.',
  },
  'agent.overloaded': {
    title: 'The model’s server is overloaded or down',
    repair: 'Wait some minutes; it is tried again by itself.',
  },
  'agent.needs_permission': { title: 'The runner needs a permission', repair: 'Open the run and decide.' },
  'agent.model_unavailable': {
    title: 'The model is not available',
    repair: 'Choose another model in the thread’s settings.',
  },
  'agent.no_session': { title: 'The session is gone', repair: 'Send a message to begin a new one.' },
  'agent.runaway': {
    title: 'The agent went round in circles',
    repair: 'Open the run and read its last calls.',
  },
  'agent.over_budget': {
    title: 'The run used up its budget',
    repair: 'Raise the limit, or choose a smaller model.',
  },
  'agent.tools_failed': {
    title: 'The agent could not reach Threadbeat’s tools',
    repair: 'Beat the thread again; the log says why.',
  },
  'task.failed': { title: 'A check could not be carried out', repair: 'Open the run and read what it says.' },
  'repo.missing': {
    title: 'The folder is missing',
    repair: 'Put it back, locate it again, or remove the thread.',
  },
  'repo.not_git': {
    title: 'The folder is not a git repository',
    repair: 'Locate the repository again, or remove the thread.',
  },
  'repo.unreadable': { title: 'The repository cannot be read', repair: 'Check the folder’s permissions.' },
  'repo.no_answer': {
    title: 'The folder’s disk does not answer',
    repair: 'Check the disk or the network mount; the thread goes on by itself once it answers.',
  },
  'repo.slow': {
    title: 'The repository takes too long to be looked at',
    repair:
      'See what keeps the machine or that folder busy; the thread goes on by itself once what was begun there is over.',
  },
  'git.failed': { title: 'Git reported an error', repair: 'Run the same command in a terminal to see why.' },
  'git.timed_out': { title: 'git did not answer in time', repair: 'Check the network or the remote.' },
  'file.missing': { title: 'HEARTBEAT.md is missing', repair: 'Beat the thread to create it again.' },
  'file.unreadable': { title: 'HEARTBEAT.md cannot be read', repair: 'Check the file’s permissions.' },
  'file.too_large': {
    title: 'HEARTBEAT.md is too large',
    repair: 'Shorten it; 500 kB and 5,000 lines are the limits.',
  },
  'file.write_failed': {
    title: 'HEARTBEAT.md could not be written',
    repair: 'Check free space and permissions; the old file is untouched.',
  },
  'file.conflict': {
    title: 'HEARTBEAT.md keeps changing',
    repair: 'Nothing was overwritten; try again when the other writer is done.',
  },
  'store.busy': { title: 'The history is locked', repair: 'Close the other program that uses it.' },
  'store.corrupt': { title: 'The history is damaged', repair: 'A backup can be restored; see the README.' },
  'store.disk_full': { title: 'The disk is full', repair: 'Free some space; beats resume by themselves.' },
  'notify.unavailable': {
    title: 'Notifications cannot be shown',
    repair: 'Alerts stand in the window’s inbox.',
  },
  'notify.denied': { title: 'Notifications are switched off', repair: 'Allow them in the system settings.' },
  'webhook.unreachable': {
    title: 'The webhook cannot be reached',
    repair: 'Check the address, the port and the network.',
  },
  'webhook.refused': {
    title: 'The webhook was refused',
    repair: 'Check the address and the token of the target.',
  },
  'hub.unreachable': {
    title: 'The hub does not answer',
    repair: 'Everything here goes on without it; it is tried again by itself.',
  },
  'hub.refused': {
    title: 'The hub refused this machine',
    repair: 'Join it again with a new code.',
  },
  'hub.copy': {
    title: 'Another machine is connected as this one',
    repair: 'One of the two is a copy: let it join as a machine of its own.',
  },
  'hub.newer': {
    title: 'The hub was made by a newer Threadbeat',
    repair: 'Update Threadbeat on this machine.',
  },
  'hub.unfit': {
    title: 'The hub cannot be used as it is',
    repair: 'What is missing stands beside it.',
  },
  'run.overdue': {
    title: 'The run did not end by itself',
    repair: 'See whether the folder’s disk, or a network that it needs, answers.',
  },
  'engine.lost': { title: 'The app ended during the run', repair: 'A beat is queued again by itself, once.' },
  bug: { title: 'Something in Threadbeat broke', repair: 'Please report it with the log.' },
}

/** The words of a system or a program may end as a sentence or not. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** What happened, in one sentence for a person. */
export const faultSentence = ({ code, message }: Fault): string =>
  message.startsWith(FAULT_WORDS[code].title) ? message : `${FAULT_WORDS[code].title}: ${message}`

/** The title and the rest of what `faultSentence` made. */
export function faultParts(sentence: string): { readonly title: string; readonly detail: string } {
  const at = sentence.indexOf(': ')
  return at === -1
    ? { title: sentence, detail: '' }
    : { title: sentence.slice(0, at), detail: sentence.slice(at + 2) }
}

/** The disk did not take what was to be kept: nothing of it was written. The message names what it said. */
export class WriteRefused extends Error {
  constructor(cause: Error) {
    super(`Nothing was saved: ${cause.message}`, { cause })
  }
}

/** What is kept can no longer be read: the file holds what SQLite has not written. */
export class HistoryDamaged extends Error {
  constructor(cause: Error) {
    super(`The history is damaged: ${cause.message}. Quit and start again; nothing is kept until then`, {
      cause,
    })
  }
}
