import { messageOf } from '../../../shared/base/error-message.ts'
import { fault, WriteRefused, type Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Ports } from '../ports/ports.ts'
import { createTimer } from '../pulse/timers.ts'

/** Each answers after how many ms it is to be done again; 0: when it is wanted. */
export type Works<W extends string> = Readonly<Record<W, () => Promise<Result<number, Fault>>>>

/** Things that are done one after the other, each when it is wanted or its time has come. */
interface Turns<W extends string> {
  want(work: W): void
  /** After that time at the latest, with whatever wants it until then. */
  wantWithin(work: W, ms: number): void
  /** Nothing is begun any more. null: nobody need be told. */
  end(what: Fault | null): void
  /** When what was begun is done. */
  idle(): Promise<void>
}

interface TurnParts<W extends string> extends Pick<Ports, 'clock' | 'log'> {
  readonly works: Works<W>
  /** Called once, with the fault that ended it. */
  readonly over: (fault: Fault) => void
}

/** `order`: in which they are done, where several are wanted. */
export function createTurns<W extends string>(
  order: readonly W[],
  { clock, log, works, over }: TurnParts<W>,
): Turns<W> {
  const timer = createTimer(clock, 'hub visit')
  const wanted = new Set<W>()
  const due = new Map<W, number>() // monotonic
  let working: Promise<void> | null = null
  let isOver = false

  function end(what: Fault | null): void {
    if (isOver) return
    isOver = true
    timer.clear()
    // Not before whoever made this has it.
    if (what !== null) void Promise.resolve(what).then(over)
  }
  function go(): void {
    if (working !== null || isOver) return
    working = workOff().then(() => {
      working = null
      if (wanted.size > 0) go()
      else arm()
    })
  }
  const next = (): W | null => order.find((work) => wanted.has(work)) ?? null
  /** Never rejects. */
  async function workOff(): Promise<void> {
    try {
      for (let work = next(); work !== null && !isOver; work = next()) {
        wanted.delete(work)
        const done = await works[work]()
        if (!done.ok) end(done.error)
        else if (done.value > 0) due.set(work, clock.monotonicMs() + done.value)
      }
    } catch (error) {
      if (!isOver) end(faultOf(error, log))
    }
  }
  function arm(): void {
    if (isOver || due.size === 0) return
    timer.setAfter(Math.max(0, Math.min(...due.values()) - clock.monotonicMs()), () => {
      const now = clock.monotonicMs()
      for (const [work, at] of due) if (at <= now && due.delete(work)) wanted.add(work)
      go()
    })
  }

  return {
    want(work) {
      wanted.add(work)
      go()
    },
    wantWithin(work, ms) {
      if (isOver || due.has(work)) return
      due.set(work, clock.monotonicMs() + ms)
      if (working === null) arm()
    },
    end,
    idle: async () => void (await working),
  }
}

function faultOf(error: unknown, log: Ports['log']): Fault {
  const message = messageOf(error)
  if (error instanceof WriteRefused) return fault('store.disk_full', message)
  log('error', 'bug.caught', { where: 'hub', message })
  return fault('bug', message)
}
