import type { Instant } from '../../../../shared/base/time.ts'
import type { Fact } from '../../../../shared/hub/fact.ts'
import type { Machine, MachineClass } from '../../../../shared/hub/machine.ts'
import type { Mail, MailEnd } from '../../../../shared/hub/mail.ts'
import type { MailAnswer, RemoteAdvice, RemoteState, ToldOutcome } from '../../../../shared/hub/status.ts'
import type { Presence } from '../../ports/hub.ts'

/** What a hub keeps; a copy of it is a backup. */
export interface Kept {
  facts: { readonly machine: string; readonly fact: Fact }[] // in the order of their coming
  states: (RemoteState & { readonly from: string })[]
  advice: (RemoteAdvice & { readonly from: string })[]
  mail: (Mail & { readonly to: string; end: MailEnd | null; text: string })[]
  presences: { readonly machine: string; readonly presence: Presence; readonly at: Instant; isStop?: true }[]
  rev: number
  mailSeq: number
}

/** Whoever told of itself, by what it told last. */
export function machinesIn(
  { presences }: Kept,
  classes: ReadonlyMap<string, MachineClass>,
  isConnected: (machine: string) => boolean,
): readonly Machine[] {
  const last = new Map(presences.map((one) => [one.machine, one]))
  return [...last.values()]
    .map(({ machine, presence, at, isStop }) => {
      const skewMs = presence.now - at
      return {
        id: machine,
        name: machine,
        class: classes.get(machine) ?? 'workstation',
        version: presence.version,
        lastSeenAt: at,
        lastBeatAt: presence.lastBeatAt === null ? null : presence.lastBeatAt - skewMs,
        isConnected: isConnected(machine),
        asleepSince: presence.isAsleep === true && isStop !== true ? at : null,
        stoppedAt: isStop === true ? at : null,
        skewMs,
        intervalMs: presence.intervalMs,
      }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** It is there no more, as what it told last has it for the rest. */
export function noteStop({ presences }: Kept, machine: string, at: Instant): void {
  const last = presences.findLast((one) => one.machine === machine)
  if (last === undefined) return
  const presence = { ...last.presence, now: last.presence.now + at - last.at } // its clock is as far off as it was
  presences.push({ machine, presence, at, isStop: true })
}

/** The oldest of each sender, then the second of each, and so on; in the order of their coming. */
export function mailFor({ mail }: Kept, machine: string, limit: number, now: Instant): readonly Mail[] {
  const turns = new Map<string, number>()
  return mail
    .filter(({ to, end, expiresAt }) => to === machine && end === null && expiresAt > now)
    .map(({ to: _, end: _end, text: _text, ...one }) => {
      const turn = turns.get(one.by.machine) ?? 0
      turns.set(one.by.machine, turn + 1)
      return { turn, one }
    })
    .sort((a, b) => a.turn - b.turn || a.one.seq - b.one.seq)
    .slice(0, limit)
    .map(({ one }) => one)
    .sort((a, b) => a.seq - b.seq)
}

export function answersIn(
  { mail }: Kept,
  sender: string,
  ids: readonly string[],
  now: Instant,
): ReadonlyMap<string, MailAnswer> {
  const mine = mail.filter(({ id, by }) => by.machine === sender && ids.includes(id))
  return new Map(
    mine.map(({ id, end, text, expiresAt }) => {
      const expired = expiresAt <= now ? ({ end: 'expired', text: '' } as const) : null
      return [id, end === null ? expired : { end, text }]
    }),
  )
}

/** The newest of others. */
export const outcomesIn = ({ facts }: Kept, own: string, limit: number): readonly ToldOutcome[] =>
  facts
    .filter(({ machine, fact }) => machine !== own && fact.kind === 'outcome')
    .toReversed()
    .slice(0, limit)
    .map(({ machine, fact: { thread, body } }) => ({ machine, skewMs: 0, thread, name: null, body }))
