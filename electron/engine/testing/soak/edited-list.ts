import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A HEARTBEAT.md as somebody edits it from outside. */
export interface EditedList {
  readonly flags: readonly string[]
  /** How the heading of the flags is spelt. */
  readonly flagsHeading: string
  readonly quick: readonly string[]
  /** A section that the app does not know, with checks in it. */
  readonly hasStrangeChecks: boolean
  readonly work: readonly string[]
  readonly hasOpenFence: boolean
  readonly eol: '\n' | '\r\n'
}

export const FIRST_LIST: EditedList = {
  flags: [],
  flagsHeading: 'Urgent Flags',
  quick: ['- [ ] Run `git status`'],
  hasStrangeChecks: false,
  work: [],
  hasOpenFence: false,
  eol: '\n',
}

/** A command that the repositories hold and nobody has approved. */
export const UNAPPROVED = './check.sh'

export function textOf(list: EditedList): string {
  const sections = [
    `# HEARTBEAT.md\n\n## Timestamps\n- Last quick: (never)\n- Last hourly: (never)\n- Last daily: (never)`,
    [`## ${list.flagsHeading}`, ...(list.flags.length === 0 ? ['(none)'] : list.flags)].join('\n'),
    ['## Quick Tasks', ...list.quick].join('\n'),
    '## Hourly Tasks',
    '## Daily Tasks',
    ...(list.work.length === 0 ? [] : [['## Work Queue', ...list.work].join('\n')]),
    ...(list.hasStrangeChecks ? ['## Always Check\n- the nightly build'] : []),
    `## Notes${list.hasOpenFence ? '\n```\nnever closed' : ''}`,
  ]
  return `${sections.join('\n\n')}\n`.replaceAll('\n', list.eol)
}

const SERVICES = ['Prod', 'Staging', 'The queue', 'The mail', 'Billing', 'Search']
const SPELLINGS = [
  'Urgent Flags',
  'Urgent flags!',
  'Urgen Flags',
  'Urgent Flag',
  'Flags, urgent',
  'Urgnt Flgs',
]
const BROKEN_WORK = ['- [waiting] w: Rebuild', '- [pending] no title', 'prose', '- [pending] a: Twice']
/** A file holds so few flags that the fleet's list of alerts never overflows. */
const MOST_FLAGS = 4

/** One random edit. `commands`: the list may ask for a command that nobody has approved. */
export function edited(list: EditedList, random: () => number, commands: boolean): EditedList {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const without = (all: readonly string[]): readonly string[] => {
    const gone = pick(all)
    return all.filter((one) => one !== gone)
  }
  const flag = (): EditedList => {
    const line = `- ${pick(['', '[ ] ', '**'])}${pick(SERVICES)} is down`.replace(/\*\*(.*)$/, '**$1**')
    return { ...list, flags: [...new Set([...list.flags, line])].slice(-MOST_FLAGS) }
  }
  const work = (): EditedList => {
    const id = pick(['a', 'b', 'c'])
    const kept = list.work.filter((line) => !line.startsWith(`- [pending] ${id}:`))
    return { ...list, work: [...kept, `- [pending] ${id}: Tidy the docs of ${id}`] }
  }
  const edits: readonly (() => EditedList)[] = [
    flag,
    flag,
    () => ({ ...list, flags: without(list.flags) }),
    () => ({ ...list, flags: [] }),
    () => ({ ...list, flagsHeading: pick(SPELLINGS) }),
    () => ({ ...list, flagsHeading: 'Urgent Flags' }),
    () => ({ ...list, hasStrangeChecks: !list.hasStrangeChecks }),
    work,
    () => ({ ...list, work: without(list.work) }),
    () => ({ ...list, work: [...list.work, pick(BROKEN_WORK)] }),
    () => ({ ...list, work: list.work.filter((line) => !BROKEN_WORK.includes(line)) }),
    () => ({ ...list, hasOpenFence: !list.hasOpenFence }),
    () => ({ ...list, quick: [...list.quick, `- [ ] Look at ${pick(SERVICES)}`].slice(-6) }),
    () => ({ ...list, eol: list.eol === '\n' ? '\r\n' : '\n', quick: without(list.quick) }),
    ...(commands ? [() => withCommand(list)] : []),
  ]
  return pick(edits)()
}

function withCommand(list: EditedList): EditedList {
  const line = `- [ ] Run \`${UNAPPROVED}\``
  const quick = list.quick.filter((one) => one !== line)
  return { ...list, quick: quick.length < list.quick.length ? quick : [line, ...quick] }
}

export const WAYS = ['replaced', 'in place', 'in two halves', 'emptied first', 'made anew', 'twice'] as const
type Way = (typeof WAYS)[number]

/** Saves the text as another program would. Resolves as soon as the file holds all of it. */
export async function save(file: string, text: string, way: Way, random: () => number): Promise<void> {
  const aMoment = (): Promise<void> => pause(random() * 400)
  const half = Math.floor(text.length / 2)
  switch (way) {
    case 'in place':
      return writeFileSync(file, text)
    case 'replaced':
      writeFileSync(`${file}.new`, text)
      return renameSync(`${file}.new`, file)
    case 'in two halves':
      writeFileSync(file, text.slice(0, half))
      await aMoment()
      return appendFileSync(file, text.slice(half))
    case 'emptied first': {
      const open = openSync(file, 'a')
      ftruncateSync(open)
      await aMoment()
      writeFileSync(open, text)
      return closeSync(open)
    }
    case 'made anew':
      rmSync(file, { force: true })
      await aMoment()
      return writeFileSync(file, text)
    case 'twice':
      writeFileSync(file, '## Urgent Flags\n- Not to stay\n')
      await aMoment()
      writeFileSync(`${file}.new`, text)
      return renameSync(`${file}.new`, file)
  }
}
