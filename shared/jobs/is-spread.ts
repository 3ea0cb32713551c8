import { parseCron } from '../schedule/cron.ts'
import type { JobSchedule } from './job.ts'

/** Its jobs have places within the spread: a cron expression on the full hour alone. */
export function isSpread(schedule: JobSchedule): boolean {
  const read = schedule.kind === 'cron' ? parseCron(schedule.expr) : null
  return read?.ok === true && read.value.minutes.length === 1 && read.value.minutes[0] === 0
}
