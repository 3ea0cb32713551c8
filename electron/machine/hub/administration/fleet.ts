import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type {
  MailAnswer,
  OutcomesAsked,
  OutgoingMail,
  RemoteFleet,
  ToldOutcomes,
} from '../../../../shared/hub/status.ts'
import { untilMoved } from '../../../../shared/hub/order.ts'
import { readToldRun } from '../../../../shared/hub/told-run.ts'
import type { Link } from '../connection/link.ts'
import { mailing, reading } from '../session/hub-session.ts'
import { newestStates } from '../session/newest-states.ts'
import { newestOutcomes } from '../session/outcomes.ts'
import { numberOf } from '../session/rows.ts'
import { asMember } from './membership-steps.ts'

async function timeOf(link: Link): Promise<Result<Instant, Fault>> {
  const rows = await link.query('select threadbeat.now_ms() as now')
  return rows.ok ? ok(numberOf(rows.value[0]?.['now'])) : rows
}

export const fleet = (dataDir: string): Promise<Result<RemoteFleet, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const hubNow = await timeOf(link)
    if (!hubNow.ok) return hubNow
    const machines = await reading(link, machine).machines()
    if (!machines.ok) return machines
    const newest = await newestStates(link, machine)
    return newest.ok
      ? ok({ hubNow: hubNow.value, machine, machines: machines.value, ...newest.value })
      : newest
  })

interface Letter extends OutgoingMail {
  readonly id: string // a UUID, by which `answer` finds what became of it
  readonly now: Instant // by the clock here, as instants of its arguments are
  readonly expiresInMs: number
}

export const send = (
  dataDir: string,
  { id, to, verb, args, now, expiresInMs }: Letter,
): Promise<Result<void, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const hubNow = await timeOf(link)
    if (!hubNow.ok) return hubNow
    // By the hub's clock, so that this machine's does not matter.
    const expiresAt = hubNow.value + expiresInMs
    const moved = untilMoved(args, hubNow.value - now)
    return mailing(link, machine, () => 0).send({ id, to, verb, args: moved, expiresAt })
  })

export const outcomes = (dataDir: string, asked: OutcomesAsked): Promise<Result<ToldOutcomes, Fault>> =>
  asMember(dataDir, (link, { machine }) => newestOutcomes(link, machine, asked))

export const answer = (dataDir: string, id: string): Promise<Result<MailAnswer, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const { answers, clearToldRuns } = mailing(link, machine, () => 0)
    const found = await answers([id])
    if (!found.ok) return found
    const answer = found.value.get(id) ?? null
    // Whoever asks without the app is the only one who reads it.
    const cleared =
      answer !== null && readToldRun(answer.text) !== null ? await clearToldRuns([id]) : ok(undefined)
    return cleared.ok ? ok(answer) : cleared
  })
