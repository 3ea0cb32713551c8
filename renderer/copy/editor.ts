import type { VersionAuthor } from '../../shared/heartbeat-versions.ts'
import { plural } from '../../shared/words.ts'

/** What the editor of HEARTBEAT.md says. */
export const EDITOR = {
  saving: 'saving…',
  saved: (time: string) => `saved ${time}`,
  notSaved: (why: string) => `not saved: ${why}`,
  whyTyping: 'waits for a pause in typing',
  whyConflict: 'both changed the same lines',
  whyGone: 'the file was deleted outside',
  whyNew: 'not written yet',
  readOnly: 'read-only',
  cost: (tokens: number) => `~${tokens} tokens a beat`,
  beatOn: 'A beat is using this file. You can type on; both are merged.',
  tracked: 'git tracks this file, so Threadbeat never writes its own ticks and times into it; they are kept in the app. What you type here is saved as usual.',
  notThere: 'There is no HEARTBEAT.md yet. This template, fitted to the repository, will be written at the first beat.',
  gone: 'HEARTBEAT.md was deleted outside of Threadbeat. Your text is still here.',
  binary: 'This file is not text in UTF-8, so it is shown as it is and cannot be edited here. No byte of it is touched.',
  tooLarge: (mb: string) => `This file has ${mb} MB, too much to edit here. Open it in your own editor.`,
  openOutside: 'Open in editor',
  untrusted: 'HEARTBEAT.md is read once you trust this repository.',
  updated: (who: string, time: string) => `Updated by ${who} ${time}`,
  merged: (who: string, time: string) => `Merged with what ${who} wrote at ${time}`,
  viewDiff: 'View diff',
  undoTheirs: 'Undo their change',
  cannotUndo: 'Their change cannot be undone by itself: you have typed in the same lines. Bring an older version back from the history instead.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes to HEARTBEAT.md are not in the file yet.',
  leaveYes: 'Leave and lose them',
  history: 'History',
  dryRun: 'Dry run',
  who: 'Who wrote this line',
  whoList: 'Who wrote it, as a list',
  preview: 'Preview',
  templates: 'Templates…',
  findHere: 'Find in this file',
  findAll: 'Find in all HEARTBEAT.md',
  noProblems: 'No problems found.',
  view: { source: 'Source', both: 'Both', board: 'Board' },
} as const

export const AUTHOR_WORD: Record<VersionAuthor, string> = { start: 'as first seen', you: 'you', run: 'an agent run', other: 'another tool', suggestion: 'a suggestion', restored: 'restored by you' }

export const BOARD = {
  label: 'Board',
  flags: 'Urgent flags',
  noFlags: 'No flag stands.',
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
  keys: 'Alt+↑ or ↓ moves a task, Ctrl+Shift+1, 2 or 3 to another list, Ctrl+Enter ticks it, Enter edits it, Delete removes it.',
} as const

export const VERSIONS = {
  title: (name: string) => `History of HEARTBEAT.md in ${name}`,
  about: (limit: number) => `Every text that somebody wrote; ticks and times are none. The newest ${limit} are kept in the app, also where git ignores the file.`,
  none: 'No version yet. The first is kept when the file is read or written.',
  restore: 'Restore this version',
  restored: 'Restored, as a new version.',
  restoreHint: 'Restoring writes it as a new version; the times of today stay.',
  first: 'The oldest version that is kept.',
  wordsOf: (added: number, removed: number) => (added + removed === 0 ? '' : `+${added} −${removed}`),
} as const

export const FIND = {
  title: 'Find in all HEARTBEAT.md',
  about: 'In the files of every trusted thread. Nothing is written before you say so.',
  find: 'Find',
  with: 'Replace with',
  matchCase: 'Match case',
  looked: (hits: number, files: number, looked: number) => `${plural(hits, 'place')} in ${plural(files, 'file')} of ${looked}`,
  nothing: 'Nothing was found.',
  replace: (files: number) => `Replace in ${plural(files, 'file')}`,
  done: (count: number, files: number) => `Replaced ${plural(count, 'place')} in ${plural(files, 'file')}. Each file has a new version.`,
  left: (name: string, why: string) => `${name} was left as it is: ${why}.`,
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
} as const
