import type { VersionAuthor } from '../../shared/playbook/versions.ts'
import { plural } from '../../shared/base/amounts.ts'

/** What the editor of HEARTBEAT.md says. */
export const EDITOR = {
  saving: 'saving…',
  asSaved: 'saved',
  saved: (time: string) => `saved ${time}`,
  notSaved: (why: string) => `not saved: ${why}`,
  whyTyping: 'waits for a pause in typing',
  whyField: 'a field of the board holds more',
  whyConflict: 'both changed the same lines',
  whyGone: 'the file was deleted',
  whyNew: 'not written yet',
  readOnly: 'read-only',
  cost: (tokens: number) => `~${tokens} tokens a beat`,
  beatOn: 'a beat is using this file',
  beatOnHint: 'You can type on; what both write is merged.',
  tracked:
    'git tracks this file, so Threadbeat never writes its own ticks and times into it; they are kept ' +
    'in the app. What you type here is saved as usual.',
  notThere:
    'There is no HEARTBEAT.md yet. This template, fitted to the repository, will be written at the first beat.',
  gone: 'HEARTBEAT.md was deleted. Your text is still here.',
  binary:
    'This file is not text in UTF-8, so it is shown as it is and cannot be edited here. No byte of it is touched.',
  tooLarge: (mb: string) => `This file has ${mb} MB, too much to edit here. Open it in your own editor.`,
  openOutside: 'Open in editor',
  untrusted: 'HEARTBEAT.md is read once you trust this repository.',
  updated: (who: string, time: string) => `Updated by ${who} ${time}`,
  merged: (who: string, time: string) => `Merged with what ${who} wrote at ${time}`,
  viewDiff: 'View diff',
  undoTheirs: 'Undo their change',
  trouble: (why: string) => `${why} What you see is as it was last read.`,
  draft: (time: string) => `What you typed here (${time}) did not reach the file.`,
  bringBack: 'Bring it back',
  discard: 'Throw it away',
  draftWaits: 'Save or settle what you are typing now first; then it can be brought back.',
  cannotUndo:
    'Their change cannot be undone by itself: you have typed in the same lines. Bring an older ' +
    'version back from the history instead.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes to HEARTBEAT.md are not in the file yet.',
  leaveYes: 'Leave and lose them',
  history: 'History',
  dryRun: 'Dry run',
  seen: 'Seen',
  who: 'Who wrote this line',
  openLast: (result: string) => `${result}. Click to open the run.`,
  openRun: 'click opens it',
  working: 'Being checked now',
  lastResult: (status: string, found: string, time: string) =>
    `${status}, ${time}${found === '' ? '' : `: ${found}`}`,
  whoList: 'Who wrote it, as a list',
  preview: 'Preview',
  templates: 'Templates…',
  wayOut: 'Esc, then Tab, leaves the text',
  findHere: 'Find in this file',
  findAll: 'Find in all HEARTBEAT.md',
  noProblems: 'No problems found.',
  /** Hints are no problems: the badge of the tab does not count them either. */
  problems: (n: number, hints: number) =>
    [n > 0 && plural(n, 'problem'), hints > 0 && plural(hints, 'hint')].filter(Boolean).join(', '),
  view: { source: 'Source', both: 'Both', board: 'Board' },
  whoFailed: 'It cannot be told.',
  whoNobody: 'not in the file yet',
  notRead: 'Not read yet.',
  failed: 'HEARTBEAT.md cannot be read.',
  again: 'Try again',
  readOnlyFile: 'HEARTBEAT.md, read-only',
  more: 'More for this file',
  couldNotSave: (why: string) => `Not saved: ${why}`,
  create: 'Create now',
  aBeat: 'a beat',
  theirsTitle: 'What they changed',
  theirChange: 'Their change',
  link: (host: string) => `Open ${host}?`,
  linkText: 'This link leads out of Threadbeat:',
  linkYes: 'Open in the browser',
} as const

export const AUTHOR_WORD: Record<VersionAuthor, string> = {
  start: 'as first seen',
  you: 'you',
  run: 'a run',
  other: 'another tool',
  suggestion: 'a suggestion',
  restored: 'restored by you',
}

