import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { WAKE_REASONS, isScheduledOnly, type WakeReason } from '../../../../shared/queue/queue.ts'
import type { AgentResult } from '../../ports/agents.ts'
import { answered, diskEngine } from './disk-engine.ts'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'

/** How many milliseconds something took, many times. */
export interface Times {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}
interface StormResult {
  readonly wakes: number
  readonly targets: number
  readonly wakesPerSecond: number
  /** Threads whose wakes became another number of beats than one. */
  readonly notOneBeat: readonly string[]
  /** Distinct reasons asked for, and those among them that stand on no beat. */
  readonly reasons: { readonly asked: number; readonly lost: readonly string[] }
  /** Beats a person asked for in the middle of it, and the largest time by which one was put off. */
  readonly manual: { readonly asked: number; readonly putOffMs: number }
  /**
   * From the moment a person wanted to send a message until its agent was started, the wait for the event
   * loop included.
   */
  readonly burst: Times
  /** The same while the beats of all threads are worked off. */
  readonly drain: Times
  readonly drainMs: number
  readonly rssGrowthBytes: number
}

/** What a caller may ask with: an event, a script, git, …; what only the clock says is not asked for. */
const REASONS = WAKE_REASONS.filter((r) => r !== 'manual' && !isScheduledOnly([r]))
/**
 * A caller's turn of the event loop ends after so many wakes or so much time; over the socket each wake has
 * a turn of its own.
 */
const WAKES_PER_TURN = 200
const TURN_MS = 4
const MESSAGE_EVERY_MS = 25
const MANUAL_EVERY_MS = 50
const PEOPLE = 40 // threads that a person talks with

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * A storm of wakes over real threads while people send messages and ask for beats: the one slot for
 * heartbeats is taken until it is over, so that every wake must find its thread's one waiting beat.
 * `window`: somebody looks at all of it.
 */
export async function playStorm({
  wakes,
  targets,
  seed,
  window = false,
}: {
  readonly wakes: number
  readonly targets: number
  readonly seed: number
  readonly window?: boolean
}): Promise<StormResult> {
  const random = randomFrom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-storm-'))
  const started = new Map<string, (at: number) => void>()
  let release = (): void => {}
  const held = new Promise<AgentResult>((resolve) => (release = () => resolve(answered())))
  let isHeld = true
  const d = diskEngine(folder, (spec) => {
    const key = /^message \d+/.exec(spec.prompt ?? '')?.[0] ?? 'beat'
    started.get(key)?.(performance.now())
    // At once, but never within the same turn of the event loop: no process does that.
    return isHeld && key === 'beat' ? held : turn().then(() => answered())
  })
  try {
    const [blocker] = d.add(1)
    const people = d.add(PEOPLE)
    const threads = d.add(targets)
    const stopLooking = window ? d.views.subscribe(() => {}) : () => {}
    await d.engine.start()
    const blocked = new Promise((resolve) => started.set('beat', resolve))
    d.engine.wake(blocker!, 'manual')
    d.engine.tick()
    await blocked
    started.delete('beat')

    let sent = 0
    const lane = (times: number[]): (() => Promise<unknown>) => {
      const waiting: Promise<void>[] = []
      let timer: NodeJS.Timeout
      const again = (): void => {
        const wait = -Math.log(1 - random()) * MESSAGE_EVERY_MS
        const wantedAt = performance.now() + wait
        timer = setTimeout(() => {
          const text = `message ${++sent}`
          waiting.push(
            new Promise((resolve) =>
              started.set(text, (at) => {
                started.delete(text)
                times.push(at - wantedAt)
                resolve()
              }),
            ),
          )
          d.store.queue.sendMessage(people[Math.floor(random() * PEOPLE)]!, text, 'user', Date.now())
          d.engine.tick()
          again()
        }, wait)
      }
      again()
      return () => {
        clearTimeout(timer)
        return Promise.all(waiting)
      }
    }
    // What is only slow the first time is not what is asked.
    const warm = lane([])
    for (const until = performance.now() + 1000; performance.now() < until; ) await turn()
    await warm()

    const asked = new Map<ThreadId, Set<WakeReason>>(threads.map((id) => [id, new Set()]))
    let manual = 0
    let putOffMs = 0
    let personTimer: NodeJS.Timeout
    const person = (): void => {
      personTimer = setTimeout(
        () => {
          const id = threads[Math.floor(random() * targets)]!
          const now = Date.now()
          d.engine.wake(id, 'manual')
          putOffMs = Math.max(
            putOffMs,
            d.store.queue.waitingBeat(id)!.notBefore - Date.now(),
            d.store.queue.waitingBeat(id)!.notBefore > now + 1 ? 1 : 0,
          )
          manual++
          asked.get(id)!.add('manual')
          d.engine.tick()
          person()
        },
        -Math.log(1 - random()) * MANUAL_EVERY_MS,
      )
    }
    const times = { burst: [] as number[], drain: [] as number[] }
    const rssBefore = process.memoryUsage.rss()
    let rss = rssBefore
    const burst = lane(times.burst)
    person()
    const beganMs = performance.now()
    let turnMs = beganMs
    for (let i = 0, inTurn = 0; i < wakes; i++) {
      // Each thread is woken at least once.
      const id = threads[i < targets ? i : Math.floor(random() * targets)]!
      const reason = REASONS[Math.floor(random() * REASONS.length)]!
      d.engine.wake(id, reason)
      asked.get(id)!.add(reason)
      if (++inTurn < WAKES_PER_TURN && performance.now() - turnMs < TURN_MS) continue
      await turn()
      if (i % 1000 < WAKES_PER_TURN) rss = Math.max(rss, process.memoryUsage.rss())
      inTurn = 0
      turnMs = performance.now()
    }
    const burstMs = performance.now() - beganMs
    clearTimeout(personTimer!)
    await burst()
    rss = Math.max(rss, process.memoryUsage.rss())

    const drained = lane(times.drain)
    const releasedMs = performance.now()
    const last = new Promise<void>((resolve) => {
      const end = d.engine.onRunEnd(async () => {
        if (d.store.queue.waiting().some((i) => i.kind === 'heartbeat')) return
        end()
        resolve()
      })
    })
    isHeld = false
    release()
    await last
    const drainMs = performance.now() - releasedMs
    await drained()
    const beats = new Map<ThreadId, (readonly WakeReason[])[]>(threads.map((id) => [id, []]))
    for (let before: string | undefined; ; ) {
      const page = d.store.runs.page({ limit: 200, before })
      for (const run of page.runs) if (run.kind === 'heartbeat') beats.get(run.threadId)?.push(run.reasons)
      if (page.next === null) break
      before = page.next
    }
    stopLooking()
    const lost = threads.flatMap((id) =>
      [...asked.get(id)!].filter((r) => !beats.get(id)!.flat().includes(r)).map((r) => `${id} ${r}`),
    )
    return {
      wakes,
      targets,
      wakesPerSecond: wakes / (burstMs / 1000),
      notOneBeat: threads
        .filter((id) => beats.get(id)!.length !== 1)
        .map((id) => `${id} ×${beats.get(id)!.length}`),
      reasons: { asked: [...asked.values()].reduce((sum, s) => sum + s.size, 0), lost },
      manual: { asked: manual, putOffMs },
      burst: timesOf(times.burst),
      drain: timesOf(times.drain),
      drainMs,
      rssGrowthBytes: rss - rssBefore,
    }
  } finally {
    release()
    await d.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function timesOf(list: readonly number[]): Times {
  const sorted = [...list].sort((a, b) => a - b)
  const at = (q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
