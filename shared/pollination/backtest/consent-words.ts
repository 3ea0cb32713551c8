import { TRIED_AT_MOST, type Protection } from './tried.ts'

/** What a person agrees to who lets suggestions be tried in a repository. */
export const CONSENT_WORDS =
  'A suggested command that you approved in another repository is run in throw-away copies of this one: at its newest ' +
  `commit and at up to ${TRIED_AT_MOST - 1} before it. What runs is the script that each commit has, although nobody ` +
  'approved it here.'

/** How it is done on this machine. */
export const PROTECTION_WORDS: Readonly<Record<Protection, string>> = {
  closed:
    'It has no network, reads your files but nothing of this app, reaches no program of yours that waits at a socket when ' +
    'it starts, and can write nothing but its copy.',
  open: 'This system has no way to close it off from everything else, so nothing is tried here.',
}
