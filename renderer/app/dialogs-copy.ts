import { plural } from '../../shared/base/amounts.ts'

/** What the dialogs say that open from every page. */
export const DIALOGS = {
  shortcuts: {
    title: 'Keyboard',
    change: 'Change keys',
    none: 'no key',
    off: 'Single-key shortcuts are off. They can be switched on in Settings.',
    lists: 'Single-key shortcuts work only while a list has the focus, as chosen in Settings.',
  },
  /** The dialog that takes folders in. */
  add: {
    title: 'Add repositories',
    help: 'Choose folders. Repositories are looked for in them, three levels deep; nothing in them is run.',
    chosen: (n: number) => `${n} chosen`,
    yes: (n: number) => (n === 0 ? 'Add ' : `Add ${plural(n, 'repository', 'repositories')}`),
    trust: 'Trust these repositories',
    trustHelp:
      'Threadbeat may read them and run its own look-only git checks. Commands in HEARTBEAT.md still ' +
      'need your approval one by one. Without trust, nothing of them is read or run.',
    done: (n: number, trusted: boolean) =>
      `${plural(n, 'thread')} added.${trusted ? ' First beats come with the schedule.' : ''}`,
  },
  /** What a threadbeat:// link asks before anything happens. */
  link: {
    unread: 'Threadbeat does not understand it.',
    noThread: (thread: string | number) => `There is no thread ${thread} here.`,
    nowhere: 'This link leads nowhere',
    about: 'A link asks for this. Nothing has happened yet.',
    beat: {
      title: (name: string) => `Beat ${name}?`,
      yes: 'Beat now',
      text: (tier: string | null, thread: number, runner: string) =>
        `${tasksOf(tier)} is queued for thread ${thread}, with the runner ${runner}, as if you had asked for it here.`,
      untrusted:
        'This repository is not trusted: nothing of it is read or run, and this link cannot change that.',
      running: 'A beat of it runs already; you are taken to that one.',
    },
    add: {
      title: 'Add this repository?',
      yes: 'Add without trust',
      text: 'The folder becomes a thread, if it is a git repository:',
      failed: 'It was not added.',
      untrusted: 'It is not trusted by this: nothing of it is read or run until you trust it on its page.',
      known: (thread: number) => `It is thread ${thread} already.`,
    },
  },
} as const

function tasksOf(tier: string | null): string {
  if (tier === null) return 'One beat with the tasks that are due'
  return tier === 'quick'
    ? 'One beat with the quick tasks'
    : `One beat with the ${tier} tasks and those below them`
}
