import { plural } from '../../shared/base/amounts.ts'

/** What Today says: its head, what needs you, what was not checked, the day in numbers. */
export const TODAY = {
  head: {
    paused: 'schedule paused',
    next: (when: string) => `next beat ${when}`,
    agents: (n: number, all: number) =>
      n === 0 ? 'no agent started today' : `${n} of ${plural(all, 'beat')} today started an agent`,
    beatDue: 'Beat everything due',
  },
  away: {
    line: (since: string, { beats, missed, news }: { beats: number; missed: number; news: number }) =>
      `while you were away, since ${since}: ` +
      [plural(beats, 'beat'), missed > 0 && `${missed} missed`, news > 0 && plural(news, 'new alert')]
        .filter(Boolean)
        .join(', '),
    over: (n: number) => `${plural(n, 'alert')} over`,
    title: 'Over by now',
    stood: (length: string, until: string) => `for ${length}, until ${until}`,
    inbox: 'All that are over, in the inbox',
  },
  nothingYet: (first: string | null) =>
    `Nothing has run yet. ${first === null ? 'No beat is scheduled.' : `The first beat starts ${first}.`}`,
  beatAll: 'Beat all now',
  needs: {
    title: 'Needs you',
    acknowledgeAll: (n: number) => `Acknowledge all ${n}`,
    showAll: (n: number) => `Show all ${n}`,
    seen: (n: number) => `seen ${n}×`,
    more: (n: number) => `and ${plural(n, 'more alert')}`,
    openRun: 'Open run',
    beatAgain: 'Beat again',
    watch: 'Watch the beat',
    acknowledgeOf: (name: string) => `Acknowledge ${name}`,
    beatAgainOf: (name: string) => `Beat ${name} again`,
    watchOf: (name: string) => `Watch the beat of ${name}`,
    trust: {
      chip: 'Not trusted',
      title: 'Nothing of it is checked until you trust it',
      detail: (because: string) =>
        `${because} Trusting lets Threadbeat read it and run its own look-only git checks.`,
    },
    permit: {
      chip: 'Needs permission',
      title: (runner: string, n: number) => `${runner} was refused ${plural(n, 'call')} and asks`,
      detail: 'Nothing of it was run. Each can be allowed once, for this thread, or never.',
    },
    approve: {
      chip: 'Needs permission',
      title: (n: number) => `${plural(n, 'command waits', 'commands wait')} for your approval`,
      detail: 'Found in HEARTBEAT.md. It does not run until you approve it.',
    },
    broken: (times: number) => (times > 1 ? `Broken ${times}×` : 'Broken'),
    pausedByFailures: 'The thread is paused until you resume it.',
  },
  notChecked: {
    title: 'Not checked',
    and: 'and',
    more: (n: number) => `${n} more`,
    late: 'Not checked on time',
    budget: 'Agent stopped by the budget',
    never: 'Never checked yet',
    unsettled: 'To be confirmed by the next beat',
    quietHours: 'Quiet hours',
    paused: (reason: string, until: string | null) =>
      `(${reason}${until === null ? '' : `, until ${until}`})`,
    snoozed: (tiers: readonly (readonly [tier: string, until: string])[]) =>
      `(${tiers.map(([tier, until]) => `${tier} until ${until}`).join(', ')})`,
    unseen: '(its newest due time passed unseen)',
    lateBy: (length: string, why: string | null) =>
      why === null ? `${length} late` : `${length} late (${why})`,
    next: 'starts next',
  },
  spent: {
    open: 'Open Agents',
    used: 'Used of today’s budget',
    of: (limit: string | null) => (limit === null ? 'today' : `of ${limit} today`),
    starts: (n: number) => `${n} starts`,
    byPlan: (usd: string) => `${usd} covered by the plan (API-equivalent estimate)`,
    /** `cap`: what is meant, where it is not shown beside it. */
    usedUp: (cap: string | null) =>
      cap === null ? 'used up' : `${cap.slice(0, 1).toUpperCase()}${cap.slice(1)} is used up`,
    near: (percent: number, cap: string | null) =>
      cap === null ? `${percent} % used` : `${percent} % of ${cap} is used`,
    tomorrow: (starts: number, usd: string | null) =>
      `Tomorrow at this pace: about ${plural(starts, 'start')}${usd === null ? '' : `, ${usd}`}`,
  },
  /** Each stands behind its number. */
  numbers: {
    beats: (n: number) => `${n === 1 ? 'beat' : 'beats'} today`,
    starts: (n: number) => (n === 1 ? 'agent start' : 'agent starts'),
    saved: 'saved, nothing needed an agent',
    missed: 'missed',
  },
  calm: {
    name: 'All threads, the last 24 hours',
    text: 'The last 24 hours of every thread.',
    none: 'no beat',
    worst: (outcome: string) => `worst: ${outcome}`,
  },
  nextHour: {
    title: 'Next 60 minutes',
    none: 'Nothing is due in the next 60 minutes.',
    summary: (beats: number, jobs: number) =>
      [beats > 0 && plural(beats, 'beat'), jobs > 0 && plural(jobs, 'job')].filter(Boolean).join(', '),
    held: (n: number) => `${n} of them held`,
    quiet: 'Quiet hours',
    open: 'Next 24 hours',
    entry: (name: string, kind: string, held: string | null) =>
      `${name} ${kind.toLowerCase()}${held === null ? '' : ` (held: ${held})`}`,
    tick: (minute: number, named: readonly string[], more: number) =>
      `in ${minute === 0 ? 'under 1 min' : `${minute} min`}: ${[...named, ...(more > 0 ? [named.length === 0 ? `${more} due` : `and ${more} more`] : [])].join(', ')}`,
  },
  noAgent: {
    title: 'No agent was found on this computer',
    text: (n: number) =>
      `${plural(n, 'thread has', 'threads have')} tasks that wait for one. Local checks go on without it.`,
    where: (places: string) => `Looked for Claude Code, Codex and GitHub Copilot in:\n${places}`,
    putAway: 'Do not show this again',
    choose: 'Install or choose one…',
  },
  offline: (since: string) =>
    `This computer is offline since ${since}. Local checks go on; fetches and agents may fail until it is back.`,
  lastUrgent: (when: string, name: string) => `Last urgent ${when} ago (${name}).`,
} as const
