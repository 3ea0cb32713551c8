import { nextJobDue } from '../../../shared/jobs/job-schedule.ts'
import type { Alarms, Clock, CronTime } from '../ports/ports.ts'

/** Alarms on a clock of the test, exactly on time. `isLost`: asked at each ring; true: it never comes. */
export function virtualAlarms(clock: Clock, isLost: () => boolean): Alarms {
  let ends: (() => void)[] = []
  let armed: readonly CronTime[] = []
  let ring = (): void => {}

  function follow(time: CronTime): void {
    const at = nextJobDue({ kind: 'cron', ...time }, clock.now(), clock.timeZone)
    if (at === null) return
    // A timer comes early where its time is far away: then it is set again.
    const wait = (): void => {
      const index = ends.length
      ends[index] = clock.setTimer(at, () => {
        if (clock.now() < at) return wait()
        follow(time)
        if (!isLost()) ring()
      })
    }
    wait()
  }
  function rearm(): void {
    for (const end of ends) end()
    ends = []
    for (const time of armed) follow(time)
  }
  return {
    arm(list, ringNow) {
      ring = ringNow
      armed = list
      rearm()
    },
    rearm,
    close() {
      armed = []
      rearm()
    },
  }
}
