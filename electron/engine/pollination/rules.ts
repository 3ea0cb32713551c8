import type { Instant } from '../../../shared/base/time.ts'
import { OPEN_MS, type SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import { ruleReason, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { DecisionLog } from './decision-log.ts'

/** Rules about what is not suggested where, and decisions that are taken back. What a rule closed is open again without it. */
export interface Rules {
  /** Returns its number. */
  addRule(rule: Omit<SuggestionRule, 'id'>): Promise<number>
  /** The no that it began with ends with it; one that it was made of later does not. */
  removeRule(rule: SuggestionRule): Promise<void>
  changeRule(rule: SuggestionRule, change: Pick<SuggestionRule, 'scope' | 'reason'>): Promise<void>
  /** What was decided is open again, without the rules that were made of it; false: it was decided otherwise meanwhile. */
  reopen(record: SuggestionRecord): Promise<boolean>
}

type Rooms = Pick<Store, 'pollination' | 'together'>

export function createRules(log: DecisionLog, { clock }: Pick<Ports, 'clock'>, store: Rooms): Rules {
  const { pollination: room, together } = store
  return {
    async addRule(rule) {
      const id = room.addRule(rule)
      await log.settle()
      return id
    },
    async removeRule(rule) {
      together(() => {
        room.removeRule(rule.id)
        liftNoOf(rule, clock.now(), room)
        openClosedBy(rule, clock.now(), room)
      })
      await log.removed(rule, clock.now())
    },
    async changeRule(rule, change) {
      together(() => {
        room.changeRule(rule.id, change)
        if (change.scope !== rule.scope) openClosedBy(rule, clock.now(), room)
      })
      await log.removed(rule, clock.now())
    },
    async reopen({ number, state, proposedAt }) {
      const now = clock.now()
      const made = state === 'declined' ? room.rules().filter(({ suggestion }) => suggestion === number) : []
      // Not so old that it expires at once.
      const open = {
        at: now,
        proposedAt: now - proposedAt < OPEN_MS ? proposedAt : now,
        by: 'person',
      } as const
      const isOpen = together(() => {
        if (!room.reopen(number, open)) return false
        for (const rule of made) {
          room.removeRule(rule.id)
          openClosedBy(rule, now, room)
        }
        return true
      })
      if (!isOpen) return false
      for (const rule of made) await log.removed(rule, now)
      await log.settle()
      return true
    },
  }
}

/** The suggestion is open again, unless that is too long ago. */
function liftNoOf({ suggestion, at: since }: SuggestionRule, now: Instant, room: Rooms['pollination']): void {
  const no = suggestion === null ? null : room.byNumber(suggestion)
  if (no?.state !== 'declined' || no.at !== since) return
  const { number, tier, text, proposedAt } = no
  if (now - proposedAt < OPEN_MS && room.reopen(number, { at: now, proposedAt, by: 'person' })) return
  const reason = 'its rule was removed'
  room.decide(number, { state: 'expired', tier, text, reason, by: 'person', at: now })
}

/** Where it does not hold, the next comparison closes it again. */
function openClosedBy(rule: SuggestionRule, now: Instant, room: Rooms['pollination']): void {
  for (const { number, proposedAt } of room.expiredFor(ruleReason(rule)))
    if (now - proposedAt < OPEN_MS) room.reopen(number, { at: now, proposedAt, by: 'app' })
}
