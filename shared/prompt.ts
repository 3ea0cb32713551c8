import { OK_TOKEN } from './reply.ts'
import { highest, TIERS, type Tier } from './tier.ts'
import { formatLocal, type Instant } from './time.ts'

export interface PromptFacts {
  readonly threadNumber: number
  readonly threadName: string
  readonly repoPath: string
  readonly tiers: readonly Tier[]
  readonly work: readonly { readonly id: string; readonly title: string }[]
  readonly tracked: boolean
  readonly now: Instant
  readonly timeZone: string
}

/** What an agent is told about heartbeats whenever it works for a thread; the master gets its duty on top. Names no check. */
export function standingInstructions(role: 'worker' | 'master'): string {
  const lines = [
    '## Heartbeats',
    'Besides messages like this one you get a heartbeat every few minutes. Its complete playbook is HEARTBEAT.md in your working directory: what is not in the file is not checked. You own it.',
    '- Add a task when something comes back again and again, or when this repository has a habit worth watching. Remove what no longer fits, reword what is unclear, tick what you did.',
    '- Quick Tasks take less than ten seconds, Hourly Tasks a moment, Daily Tasks may be thorough. Put each where its cost belongs.',
    '- Urgent Flags are for what needs a person: blockers, broken CI, security. A line there is urgent until it is removed.',
    '- Notes carry context from one heartbeat to the next.',
    '- The Timestamps section is written for you after a good run; leave it alone.',
    '- You may edit the file at any time, also while answering a message. Lines that you do not understand stay as they are.',
  ]
  if (role === 'master') lines.push('- You are the master thread. When a pattern of one repository would help another, suggest it by a message, never by editing another thread’s file: it is advice, and the other thread may decline.')
  return lines.join('\n')
}

/** A person's message first, word for word; what an agent should know about heartbeats below it. */
export const messagePrompt = (text: string, role: 'worker' | 'master'): string => `${text}\n\n---\n${standingInstructions(role)}`

const HEADING: Record<Tier, string> = { quick: 'Quick Tasks', hourly: 'Hourly Tasks', daily: 'Daily Tasks' }

/** The heartbeat prompt: it orchestrates and names no check. What is checked stands in HEARTBEAT.md alone. */
export function heartbeatPrompt(f: PromptFacts): string {
  const tier = highest(f.tiers)
  const sections = TIERS.filter((t) => f.tiers.includes(t)).map((t) => `"${HEADING[t]}"`).join(', ')
  const lines = [
    `HEARTBEAT tier=${tier} thread=${f.threadNumber}`,
    '',
    `You are the agent of thread ${f.threadNumber}, "${f.threadName}".`,
    `It is ${formatLocal(f.now, f.timeZone)} (${f.timeZone}), ${new Date(f.now).toISOString()}.`,
    '',
    `Read HEARTBEAT.md in your working directory ${f.repoPath}. It lists everything this heartbeat checks.`,
    `The ${tier} tier is due; which tier is due has been decided for you. Work through every task under ${sections}.`,
    'Lines without a checkbox are tasks too. Look at "Urgent Flags" as well.',
  ]
  if (f.work.length > 0) {
    lines.push('', 'From the Work Queue, do these items (they are marked in-progress):', ...f.work.map((w) => `- ${w.id}: ${w.title}`))
    lines.push('Set each to [done] or [failed] in HEARTBEAT.md, with an indented note below it.')
  }
  lines.push(
    '',
    f.tracked ? 'HEARTBEAT.md is tracked by git: leave it as it is.' : 'While you work, keep the list useful:',
    ...(f.tracked
      ? []
      : [
          '- tick what you verified or did; remove what no longer fits; reword what is unclear',
          '- add what should be checked again and again, in the tier that fits its cost: quick under ten seconds, hourly moderate, daily thorough',
          '- raise an Urgent Flag for what needs a person; keep context for later heartbeats under Notes',
          '- leave the Timestamps alone: they are written for you after a good run',
        ]),
    '',
    `If nothing needs a person's attention, reply with exactly ${OK_TOKEN} and nothing else.`,
    `Otherwise reply with what needs attention, short and plain, without ${OK_TOKEN}. Do not describe how you worked.`,
  )
  return lines.join('\n')
}
