import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, type Result } from '../../../../shared/base/result.ts'
import { formatDuration, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { mountOf } from './mounts.ts'

/** A healthy disk answers within milliseconds, one that spins up within seconds. */
const ANSWER_MS = 10 * SECOND
/** Longer than any step on a repository takes that ends by itself; git has bounds of its own below it. */
const STEP_MS = 3 * MINUTE

export interface AnsweringDisk {
  /** null: the disk under `path` answers. */
  silence(path: string): Promise<Fault | null>
  /**
   * Begins `step` only when the disk under `path` answers, and waits for it for a bounded time. A call that the
   * system never comes back from holds a thread of the process, of which there are few: so there is at most
   * one question open for each mount, and nothing begins on a path where a step has not come back.
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
 * path, by the table of the system as it is where `isExact`, else by one that may be a second old.
 */
export function createAnsweringDisk(
  probe: (path: string) => Promise<unknown> = stat,
  { answerMs, stepMs }: Bounds = { answerMs: ANSWER_MS, stepMs: STEP_MS },
  mount: (path: string, isExact: boolean) => string = systemMounts(),
): AnsweringDisk {
  const asked = new Map<string, Question>() // by mount: those that are open
  const lost = new Map<string, number>() // by path: steps that did not come back in time

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

  async function silence(path: string): Promise<Fault | null> {
    if ((lost.get(path) ?? 0) > 0) return noAnswer(path, stepMs)
    const { answered, until } = questionAbout(path)
    const leftMs = until - performance.now()
    const isAnswered = leftMs > 0 && (await within(answered, leftMs)) !== null
    return isAnswered ? null : noAnswer(path, answerMs)
  }

  return {
    silence,
    async ask(path, step) {
      const silent = await silence(path)
      if (silent !== null) return err(silent)
      const work = step()
      const result = await within(work, stepMs)
      if (result !== null) return result
      lost.set(path, (lost.get(path) ?? 0) + 1)
      const isBack = (): void => {
        const left = (lost.get(path) ?? 1) - 1
        if (left === 0) lost.delete(path)
        else lost.set(path, left)
      }
      work.then(isBack, isBack)
      return err(noAnswer(path, stepMs))
    },
  }
}

const noAnswer = (path: string, ms: number): Fault =>
  fault('repo.no_answer', `${path} has not answered for ${formatDuration(ms)}`)

/** null: it did not come in time. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)))
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
