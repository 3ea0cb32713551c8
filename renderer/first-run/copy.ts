import { plural } from '../../shared/base/amounts.ts'

/** What the first run says. */
export const FIRST_RUN = {
  steps: {
    what: 'What a heartbeat is',
    agents: 'Who runs the checks',
    repositories: 'Your repositories',
    permissions: 'Trust',
    notices: 'Notifications',
  },
  stepOf: (n: number, all: number, name: string) => `Step ${n} of ${all}: ${name}`,
  back: 'Back',
  next: 'Next',
  skip: 'Skip this step',
  finish: 'Open Today',
  agents: {
    lead:
      'Local checks need no account: git state, conflicts, stale branches, flags (urgent lines of the ' +
      'list), and the commands you approve. An agent, a program with a model behind it, can do what ' +
      'needs judgement.',
    choose: 'Who runs the checks',
    local: 'Local checks',
    localHelp: 'Built in, no model, no cost. You can change it for each thread at any time.',
    none: 'No agent was found on this machine. That is fine: local checks work without one.',
    lookAgain: 'Look again',
    looking: 'Looking…',
    signedIn: 'Signed in',
    signedOut: 'Signed out',
    unknown: 'Sign-in not known',
    missing: 'Not found',
    signInFirst: (command: string) => `Sign in first, in a terminal: ${command}`,
    failed: (why: string) => `The agents could not be listed. ${why}`,
  },
  repositories: {
    lead:
      'Choose folders, or drop them here. Repositories are looked for in them, three levels deep; ' +
      'nothing in them is run.',
  },
  pace: {
    title: 'How often',
    chosen: (name: string, help: string) => `${name}: ${help}`,
    lead: 'How often each thread is looked at. Quick tasks run at each beat, hourly and daily ones when they are due.',
    choose: 'Pace',
    gentle: 'Gentle',
    gentleHelp: 'every 30 minutes',
    normal: 'Normal',
    normalHelp: 'every 8 minutes',
    manual: 'Manual only',
    manualHelp: 'a beat only when you ask for one',
    estimate: 'What a day costs',
    example: 'Nothing is picked yet, so this is for five repositories.',
    beats: (beats: number, threads: number) =>
      `${plural(beats, 'beat')} a day for ${plural(threads, 'repository', 'repositories')}.`,
    noBeats: 'No beat starts by itself.',
    local: 'No agent is started, and nothing is spent.',
    day: (quiet: string, busy: string, name: string) =>
      `${name}: about ${quiet} on a day without changes, at most ${busy} when something changes before every beat.`,
    dayCost: (starts: number, usd: string | null) =>
      `${plural(starts, 'agent start')}${usd === null ? '' : ` and ${usd}`}`,
    plan: 'A plan pays, so starts are what counts.',
    capped: (cap: string) => `A busy day would end early at ${cap}.`,
    caps: 'Caps that are on',
    how:
      'From how often each tier is due, whether anything changed (without, no agent is started), your ' +
      'hours and caps, with the tokens of a typical start. Real ' +
      'use is shown in Agents.',
  },
  permissions: {
    lead: 'Nothing happens in a repository before you trust it.',
    rules: [
      [
        'It looks only.',
        'Beats read, and change nothing but HEARTBEAT.md, which is kept out of git’s sight. A check of a ' +
          'remote fetches: that moves the branches git remembers of it (origin/main), and none of yours.',
      ],
      [
        'Commands ask first.',
        'A command in HEARTBEAT.md runs only after you approved exactly it, one by one.',
      ],
      [
        'Nobody is told about you.',
        'No account, no telemetry. Beats ask the remotes of your repositories for news; an agent you choose sends what it reads to its maker.',
      ],
    ],
    trust: (n: number) => `Trust and add ${plural(n, 'repository', 'repositories')}`,
    adding: 'Adding…',
    nothing: 'Nothing is picked, so there is nothing to trust yet.',
    pick: 'Pick repositories',
    added: (n: number) => `${plural(n, 'repository', 'repositories')} trusted and added.`,
    runs: (name: string) => `${name} runs the checks. This is exactly what is started:`,
    rejected: 'These could not be added:',
  },
  notices: {
    lead: 'A banner comes for what needs you, never for a quiet beat. Try it once, so that you know how it looks.',
    test: 'Test',
    send: 'Send a test',
    help: 'Shows one notification and tells whether it came through.',
    shown: 'The desktop says it was shown.',
    notShown: (why: string) => `It was not shown: ${why}`,
    noReason: 'the desktop gave no reason.',
    login: 'Start at login',
    loginHelp:
      'Starts hidden: in the tray, or minimised where there is none. Beats only run while Threadbeat does.',
    loginAsked: 'The system is asked…',
  },
  beat: {
    title: 'The first beats',
    now: 'Beat now',
    running: 'Beating…',
    waiting: 'Waits for its turn',
    never: 'Not checked yet',
    proven: (n: number, of: number, asking: number) =>
      n === of
        ? `${plural(of, 'first beat')} done, with evidence.`
        : `${plural(of, 'first beat')} ended: ${[
            n > 0 && `${n} with evidence`,
            asking > 0 && `${asking} ${asking === 1 ? 'waits' : 'wait'} for your approval`,
            n + asking < of && `${of - n - asking} without evidence`,
          ]
            .filter(Boolean)
            .join(', ')}.`,
    see: 'What was done',
    progress: (n: number, of: number) => `${n} of ${plural(of, 'first beat')} done.`,
    telling: (n: number) =>
      n === 0 ? 'All is quiet.' : `${n} ${n === 1 ? 'has' : 'have'} something to see, at the top.`,
    more: (n: number) => `Show ${n} more quiet ones`,
    bar: (name: string) => `The beat of ${name}`,
  },
} as const