export const BOARD = {
  label: 'Board',
  flags: 'Urgent flags',
  raise: 'Raise a flag',
  resolve: 'Resolve',
  queue: 'Work queue',
  queueBroken: 'The Work Queue cannot be read, so nothing of it runs. Correct it in the source.',
  addWork: 'Add work',
  notes: 'Notes',
  addTask: 'Add a task',
  emptyTier: 'Nothing runs here.',
  deleted: (what: string) => `Deleted “${what}”.`,
  undo: 'Undo',
  unfinished: 'The file holds an unfinished merge. Finish it in the source; until then nothing of it runs.',
  more: (lines: number) => `+ ${plural(lines, 'line')} of details`,
  keys:
    'Alt+↑ or ↓ moves a task, Ctrl+Shift+1, 2 or 3 to another list, Ctrl+Enter ticks it, Enter edits ' +
    'it, Delete removes it.',
  moreFor: (text: string) => `More for ${text}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  moveTo: (tier: string) => `Move to ${tier}`,
  putBack: 'Put back',
  lastRun: 'Open its last run',
} as const

export const VERSIONS = {
  title: (name: string) => `History of HEARTBEAT.md in ${name}`,
  about: (limit: number) =>
    `Every text that somebody wrote; ticks and times are none. The newest ${limit} are kept in the ` +
    'app, also where git ignores the file.',
  none: 'No version yet. The first is kept when the file is read or written.',
  restore: 'Restore this version',
  restored: 'Restored, as a new version.',
  restoreHint: 'Restoring writes it as a new version; the times of today stay.',
  first: 'The oldest version that is kept.',
  wordsOf: (added: number, removed: number) => (added + removed === 0 ? '' : `+${added} −${removed}`),
  openRun: 'Open the run',
  failed: 'The history cannot be read.',
  oneFailed: 'This version cannot be read.',
  whatItChanged: 'What it changed',
  againstNow: 'Against the text of now',
  of: (time: string) => `Version of ${time}`,
} as const

export const FIND = {
  title: 'Find in all HEARTBEAT.md',
  about: 'In the files of every trusted thread. Nothing is written before you say so.',
  find: 'Find',
  with: 'Replace with',
  matchCase: 'Match case',
  looked: (hits: number, files: number, looked: number) =>
    `${plural(hits, 'place')} in ${plural(files, 'file')} of ${looked}`,
  nothing: 'Nothing was found.',
  replace: (files: number) => `Replace in ${plural(files, 'file')}`,
  done: (count: number, files: number) =>
    `Replaced ${plural(count, 'place')} in ${plural(files, 'file')}. Each file has a new version.`,
  left: (name: string, why: string) => `${name} was left as it is: ${why}.`,
  empty: 'Type what to find.',
  moreLines: (n: number) => `… and ${n} more lines`,
} as const

export const GIT = {
  title: 'HEARTBEAT.md and git',
  about: 'Where the line stands that keeps this file out of git.',
  offer:
    'A line in this repository’s local exclude file hides HEARTBEAT.md from git, for you alone. You ' +
    'may choose another way.',
  choose: 'Choose…',
  keep: 'Keep it so',
  menu: 'Keep it out of git…',
  tracked:
    'git tracks HEARTBEAT.md already, so no line can hide it. Threadbeat writes nothing of its own into it.',
  exclude: 'Local exclude file',
  excludeHelp: '.git/info/exclude: on this machine only, in nobody’s commits.',
  gitignore: '.gitignore',
  gitignoreHelp: 'For everyone who works here. It changes the file below; committing that is up to you.',
  gitignoreNo: '.gitignore cannot be changed from here: it is a link, too large, or not UTF-8 text.',
  leave: 'Leave it to git',
  leaveHelp: 'git shows the file as untracked, and you may commit it.',
  change: 'What would change in .gitignore',
  done: 'Done. git sees it so from now on.',
  still: 'The line in .gitignore stays. Threadbeat never takes one away.',
  apply: 'Apply',
  failed: 'git cannot be asked.',
  asNow: '· as it is now',
} as const

export const FLAGS = {
  title: 'Urgent flags',
  none: 'No flag stands. A line under “Urgent Flags” in HEARTBEAT.md raises one.',
  ago: (ago: string) => `raised ${ago} ago`,
  by: {
    start: 'in the file when it was first read',
    you: 'by you',
    run: 'by a run',
    other: 'by another tool or person',
    suggestion: 'by a suggestion',
    restored: 'brought back by you',
  },
  resolve: 'Resolve',
  open: 'Open HEARTBEAT.md',
  atLine: 'At its line',
  inEditor: (name: string) => `In ${name}`,
  issue: 'Turn into an issue…',
  noPage: 'This repository has no remote with a page, so there is no form to open.',
  form: (host: string) => `Open the form at ${host}?`,
  formText: 'A new issue is filled in with this flag. Nothing is sent before you do so there.',
  formYes: 'Open in the browser',
} as const

export const TEMPLATES = {
  title: 'Templates',
  about: 'By what the folder holds; nothing was run to find out.',
  adds: 'What would be added to your file. Nothing of it is changed or removed.',
  whole: 'The whole new file.',
  same: 'Your file has all of this already.',
  use: 'Add to my file',
  write: 'Use this template',
  fits: 'fits',
  failed: 'The folder cannot be looked at.',
  kinds: 'Kinds of repositories',
} as const

/** Both changed the same lines: what of it stands. */
export const CONFLICT = {
  about: (places: number) =>
    `The file changed in ${plural(places, 'place')} that you changed too. Nothing was overwritten.`,
  both: 'Both texts',
  mine: 'Your text',
  theirs: 'The file',
  theirsHead: 'Theirs: the file as it is now',
  result: 'Result of the merge',
  resultHead: 'Result, to be edited: your text with their changes where both agree',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  saveResult: 'Save result',
} as const
