import { createTask, type Logger, type ScheduledTask } from 'node-cron'
import type { Alarms, CronTime } from '../../engine/ports/ports.ts'
import { parseCron } from '../../../shared/schedule/cron.ts'
import { DAY, isTimeZone, MINUTE } from '../../../shared/base/time.ts'

/**
 * The alarms of cron jobs, rung by node-cron. `report` gets what a ring throws, and which alarm could not be
 * armed or ended; the others ring all the same.
 */
export function createCronAlarms(report: (error: unknown) => void): Alarms {
  const a: Armed = { report, tasks: new Map(), ring: () => undefined, isClosed: false }
  return {
    arm(list, ring) {
      a.ring = ring
      armAll(a, a.isClosed ? [] : list)
    },
    /** A timer points at the wrong moment then: all are stopped and started. */
    rearm() {
      for (const task of [...a.tasks.values()].flat())
        attempt(a, `alarm "${task.getPattern()}" is not started again`, () => {
          void task.stop()
          void task.start()
        })
    },
    close() {
      a.isClosed = true
      armAll(a, [])
    },
  }
}

interface Armed {
  readonly report: (error: unknown) => void
  readonly tasks: Map<string, readonly ScheduledTask[]> // by time zone and expression
  ring: () => void
  isClosed: boolean
}

/** `arm([])` before a suspend also spares node-cron going through each moment that was slept through. */
function armAll(a: Armed, list: readonly CronTime[]): void {
  const times = new Map(list.map((time) => [`${time.timeZone} ${time.expr}`, time]))
  for (const [key, armed] of a.tasks) {
    if (times.has(key)) continue
    a.tasks.delete(key)
    end(a, armed)
  }
  for (const [key, time] of times)
    if (!a.tasks.has(key))
      a.tasks.set(
        key,
        expressionsFor(time.expr).flatMap((expr) => start(a, { ...time, expr })),
      )
}

/** None where it cannot be armed. */
function start(a: Armed, { expr, timeZone }: CronTime): readonly ScheduledTask[] {
  const started: ScheduledTask[] = []
  const ringSafely = (): void => {
    if (!a.isClosed) attempt(a, 'an alarm came to nothing', a.ring)
  }
  const isStarted = attempt(a, `no alarm for "${expr}" in ${timeZone}`, () => {
    const task = taskOf({ expr, timeZone }, ringSafely)
    started.push(task)
    void task.start()
  })
  if (isStarted) return started
  end(a, started)
  return []
}

function end(a: Armed, tasks: readonly ScheduledTask[]): void {
  for (const task of tasks) attempt(a, `alarm "${task.getPattern()}" is not ended`, () => void task.destroy())
}

/** False: it threw, and was reported. */
function attempt({ report }: Armed, what: string, action: () => void): boolean {
  try {
    action()
    return true
  } catch (cause) {
    report(new Error(what, { cause }))
    return false
  }
}

const quiet: Logger = { info() {}, debug() {}, warn() {}, error() {} }

function taskOf({ expr, timeZone }: CronTime, ring: () => void): ScheduledTask {
  // node-cron makes a task that can be neither started nor destroyed
  if (!isTimeZone(timeZone)) throw new RangeError(`"${timeZone}" is no time zone`)
  const task = createTask(expr, ring, {
    timezone: timeZone,
    missedExecutionTolerance: DAY,
    suppressMissedWarning: true,
    unref: true,
    logger: quiet,
  })
  return neverLookingBack(task)
}

/** What is missed since is decided by the store: it need not be gone through. */
const LOOKED_BACK_MS = 5 * MINUTE

/**
 * node-cron goes from each match to the next until it has reached the clock, which after a jump of a year are half a
 * million. What it asks for its next match is asked from shortly before the clock's time instead.
 */
function neverLookingBack(task: ScheduledTask): ScheduledTask {
  const { timeMatcher } = task as unknown as { timeMatcher: { getNextMatch(after: Date): Date } }
  const nextMatch = timeMatcher.getNextMatch.bind(timeMatcher)
  timeMatcher.getNextMatch = (after) =>
    nextMatch(new Date(Math.max(after.getTime(), Date.now() - LOOKED_BACK_MS)))
  return task
}

/** node-cron wants both day and weekday to fit: where one is enough, there is a task for each. */
function expressionsFor(expr: string): readonly string[] {
  const cron = parseCron(expr)
  if (!cron.ok || !cron.value.eitherDay) return [expr]
  const [minute, hour, day, month, weekday] = cron.value.expr.split(' ')
  return [`${minute} ${hour} ${day} ${month} *`, `${minute} ${hour} * ${month} ${weekday}`]
}
