import { readFileSync } from 'node:fs'
import { tellNews, type Told } from '../../shared/alerts/news.ts'
import { isEffectivelyEmpty } from '../../shared/playbook/empty.ts'
import { ackBudget, readReply, type ReplyMode } from '../../shared/runs/reply.ts'
import { isActive, keepOrPlan, nextSlot, seekActive } from '../../shared/schedule/schedule.ts'
import { admitEvent, renderEvents, type EventQueue } from '../../shared/events/system-event.ts'
import type { ActiveHours } from '../../shared/schedule/active-hours.ts'
import { DAY, isTimeZone, parseDuration, type DurationUnit } from '../../shared/base/time.ts'
import { cooldownOf, type CooldownFacts } from '../../shared/queue/wake.ts'
import { interventionCase } from './cases/interventions.ts'
import type { Verdict } from './cases/verdict.ts'

/**
 * `npm run cases -- FILE…`: behaviour as data, run against the product's own functions. Prints a line per
 * failing case, then `N passed, N failed, N skipped`; exits 0 only when nothing failed. An array it does
 * not know is skipped and counted.
 */
type Case = Readonly<Record<string, unknown>>

const same = (expected: unknown, got: unknown): Verdict =>
  JSON.stringify(expected) === JSON.stringify(got) ? null : { expected, got }

function ack(c: Case): Verdict {
  const expected = c['expected'] as {
    shouldSkip: boolean
    text?: string
    didStrip?: boolean
    keepsLineBreaks?: boolean
  }
  const reply = readReply(
    c['input'] as string | null,
    (c['mode'] as ReplyMode | undefined) ?? 'heartbeat',
    ackBudget(c['ackMaxChars']),
  )
  const got: Record<string, unknown> = { ...reply, keepsLineBreaks: reply.text.includes('\n') }
  return same(expected, Object.fromEntries(Object.keys(expected).map((key) => [key, got[key]])))
}

const empty = (c: Case): Verdict => same(c['expected'], isEffectivelyEmpty(c['content'] as string | null))

/** The formats name zones more loosely than the product does: "user", "local", none, or an unknown one. */
function windowOf(window: Case, userTimezone: string): ActiveHours {
  const zone = window['timezone'] as string | undefined
  const host = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isNamed = zone !== undefined && zone !== 'user' && isTimeZone(zone)
  const named = isNamed ? zone : userTimezone
  const timeZone = zone === 'local' ? host : named
  return { start: String(window['start']), end: String(window['end']), timeZone }
}

const active = (c: Case): Verdict => {
  const user = (c['userTimezone'] as string | undefined) ?? 'UTC'
  const window = c['window'] as Case | null | undefined
  return same(
    c['expected'],
    isActive(window == null ? null : windowOf(window, user), Date.parse(String(c['instant'])), user),
  )
}

const duration = (c: Case): Verdict =>
  same(
    c['expected'],
    parseDuration(String(c['input'] ?? ''), (c['defaultUnit'] as DurationUnit | undefined) ?? 'm'),
  )

function schedule(c: Case): Verdict {
  const intervalMs = Number(c['intervalMs'])
  const grid = { intervalMs, phaseMs: Number(c['phaseMs'] ?? 0) }
  const at = (key: string): number => Date.parse(String(c[key]))
  const expected = Date.parse(String(c['expected']))
  const prev = c['prev'] as { intervalMs: number; phaseMs: number; nextDue: string } | null | undefined
  const user = (c['userTimezone'] as string | undefined) ?? 'UTC'
  const computed = (): number => {
    if (c['kind'] === 'next') return nextSlot(grid, at('now'))
    const planned = prev == null ? null : { ...prev, nextDueAt: Date.parse(prev.nextDue) }
    if (c['kind'] === 'reload') return keepOrPlan(grid, planned, at('now'))
    const window = c['window'] == null ? null : windowOf(c['window'] as Case, user)
    return seekActive(at('start'), intervalMs, window, user)
  }
  const got = computed()
  return got === expected ? null : { expected: c['expected'], got: new Date(got).toISOString() }
}

