import { cut } from '../../../../shared/base/hidden-text.ts'
import { DAY, type Instant } from '../../../../shared/base/time.ts'
import type { AskedOfOthers } from '../../../../shared/hub/others/others.ts'
import { aboutSuggestion } from '../../../../shared/hub/order.ts'
import { readToldRun, type ToldRun } from '../../../../shared/hub/told-run.ts'
import type { MailAnswer, OutgoingMail } from '../../../../shared/hub/status.ts'
import { MAIL_EXPIRES_MS } from '../letter.ts'
import type { Clock } from '../../ports/ports.ts'

/** What this machine asked of others since it started. */
export interface Asked {
  note(id: string, mail: OutgoingMail): void
  /** Of which no end is known. */
  pending(): readonly string[]
  /** As the hub has them now. */
  noteAnswers(answers: ReadonlyMap<string, MailAnswer>): void
  /** Mail whose answer about a run was read: the hub need not have it any more. */
  readRuns(): readonly string[]
  noteCleared(ids: readonly string[]): void
  list(): readonly AskedOfOthers[]
  /** What that machine answered about one of its runs; null: nothing yet, or it was not asked since the start. */
  toldRun(machine: string, run: string): ToldRun | null
  /** A list of that machine is not to be read any more. */
  forgetRuns(machine: string): void
}

const KEPT_AFTER_END_MS = DAY
const MOST = 500
const MOST_RUNS = 50
const TEXT_CHARS = 2000
const EXPIRED = { end: 'expired', text: 'Nobody took it within a day.' } as const

type Kept = AskedOfOthers & { readonly endedAt: Instant | null }
const keyOf = (machine: string, run: string): string => `${machine} ${run}`

/** `changed`: called after each change. */
export function createAsked(clock: Clock, changed: () => void): Asked {
  let all: readonly Kept[] = [] // newest first
  const runs = new Map<string, ToldRun>() // oldest first
  const read = new Set<string>()
  const standing = (): readonly Kept[] =>
    all.filter(({ endedAt }) => endedAt === null || clock.now() - endedAt < KEPT_AFTER_END_MS)

  /** The answer is data of its own; what is shown as what was said is that it came. */
  function takeRun({ machine, about }: Kept, told: ToldRun): void {
    runs.delete(keyOf(machine, about))
    runs.set(keyOf(machine, about), told)
    for (const oldest of runs.keys()) if (runs.size > MOST_RUNS) runs.delete(oldest)
  }

  return {
    note(id, { to, verb, args }) {
      const at = clock.now()
      const expiresAt = at + MAIL_EXPIRES_MS
      const one = {
        id,
        machine: to,
        verb,
        about: aboutOf(args),
        at,
        expiresAt,
        end: null,
        text: '',
        endedAt: null,
      }
      all = [one, ...standing()].slice(0, MOST)
      changed()
    },
    pending: () => all.flatMap(({ id, end }) => (end === null ? [id] : [])),
    noteAnswers(answers) {
      const now = clock.now()
      const before = all
      all = all.map((one) => {
        if (one.end !== null) return one
        // A hub that came back from an older copy knows nothing of it.
        const isLost = !answers.has(one.id) && one.expiresAt <= now
        const answer = isLost ? EXPIRED : (answers.get(one.id) ?? null)
        if (answer === null) return one
        const told = one.verb === 'fetch-run' && answer.end === 'done' ? readToldRun(answer.text) : null
        if (told !== null) takeRun(one, told)
        if (one.verb === 'fetch-run' && answer.end === 'done') read.add(one.id)
        return { ...one, ...(told === null ? shownAnswer(answer) : { end: 'done' as const }), endedAt: now }
      })
      if (all.some((one, n) => one !== before[n])) changed()
    },
    list: () => standing().map(({ endedAt: _, ...one }) => one),
    toldRun: (machine, run) => runs.get(keyOf(machine, run)) ?? null,
    readRuns: () => [...read],
    noteCleared: (ids) => ids.forEach((id) => read.delete(id)),
    forgetRuns(machine) {
      const of = [...runs.keys()].filter((key) => key.startsWith(keyOf(machine, '')))
      for (const key of of) runs.delete(key)
      if (of.length > 0) changed()
    },
  }
}

const shownAnswer = ({ end, text }: NonNullable<MailAnswer>): Pick<AskedOfOthers, 'end' | 'text'> => ({
  end,
  text: end === 'expired' && text === '' ? EXPIRED.text : cut(text, TEXT_CHARS),
})

/** The suggestion, the thread, the first of the alerts, or the run; '': the machine as a whole. */
function aboutOf({ suggestion, thread, alerts, run }: OutgoingMail['args']): string {
  if (typeof suggestion === 'number') return aboutSuggestion(suggestion)
  const first: unknown = Array.isArray(alerts) ? alerts[0] : undefined
  return [thread, first, run].find((id): id is string => typeof id === 'string') ?? ''
}
