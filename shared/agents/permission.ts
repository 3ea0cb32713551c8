import type { Profile, Turn } from './agent-config.ts'

/**
 * once: the next run only; always: this thread from now on; never: refused from now on without asking
 * again.
 */
export const PERMISSION_DECISIONS = ['once', 'always', 'never'] as const
export type PermissionDecision = (typeof PERMISSION_DECISIONS)[number]

/**
 * Questions to a person that wait at a time, of one thread; the oldest are asked again when they come back.
 */
export const QUESTIONS_KEPT = 50

/** Profiles in plain words, for whoever chooses one. `never` is what it cannot do. */
export const PROFILE_WORDS: Record<
  Profile | 'bypass',
  { readonly name: string; readonly may: readonly string[]; readonly never: string }
> = {
  look: {
    name: 'Look only',
    may: [
      'Read files of the repository',
      'Ask git and gh questions that change nothing',
      'Edit its own HEARTBEAT.md',
      'Use Threadbeat’s tools',
    ],
    never:
      'It cannot edit files, commit, switch branches, install or push. After each run Threadbeat ' +
      'checks that the repository is as it was.',
  },
  tidy: {
    name: 'Tidy',
    may: [
      'Everything of “Look only”',
      'Edit files inside the repository',
      'Stage and commit, and work on branches',
    ],
    never: 'It cannot push, install packages or run other programs.',
  },
  full: {
    name: 'Full',
    may: [
      'Everything of “Tidy”',
      'Run any program as you, inside and outside the repository, also with the network',
    ],
    never:
      'There is no safety net: a mistake, or a text that misleads the model, can do whatever you ' +
      'could do in a terminal.',
  },
  bypass: {
    name: 'No checks',
    may: ['Everything, with the runner’s own permission checks switched off'],
    never: 'There is no safety net at all. It ends by itself at the time shown.',
  },
}

/** The longest time for which a runner's own checks may be switched off. */
export const MAX_BYPASS_HOURS = 24
export const TURN_WORD: Record<Turn, string> = {
  quick: 'Quick beats',
  hourly: 'Hourly beats',
  daily: 'Daily beats',
  message: 'Messages',
}