function dedupe(c: Case): Verdict {
  const memory = new Map<string, Told>() // one per session
  for (const step of c['sequence'] as readonly Case[]) {
    if (step['restart'] === true) {
      for (const [session, told] of memory) memory.set(session, JSON.parse(JSON.stringify(told)) as Told)
      continue
    }
    const session = String(step['session'] ?? '')
    const hasMedia = Array.isArray(step['media']) ? step['media'].length > 0 : Boolean(step['media'])
    const { tell, told } = tellNews(
      memory.get(session) ?? {},
      String(step['text'] ?? ''),
      Number(step['atMs']),
      Number(c['windowMs'] ?? DAY),
      hasMedia,
    )
    memory.set(session, told)
    if (tell !== step['delivered'])
      return {
        expected: `${String(step['delivered'])} at ${String(step['atMs'])} ms for ${JSON.stringify(step['text'])}`,
        got: tell,
      }
  }
  return null
}

const cooldown = (c: Case): Verdict => {
  const expected = c['expected'] as Case
  const got = cooldownOf(c['input'] as unknown as CooldownFacts) as unknown as Case
  return same(expected, Object.fromEntries(Object.keys(expected).map((key) => [key, got[key]])))
}

/** One queue for each session; what a drained queue held last is forgotten. */
function eventQueue(c: Case): Verdict {
  const queues = new Map<string, EventQueue>()
  for (const [index, step] of (c['steps'] as readonly Case[]).entries()) {
    const session = String(step['session'] ?? step['sessionKey'] ?? '')
    const queue = queues.get(session) ?? { events: [], dropped: 0 }
    let got: unknown
    if (step['op'] === 'enqueue') {
      const admitted = admitEvent(queue, {
        text: String(step['text'] ?? '').trim(),
        source: 'cli',
        trusted: step['trusted'] !== false,
        ambient: false,
      })
      queues.set(session, admitted.queue)
      got = admitted.result === 'queued'
    } else {
      got = queue.events.map((e) => e.text)
      if (step['op'] === 'drain') queues.set(session, { events: [], dropped: 0 })
    }
    if (step['returns'] !== undefined && JSON.stringify(step['returns']) !== JSON.stringify(got))
      return { expected: step['returns'], got: { step: index, returns: got } }
  }
  return null
}

function eventPrefix(c: Case): Verdict {
  const zone = c['timezone'] as string | undefined
  const timeZone =
    zone !== undefined && isTimeZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const events = (c['events'] as readonly Case[]).map((e) => {
    const at = typeof e['ts'] === 'number' ? e['ts'] : Date.parse(String(e['ts']))
    return { text: String(e['text'] ?? ''), trusted: e['trusted'] !== false, at, lastAt: at, count: 1 }
  })
  return same(c['expectedLines'] ?? null, renderEvents(events, 0, timeZone))
}

const RUNNERS: Readonly<Record<string, (c: Case) => Verdict>> = {
  ack,
  beatAck: ack,
  effectivelyEmpty: empty,
  beatEffectivelyEmpty: empty,
  activeHours: active,
  beatActiveHours: active,
  duration,
  beatDuration: duration,
  schedule,
  beatSchedule: schedule,
  dedupe,
  beatDedupe: dedupe,
  cooldown,
  beatCooldown: cooldown,
  systemEventQueue: eventQueue,
  beatSystemEventQueue: eventQueue,
  systemEventPrefix: eventPrefix,
  beatSystemEventPrefix: eventPrefix,
  cases: interventionCase,
}

function main(files: readonly string[]): number {
  if (files.length === 0) {
    console.error('usage: npm run cases -- FILE…')
    return 2
  }
  let passed = 0
  let failed = 0
  let skipped = 0
  for (const file of files) {
    for (const [array, cases] of Object.entries(
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
    )) {
      if (!Array.isArray(cases)) continue
      const runner = RUNNERS[array]
      if (runner === undefined) {
        skipped += cases.length
        continue
      }
      cases.forEach((c: Case, index) => {
        let verdict: Verdict
        try {
          verdict = runner(c)
        } catch (error) {
          verdict = {
            expected: c['expected'] ?? 'no error',
            got: error instanceof Error ? error.message : error,
          }
        }
        if (verdict === null) return void passed++
        failed++
        const name = c['name'] ?? c['id'] ?? c['why'] ?? JSON.stringify(c['input'] ?? '')
        console.log(
          `${array}[${index}] ${String(name)}: expected ${JSON.stringify(verdict.expected)}, got ` +
            `${JSON.stringify(verdict.got)}`,
        )
      })
    }
  }
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed > 0 ? 1 : 0
}

process.exitCode = main(process.argv.slice(2))
