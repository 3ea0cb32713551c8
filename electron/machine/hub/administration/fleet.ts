import { randomUUID } from 'node:crypto'
import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { DAY, type Instant } from '../../../../shared/base/time.ts'
import type { MailAnswer, OutgoingMail, RemoteFleet, RemoteState } from '../../../../shared/hub/status.ts'
import type { Link } from '../connection/link.ts'
import { mailing, reading } from '../session/hub-session.ts'
import { numberOf } from '../session/rows.ts'
import { asMember } from './membership-steps.ts'

const STATES_AT_ONCE = 1000
/** Mail that nobody took by then has no effect any more. */
const EXPIRES_AFTER_MS = DAY

async function timeOf(link: Link): Promise<Result<Instant, Fault>> {
  const rows = await link.query('select threadbeat.now_ms() as now')
  return rows.ok ? ok(numberOf(rows.value[0]?.['now'])) : rows
}

export const fleet = (dataDir: string): Promise<Result<RemoteFleet, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const hubNow = await timeOf(link)
    if (!hubNow.ok) return hubNow
    const { machines, states } = reading(link, machine)
    const all = await machines()
    if (!all.ok) return all
    const found: RemoteState[] = []
    for (;;) {
      const page = await states(found.at(-1)?.rev ?? 0, STATES_AT_ONCE)
      if (!page.ok) return page
      found.push(...page.value)
      if (page.value.length < STATES_AT_ONCE) break
    }
    const others = found.filter((state) => state.machine !== machine)
    return ok({ hubNow: hubNow.value, machine, machines: all.value, states: others })
  })

/** Returns its id, by which `answer` finds what became of it. It expires after a day. */
export const send = (dataDir: string, { to, verb, args }: OutgoingMail): Promise<Result<string, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const hubNow = await timeOf(link)
    if (!hubNow.ok) return hubNow
    const id = randomUUID()
    // By the hub's clock, so that this machine's does not matter.
    const sent = await mailing(link, machine, () => 0).send({
      id,
      to,
      verb,
      args,
      expiresAt: hubNow.value + EXPIRES_AFTER_MS,
    })
    return sent.ok ? ok(id) : sent
  })

export const answer = (dataDir: string, id: string): Promise<Result<MailAnswer, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const answers = await mailing(link, machine, () => 0).answers([id])
    return answers.ok ? ok(answers.value.get(id) ?? null) : answers
  })
