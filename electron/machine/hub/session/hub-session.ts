import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { HOUR, SECOND } from '../../../../shared/base/time.ts'
import { BATCH_BYTES, BODY_BYTES } from '../../../../shared/hub/fact.ts'
import { MAIL_VERBS } from '../../../../shared/hub/mail.ts'
import type { HubSession } from '../../../engine/ports/hub.ts'
import type { Link } from '../connection/link.ts'
import { within } from '../connection/within.ts'
import { openSuggestions, readAdvice } from './advice.ts'
import { createBell } from './bell.ts'
import { newestOutcomes } from './outcomes.ts'
import { pushFacts } from './push.ts'
import { picked, STATE_FIELDS } from './picked.ts'
import { answerOf, machineOf, mailOf, numberOf, stateOf } from './rows.ts'
import { storableJson, storableText } from './storable.ts'

const HOUSE_EVERY_MS = 6 * HOUR

interface Joined {
  readonly link: Link
  readonly machine: string
  readonly warn: (message: string) => void
}

/** A session over a connection that has the machine's lock and listens. */
export function hubSession({ link, machine, warn }: Joined): HubSession {
  const bells = { news: createBell(), machines: createBell() }
  link.onNotice((_channel, payload) => {
    if (payload === 'machines') bells.machines.ring()
    else if (payload !== machine) bells.news.ring() // of its own push
  })
  const quiet = (): void => Object.values(bells).forEach((bell) => bell.stop())
  link.onEnd(quiet)
  let skewMs = 0
  let isKept = -Infinity

  /** What hangs on nobody's answer, and is tried again in some hours. */
  const keepHouse = async (now: number): Promise<void> => {
    if (now - isKept < HOUSE_EVERY_MS) return
    isKept = now
    const kept = await link.query('select threadbeat.keep_house()')
    if (!kept.ok) warn(`the hub’s old rows were not cleared: ${kept.error.message}`)
  }

  return {
    ...reading(link, machine),
    ...mailing(link, machine, () => skewMs),
    outcomes: (asked) => newestOutcomes(link, machine, asked),
    async noticeSilence(of) {
      const noticed = await link.query('select threadbeat.notice_silence($1) as mine', [of])
      return noticed.ok ? ok(noticed.value[0]?.['mine'] === true) : noticed
    },
    advice: (afterRev, limit) => readAdvice(link, machine, afterRev, limit),
    openSuggestions: () => openSuggestions(link, machine),
    push: (facts) => link.limited(pushFacts(link, machine, facts)),
    async tell({ version, now, lastBeatAt, intervalMs, isAsleep = false }) {
      const told = await link.query('select threadbeat.tell($1, $2, $3, $4, $5) as now', [
        storableText(version).slice(0, 100),
        ...[now, lastBeatAt, intervalMs].map((value) => (value === null ? null : String(Math.trunc(value)))),
        isAsleep,
      ])
      if (!told.ok) return told
      const hubNow = numberOf(told.value[0]?.['now'])
      skewMs = now - hubNow
      void keepHouse(hubNow)
      return ok({ hubNow })
    },
    async stop() {
      const stopped = await within(link.query('select threadbeat.stop()'), SECOND)
      if (stopped === 'late' || stopped === 'stopped')
        return err(fault('hub.unreachable', 'the hub did not answer within a second'))
      return stopped.ok ? ok(undefined) : stopped
    },
    onBell(listener) {
      bells.news.onBell(() => listener('news'))
      bells.machines.onBell(() => listener('machines'))
    },
    onEnd: link.onEnd,
    close() {
      quiet()
      return link.close()
    },
  }
}

export function reading(link: Link, machine: string): Pick<HubSession, 'known' | 'machines' | 'states'> {
  return {
    async known() {
      const rows = await link.query('select epoch, last_seq from threadbeat.epoch where machine = $1', [
        machine,
      ])
      return rows.ok
        ? ok(new Map(rows.value.map((row) => [String(row['epoch']), numberOf(row['last_seq'])])))
        : rows
    },
    async machines() {
      const rows = await link.query(
        `select m.*, threadbeat.is_connected(id, role) as connected from threadbeat.machine m
         where left_at is null order by name, id`,
      )
      return rows.ok ? ok(rows.value.map(machineOf)) : rows
    },
    async states(afterRev, limit) {
      const rows = await link.query(
        `select s.machine, s.id, s.kind, s.rev, s.at,
           case when s.machine = $3 then s.body else ${picked('s.body', '$4')} end as body
         from threadbeat.state s
         join threadbeat.machine m on m.id = s.machine and m.left_at is null
         where s.rev > $1 order by s.rev limit $2`,
        [String(afterRev), limit, machine, STATE_FIELDS],
      )
      return rows.ok ? ok(rows.value.map(stateOf)) : rows
    },
  }
}

/** By whose turn it is; the smaller of `limit` rows and BATCH_BYTES. */
const MAIL_PAGE = `
  select * from (
    select page.*, sum(octet_length(args::text)) over (order by turn, seq) as bytes from (
      select l.id, l.seq, l.sender, m.name as sender_name, l.verb, l.at, l.expires_at, l.turn,
        case when octet_length(l.args::text) <= ${BODY_BYTES} then l.args else '{}' end as args
      from threadbeat.machine m cross join lateral (
        select w.*, row_number() over (order by w.seq) as turn from threadbeat.mail w
        where w.recipient = $1 and w.sender = m.id and w.ended is null and w.expires_at > threadbeat.now_ms()
          and w.verb = any ($2) order by w.seq limit $3
      ) l
      order by l.turn, l.seq limit $3
    ) page
  ) sized where bytes <= ${BATCH_BYTES} order by seq`

type Mailing = Pick<HubSession, 'mail' | 'settle' | 'clearToldRuns' | 'send' | 'answers'>

export function mailing(link: Link, machine: string, skewMs: () => number): Mailing {
  return {
    async mail(limit) {
      const rows = await link.query(MAIL_PAGE, [machine, [...MAIL_VERBS], limit])
      return rows.ok ? ok(rows.value.map(mailOf).filter((mail) => mail !== null)) : rows
    },
    async settle(mailId, end, text) {
      const done = await link.query(
        'update threadbeat.mail set ended = $3, ended_text = $4 where id = $1 and recipient = $2 and ended is null',
        [mailId, machine, end, storableText(text).slice(0, 10_000)],
      )
      return done.ok ? ok(undefined) : done
    },
    async clearToldRuns(ids) {
      const cleared = await link.query('select threadbeat.clear_told_runs($1::uuid[])', [ids && [...ids]])
      return cleared.ok ? ok(undefined) : cleared
    },
    async send({ id, to, verb, args, expiresAt }) {
      const json = storableJson(args)
      if (!json.ok)
        return err(fault('hub.refused', `${verb} for ${to} cannot be sent: ${json.error.message}`))
      return sent(
        await link.query(
          `insert into threadbeat.mail (id, recipient, verb, args, expires_at) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
          [id, to, verb, json.value, String(Math.trunc(expiresAt - skewMs()))],
        ),
      )
    },
    async answers(ids) {
      const rows = await link.query(
        `select id, case when ended is null and expires_at <= threadbeat.now_ms() then 'expired' else ended end as ended,
           ended_text from threadbeat.mail where sender = $1 and id = any ($2::uuid[])`,
        [machine, [...ids]],
      )
      return rows.ok ? ok(new Map(rows.value.map((row) => [String(row['id']), answerOf(row)]))) : rows
    },
  }
}

const sent = (answer: Result<unknown, Fault>): Result<void, Fault> => (answer.ok ? ok(undefined) : answer)
