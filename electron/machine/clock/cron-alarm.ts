import { createTask, type Logger, type ScheduledTask } from 'node-cron'
import type { Alarms, CronTime } from '../../engine/ports/ports.ts'
import { parseCron } from '../../../shared/schedule/cron.ts'
import { DAY, isTimeZone } from '../../../shared/base/time.ts'

/**
 * The alarms of cron jobs, rung by node-cron. `report` gets what a ring throws, and which alarm could not be
 * armed or ended; the others ring all the same.
 */
export function createCronAlarms(report: (error: unknown) => void): Alarms {
  const tasks = new Map<string, readonly ScheduledTask[]>()
  let isClosed = false
  let ring = (): void => {}

  const attempt = (what: string, action: () => void): boolean => {
    try {
      action()
      return true
    } catch (cause) {
      report(new Error(what, { cause }))
      return false
    }
  }
  const ringSafely = (): void => {
    if (!isClosed) attempt('an alarm came to nothing', ring)
  }
  const end = (ended: readonly ScheduledTask[]): void => {
    for (const task of ended) attempt(`alarm "${task.getPattern()}" is not ended`, () => void task.destroy())
  }
  /** None where it cannot be armed. */
  function start({ expr, timeZone }: CronTime): readonly ScheduledTask[] {
    const started: ScheduledTask[] = []
    const isStarted = attempt(`no alarm for "${expr}" in ${timeZone}`, () => {
      const task = taskOf({ expr, timeZone }, ringSafely)
      started.push(task)
      void task.start()
    })
    if (isStarted) return started
    end(started)
    return []
  }
  /** `arm([])` before a suspend also spares node-cron going through each moment that was slept through. */
  function armAll(list: readonly CronTime[]): void {
    const wanted = new Map(list.map((time) => [`${time.timeZone} ${time.expr}`, time]))
    for (const [key, armed] of tasks) {
      if (wanted.has(key)) continue
      tasks.delete(key)
      end(armed)
    }
    for (const [key, time] of wanted)
      if (!tasks.has(key))
        tasks.set(
          key,
          expressionsFor(time.expr).flatMap((expr) => start({ ...time, expr })),
        )
  }

  return {
    arm(list, ringNow) {
      ring = ringNow
      armAll(isClosed ? [] : list)
    },
    /** A timer points at the wrong moment then: all are stopped and started. */
    rearm() {
      for (const task of [...tasks.values()].flat())
        attempt(`alarm "${task.getPattern()}" is not started again`, () => {
          void task.stop()
          void task.start()
        })
    },
    close() {
      isClosed = true
      armAll([])
    },
  }
}

const quiet: Logger = { info() {}, debug() {}, warn() {}, error() {} }

function taskOf({ expr, timeZone }: CronTime, ring: () => void): ScheduledTask {
  // node-cron makes a task that can be neither started nor destroyed
  if (!isTimeZone(timeZone)) throw new RangeError(`"${timeZone}" is no time zone`)
  return createTask(expr, ring, {
    timezone: timeZone,
    missedExecutionTolerance: DAY,
    suppressMissedWarning: true,
    unref: true,
    logger: quiet,
  })
}

/** node-cron wants both day and weekday to fit: where one is enough, there is a task for each. */
function expressionsFor(expr: string): readonly string[] {
  const cron = parseCron(expr)
  if (!cron.ok || !cron.value.eitherDay) return [expr]
  const [minute, hour, day, month, weekday] = cron.value.expr.split(' ')
  return [`${minute} ${hour} ${day} ${month} *`, `${minute} ${hour} * ${month} ${weekday}`]
}
