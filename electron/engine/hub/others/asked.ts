import { cut } from '../../../../shared/base/hidden-text.ts'
import { DAY, type Instant } from '../../../../shared/base/time.ts'
import type { AskedOfOthers } from '../../../../shared/hub/others/others.ts'
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
  list(): readonly AskedOfOthers[]
}

const KEPT_AFTER_END_MS = DAY
const MOST = 500
const TEXT_CHARS = 2000
const EXPIRED = { end: 'expired', text: 'Nobody took it within a day.' } as const

type Kept = AskedOfOthers & { readonly endedAt: Instant | null }

/** `changed`: called after each change. */
export function createAsked(clock: Clock, changed: () => void): Asked {
  let all: readonly Kept[] = [] // newest first
  const standing = (): readonly Kept[] =>
    all.filter(({ endedAt }) => endedAt === null || clock.now() - endedAt < KEPT_AFTER_END_MS)

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
        const { end, text } = answer
        return {
          ...one,
          end,
          text: end === 'expired' && text === '' ? EXPIRED.text : cut(text, TEXT_CHARS),
          endedAt: now,
        }
      })
      if (all.some((one, n) => one !== before[n])) changed()
    },
    list: () => standing().map(({ endedAt: _, ...one }) => one),
  }
}

/** The thread, the first of the alerts, or the run; '': the machine as a whole. */
function aboutOf({ thread, alerts, run }: OutgoingMail['args']): string {
  const first: unknown = Array.isArray(alerts) ? alerts[0] : undefined
  return [thread, first, run].find((id): id is string => typeof id === 'string') ?? ''
}
