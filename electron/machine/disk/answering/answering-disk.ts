import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { performance as ofNode } from 'node:perf_hooks'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, type Result } from '../../../../shared/base/result.ts'
import { formatDuration, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { mountOf } from './mounts.ts'

/** A healthy disk answers within milliseconds, one that spins up within seconds. */
const ANSWER_MS = 10 * SECOND
/** A path that answered is asked again after this: a beat asks for its folder some twenty times within it. */
const ANSWERED_MS = 100
/** Longer than a step on a repository takes that ends by itself; git has bounds of its own below it. */
const STEP_MS = 3 * MINUTE
/** So many times that long a step may take while this process is busy itself, and the disk answers. */
const BUSY_STEPS = 5
/** Of the time of a step: where this process worked for so much of it, the step may have waited for that. */
const BUSY_SHARE = 0.5

export interface AnsweringDisk {
  /** null: the disk under `path` answers. */
  silence(path: string): Promise<Fault | null>
  /**
   * Begins `step` only when the disk under `path` answers, and waits for it for a bounded time; longer while the disk
   * answers and this process is busy itself. A call that the system never comes back from holds a thread of the process,
   * of which there are few: so there is at most one question open for each mount, and nothing begins on a path where a
   * step has not come back. repo.no_answer: the disk is silent. repo.slow: it answers, and the step does not come back.
   */
  ask<T>(path: string, step: () => Promise<Result<T, Fault>>): Promise<Result<T, Fault>>
}

interface Question {
  readonly path: string
  readonly answered: Promise<boolean>
  readonly until: number // monotonic; nobody waits longer for it
}
interface Bounds {
  readonly answerMs: number
  readonly stepMs: number
}

/**
 * `probe`: asks the disk the least that there is to ask; whatever it answers is an answer. `mount`: what holds a
 * path, by the table of the system as it is where `isExact`, else by one that may be a second old. `busySince`: which
 * share of the time from its call this process has worked, 0 to 1.
 */
export function createAnsweringDisk(
  probe: (path: string) => Promise<unknown> = stat,
  { answerMs, stepMs }: Bounds = { answerMs: ANSWER_MS, stepMs: STEP_MS },
  mount: (path: string, isExact: boolean) => string = systemMounts(),
  busySince: () => () => number = loopBusySince,
): AnsweringDisk {
  const asked = new Map<string, Question>() // by mount: those that are open
  const [lost, lately] = [lostSteps(), answeredLately()]

  /** The system takes longer to tell its mounts than most disks to answer: exactly only while one is asked. */
  function mountNow(path: string): string {
    if (asked.size === 0) return mount(path, false)
    const open = [...asked.values()]
    asked.clear()
    for (const question of open) {
      const on = mount(question.path, true)
      if (!asked.has(on)) asked.set(on, question)
    }
    return mount(path, true)
  }

  function questionAbout(path: string): Question {
    const on = mountNow(path)
    const open = asked.get(on)
    if (open !== undefined) return open
    const isOver = (): boolean => [...asked].some(([key, of]) => of === question && asked.delete(key))
    const answered = probe(path).then(isOver, isOver)
    const question: Question = { path, answered, until: performance.now() + answerMs }
    asked.set(on, question)
    return question
  }

  async function isAnswering(path: string): Promise<boolean> {
    if (lately.has(path)) return true
    const { answered, until } = questionAbout(path)
    const isAnswered = (await within(answered, Math.max(0, until - performance.now()))) !== null
    if (isAnswered) lately.add(path)
    return isAnswered
  }

  async function silence(path: string): Promise<Fault | null> {
    const before = lost.why(path)
    if (before !== null) return before
    return (await isAnswering(path)) ? null : noAnswer(path, answerMs)
  }

  return {
    silence,
    async ask(path, step) {
      const silent = await silence(path)
      if (silent !== null) return err(silent)
      const work = step()
      for (let times = 1; ; times++) {
        const busy = busySince()
        const result = await within(work, stepMs)
        if (result !== null) return result
        const isBusy = busy() >= BUSY_SHARE
        const answers = await isAnswering(path)
        if (answers && isBusy && times < BUSY_STEPS) continue
        const why = answers ? tooSlow(path, stepMs * times) : noAnswer(path, stepMs)
        lost.leave(path, why, work)
        return err(why)
      }
    },
  }
}

/** By path and not by mount: another disk may be mounted below one that has just answered. */
function answeredLately() {
  const at = new Map<string, number>() // monotonic
  return {
    has: (path: string): boolean => performance.now() - (at.get(path) ?? -Infinity) < ANSWERED_MS,
    add(path: string): void {
      const now = performance.now()
      for (const [other, since] of at) if (now - since >= ANSWERED_MS) at.delete(other)
      at.set(path, now)
    },
  }
}

/** Steps that did not come back in time, by their path: nothing begins there until they do. */
function lostSteps() {
  const lost = new Map<string, { readonly steps: number; readonly why: Fault }>()
  const count = (path: string, by: number, why: Fault): void => {
    const steps = (lost.get(path)?.steps ?? 0) + by
    if (steps === 0) lost.delete(path)
    else lost.set(path, { steps, why })
  }
  return {
    /** Of the last of them; null: all are back. */
    why: (path: string): Fault | null => lost.get(path)?.why ?? null,
    leave(path: string, why: Fault, work: Promise<unknown>): void {
      count(path, 1, why)
      const isBack = (): void => count(path, -1, why)
      work.then(isBack, isBack)
    },
  }
}

function loopBusySince(): () => number {
  const from = ofNode.eventLoopUtilization()
  return () => ofNode.eventLoopUtilization(from).utilization
}

const noAnswer = (path: string, ms: number): Fault =>
  fault('repo.no_answer', `${path} has not answered for ${formatDuration(ms)}`)

const tooSlow = (path: string, ms: number): Fault =>
  fault(
    'repo.slow',
    `something asked of ${path} has not come back for ${formatDuration(ms)}, though its disk answers`,
  )

/** null: it did not come in time. What came while this process was busy with something else is taken first. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(resolve, null)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const MOUNTS_KNOWN_MS = SECOND

function systemMounts(): (path: string, isExact: boolean) => string {
  let known = { text: '', at: -Infinity }
  return (path, isExact) => {
    const now = performance.now()
    if (isExact || now - known.at > MOUNTS_KNOWN_MS) known = { text: readMounts(), at: now }
    return mountOf(path, known.text)
  }
}

/** A file of the system's own, which is never on a disk. '': this system has none. */
function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}
