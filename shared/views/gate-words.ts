import { plural } from '../base/amounts.ts'
import { asSentence } from '../base/faults.ts'
import type { Instant } from '../base/time.ts'
import type { Tier } from '../schedule/tier.ts'
import { GATES, type GateId, type QueueFacts } from '../queue/gates.ts'
import { HOLD_WORD, quietHoursWords } from './words.ts'

/** How a thread stands at each gate, for the sentences about it. */
export interface GateFacts extends QueueFacts {
  readonly runner: string
  readonly rest: { readonly name: string; readonly until: Instant; readonly message: string } | null
  /** Nothing has happened there for so long that one beat a day will do; null: not dormant. */
  readonly dormantSince: Instant | null
  readonly pauseReason: string | null
  /** Why power or network hold or calm beats; null: they do not. */
  readonly powerReason: string | null
  readonly quietHours: 'none' | 'silence' | 'rest'
  readonly activeHours: { readonly start: string; readonly end: string; readonly timeZone: string } | null
  /** Active hours that cannot be read: nothing beats, and this says why. */
  readonly scheduleProblem: string | null
  readonly snoozed: readonly { readonly tier: Tier; readonly until: Instant }[]
  readonly areAllSnoozed: boolean
  /** Tasks, flags and queued items; null: the list has not been read yet. */
  readonly tasks: number | null
  /** HEARTBEAT.json says that the list is not worked. */
  readonly ignoresList: boolean
  readonly isHidden: boolean
  readonly looks: 'locally' | 'always' | 'on-need' | 'on-change'
  /** Who is at work in the repository; null: nobody seems to be. */
  readonly inTheWay: string | null
  readonly looksForWork: boolean
  readonly overBudget: string | null
  /** An instant in the thread's zone. */
  readonly local: (at: Instant) => string
  /** An instant in this machine's zone. */
  readonly here: (at: Instant) => string
}

interface GateWords {
  readonly isOpen: (facts: GateFacts) => boolean
  /** A whole sentence, open or closed. */
  readonly sentence: (facts: GateFacts) => string
  /** Closed, as a part of another sentence. */
  readonly because: (facts: GateFacts) => string
}

const meanwhile = ({ hasAppPart }: GateFacts): string =>
  hasAppPart ? ' Meanwhile Threadbeat works the lines it knows.' : ''

