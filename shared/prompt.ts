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
