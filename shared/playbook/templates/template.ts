import { oneLine } from '../../base/one-line.ts'
import { SECTION_HEADING } from '../sections.ts'

/** What the template needs to know of a repository to name only what exists there. */
export interface RepoTraits {
  readonly defaultBranch: string | null // null: no commit yet, or not to be found
  readonly remote: string | null // null: none
  readonly hasGh: boolean // gh is installed and the remote is one it knows
  readonly threadName: string
  readonly masterNumber: number | null // null: no master, or this thread is the master: no summary to send
  readonly bare: boolean // no working tree
  readonly isMaster?: boolean // absent: it is not
}

/** What the master does besides, each day; what they need of the other threads stands in its prompt. */
export const MASTER_TASKS: readonly string[] = [
  'Cross-pollinate: suggest to the other threads what proved useful elsewhere and their own lists lack',
  'Find threads that sent no daily report; their heartbeat may be broken',
]

/** The first text of a thread's HEARTBEAT.md. Every line of it is the thread's to change. */
export function seedText(traits: RepoTraits): string {
  return (
    [
      `# Heartbeat: ${oneLine(traits.threadName)}`, // a line break in it must not begin a heading
      section(SECTION_HEADING.timestamps, [
        '- Last quick: (never)',
        '- Last hourly: (never)',
        '- Last daily: (never)',
      ]),
      section(SECTION_HEADING.flags, ['(none)']),
      section(SECTION_HEADING.quick, boxes(quickTasks(traits))),
      section(SECTION_HEADING.hourly, boxes(hourlyTasks(traits))),
      section(SECTION_HEADING.daily, boxes(dailyTasks(traits))),
      section(SECTION_HEADING.notes, ['(context for later heartbeats)']),
    ].join('\n\n') + '\n'
  )
}

const quickTasks = (t: RepoTraits): string[] => [
  ...(t.bare ? [] : ['Run `git status`; report uncommitted or untracked files']),
  'Check Urgent Flags above; report if anything is flagged',
]

const hourlyTasks = (t: RepoTraits): string[] => [
  ...(t.remote === null ? [] : [`Run \`git fetch ${t.remote}\`; look for upstream changes`]),
  // A bare clone has no remote-tracking branches to compare with and no tree to merge into.
  ...(t.remote === null || t.defaultBranch === null || t.bare
    ? []
    : [`Run \`git log HEAD..${t.remote}/${t.defaultBranch} --oneline\`; report new commits`]),
  ...(t.hasGh ? ['Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests'] : []),
  ...(t.defaultBranch === null || t.bare ? [] : [`Check for merge conflicts with \`${t.defaultBranch}\``]),
]

const dailyTasks = (t: RepoTraits): string[] => [
  'Summarise the day’s commits: `git log --since="24 hours ago" --oneline`',
  ...(t.hasGh
    ? ['Check PR status (open, draft, review requested)', 'Run `gh issue list`; look for new or ageing items']
    : []),
  'Flag branches without commits for more than 7 days',
  ...(t.masterNumber === null
    ? []
    : [`Send the daily summary to the master thread (threadId ${t.masterNumber}) through \`send_message\``]),
  ...(t.isMaster === true ? MASTER_TASKS : []),
  'Review all tier lists: prune what no longer fits, evolve the rest',
]

const boxes = (tasks: readonly string[]): string[] => tasks.map((task) => `- [ ] ${task}`)
const section = (heading: string, body: readonly string[]): string => `## ${heading}\n\n${body.join('\n')}`
