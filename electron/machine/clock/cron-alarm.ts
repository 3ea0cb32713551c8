import { createTask, validateDetailed, type Logger, type ScheduledTask } from 'node-cron'
import { parseCron } from '../../../shared/schedule/cron.ts'
import { DAY, isTimeZone } from '../../../shared/base/time.ts'

/**
 * What node-cron has against the expression, one sentence a field; null: nothing. A second opinion:
 * parseCron is the stricter reader.
 */
export function cronMessage(expr: string): string | null {
  const { valid, errors } = validateDetailed(expr)
  return valid ? null : errors.map(({ message }) => message).join('; ')
}

export interface Alarm {
  readonly expr: string
  readonly timeZone: string // an IANA name
}

/**
 * Precise wake-ups for cron expressions. They are hints: what is due is decided by who is rung, and a ring
 * may come twice, late or, where clocks change, not at all. Never throws.
 */
export interface CronAlarms {
  /**
   * From now on these and no others; the same ones stay armed as they are. One that cannot be armed is
   * reported.
   */
  arm(list: readonly Alarm[]): void
  /**
   * Stops and starts all: after a suspend or a jump of the clock a timer points at the wrong moment.
   * `arm([])` before a suspend also spares node-cron going through each moment that was slept through.
   */
  rearm(): void
  /** Nothing rings afterwards, whatever is armed. */
  close(): void
}

/** `ring` only says that it may be time. `report` gets what it throws, and what could not be armed. */
export function createCronAlarms(
  ring: () => void,
  report: (error: unknown) => void = (error) => console.error('alarm:', error),
): CronAlarms {
  const tasks = new Map<string, readonly ScheduledTask[]>()
  const quiet: Logger = { info() {}, debug() {}, warn() {}, error() {} }
  let isClosed = false

  const attempt = (what: string, action: () => void): boolean => {
    try {
      action()
      return true
    } catch (cause) {
      report(new Error(what, { cause }))
      return false
    }
  }
  const ringSafely = (): void => void (isClosed || attempt('an alarm came to nothing', ring))
  const end = (ended: readonly ScheduledTask[]): void =>
    ended.forEach((task) => attempt(`alarm "${task.getPattern()}" is not ended`, () => void task.destroy()))
  const start = (expr: string, timeZone: string): readonly ScheduledTask[] => {
    const started: ScheduledTask[] = []
    const isStarted = attempt(`no alarm for "${expr}" in ${timeZone}`, () => {
      // node-cron makes a task that can be neither started nor destroyed
      if (!isTimeZone(timeZone)) throw new RangeError(`"${timeZone}" is no time zone`)
      const task = createTask(expr, ringSafely, {
        timezone: timeZone,
        missedExecutionTolerance: DAY,
        suppressMissedWarning: true,
        unref: true,
        logger: quiet,
      })
      started.push(task)
      void task.start()
    })
    if (!isStarted) end(started)
    return isStarted ? started : []
  }
  const arm = (list: readonly Alarm[]): void => {
    const wanted = new Map(isClosed ? [] : list.map((alarm) => [`${alarm.timeZone} ${alarm.expr}`, alarm]))
    for (const [key, armed] of tasks) {
      if (wanted.has(key)) continue
      tasks.delete(key)
      end(armed)
    }
    for (const [key, { expr, timeZone }] of wanted)
      if (!tasks.has(key))
        tasks.set(
          key,
          expressionsFor(expr).flatMap((one) => start(one, timeZone)),
        )
  }

  return {
    arm,
    rearm() {
      for (const armed of tasks.values())
        for (const task of armed)
          attempt(
            `alarm "${task.getPattern()}" is not started again`,
            () => (void task.stop(), void task.start()),
          )
    },
    close() {
      isClosed = true
      arm([])
    },
  }
}

/** node-cron wants both day and weekday to fit: where one is enough, there is a task for each. */
function expressionsFor(expr: string): readonly string[] {
  const read = parseCron(expr)
  if (!read.ok || !read.value.eitherDay) return [expr]
  const [minute, hour, day, month, weekday] = read.value.expr.split(' ')
  return [`${minute} ${hour} ${day} ${month} *`, `${minute} ${hour} * ${month} ${weekday}`]
}