const WORDS: Record<GateId, GateWords> = {
  agent: {
    isOpen: (f) => f.hasAgent,
    sentence: (f) => (f.hasAgent ? 'It has an agent.' : 'It has no agent.'),
    because: () => HOLD_WORD.no_agent,
  },
  trust: {
    isOpen: (f) => f.isTrusted,
    sentence: (f) => (f.isTrusted ? 'Trusted.' : 'Not trusted: nothing of it is read or run.'),
    because: () => HOLD_WORD.untrusted,
  },
  runner: {
    isOpen: (f) => f.rest === null,
    sentence: (f) =>
      f.rest === null
        ? `Ready, as far as is known: ${f.runner}.`
        : `${f.rest.name} rests until ${f.here(f.rest.until)}: ${asSentence(f.rest.message)}${meanwhile(f)}`,
    because: (f) => (f.rest === null ? '' : `${f.rest.name} rests until ${f.here(f.rest.until)}`),
  },
  on: {
    isOpen: (f) => f.isOn,
    sentence: (f) => {
      if (!f.isOn) return 'Off: only beats that you ask for.'
      if (f.dormantSince === null) return 'On.'
      return `On; nothing has happened since ${f.local(f.dormantSince)}, so once a day.`
    },
    because: () => HOLD_WORD.off,
  },
  pause: {
    isOpen: (f) => f.pauseReason === null,
    sentence: (f) => (f.pauseReason === null ? 'Not paused.' : `Paused: ${f.pauseReason}.`),
    because: (f) => `paused: ${f.pauseReason ?? ''}`,
  },
  power: {
    isOpen: (f) => !f.isPowerHeld(),
    sentence: (f) => f.powerReason ?? 'Nothing to save.',
    because: (f) => f.powerReason ?? '',
  },
  'quiet-hours': {
    isOpen: (f) => f.quietUntil() === null,
    sentence: (f) => {
      const until = f.quietUntil()
      if (until !== null) return `Quiet until ${f.local(until)}: beats that nobody asked for wait.`
      if (f.quietHours === 'none') return 'None are set.'
      return f.quietHours === 'rest' ? 'Not now.' : 'They silence notifications, not beats.'
    },
    because: (f) => quietHoursWords(f.here(f.quietUntil() ?? 0)),
  },
  'active-hours': {
    isOpen: (f) => f.scheduleProblem === null && f.isActive(),
    sentence: (f) => {
      if (f.scheduleProblem !== null) return f.scheduleProblem
      if (f.activeHours === null) return 'At any time.'
      const { start, end, timeZone } = f.activeHours
      return `${start} to ${end}${timeZone === '' ? '' : `, ${timeZone}`}.`
    },
    because: () => HOLD_WORD.outside_active_hours,
  },
  tiers: {
    isOpen: (f) => !f.areAllSnoozed,
    sentence: (f) =>
      f.snoozed.length === 0
        ? 'None is snoozed.'
        : `Snoozed: ${f.snoozed.map(({ tier, until }) => `${tier} until ${f.local(until)}`).join(', ')}.`,
    because: () => 'its tiers are snoozed',
  },
  tasks: {
    isOpen: (f) => f.tasks !== 0 && !f.ignoresList,
    sentence: (f) => {
      if (f.ignoresList)
        return `HEARTBEAT.json has the list ignored: ${f.hasAgent ? 'only wakes and events start a beat' : 'local checks have nothing to do'}.`
      if (f.tasks === null) return 'HEARTBEAT.md has not been read yet.'
      if (f.tasks === 0) return 'HEARTBEAT.md has nothing to work: only wakes and events start a beat.'
      return `${plural(f.tasks, 'task, flag or queued item', 'tasks, flags and queued items')} in HEARTBEAT.md.`
    },
    because: (f) => (f.ignoresList ? 'HEARTBEAT.json has the list ignored' : 'nothing is due'),
  },
  shown: {
    isOpen: (f) => !f.isHidden,
    sentence: (f) =>
      f.isHidden ? 'Nothing of it is shown, so no agent is started.' : 'Something of it is shown.',
    because: () => 'nothing of it is shown',
  },
  changes: {
    isOpen: () => true,
    sentence: (f) => {
      if (f.looks === 'locally') return 'Local checks always look.'
      if (f.looks === 'on-need')
        return 'Threadbeat works the lines it knows; an agent starts only for what is left or was found.'
      if (f.looks === 'always') return 'Looks at each beat.'
      return 'No agent starts while nothing has changed since all was proven well.'
    },
    because: () => 'nothing has changed',
  },
  way: {
    isOpen: (f) => f.inTheWay === null,
    sentence: (f) => {
      if (f.inTheWay !== null) return f.inTheWay
      if (!f.hasAgent) return 'Local checks only read, and get in nobody’s way.'
      return f.looksForWork
        ? 'Nobody seems to be at work here.'
        : 'Beats do not look whether you are at work.'
    },
    because: (f) => f.inTheWay ?? '',
  },
  budget: {
    isOpen: (f) => f.overBudget === null,
    sentence: (f) =>
      f.overBudget === null ? 'Within its budget.' : `${asSentence(f.overBudget)}${meanwhile(f)}`,
    because: (f) => f.overBudget ?? '',
  },
  session: {
    isOpen: () => true,
    sentence: () => 'A session is there, or none is needed.',
    because: () => 'no session to go on with',
  },
}

/** Why a gate is closed, as a part of another sentence. */
export const becauseOf = (id: GateId, facts: GateFacts): string => WORDS[id].because(facts)

/** Each gate that Why shows, in the order in which they are asked, with its sentence. */
export const gatesInWords = (
  facts: GateFacts,
): readonly { readonly gate: string; readonly open: boolean; readonly text: string }[] =>
  GATES.flatMap(({ id, label }) =>
    label === null ? [] : [{ gate: label, open: WORDS[id].isOpen(facts), text: WORDS[id].sentence(facts) }],
  )
