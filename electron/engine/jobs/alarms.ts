import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'

interface AlarmParts {
  readonly ports: Pick<Ports, 'clock' | 'alarms'>
  readonly store: Pick<Store, 'jobs'>
  readonly pulse: Pick<Pulse, 'tick'>
}

/**
 * Each cron job that is on has an alarm, which rings a tick at its time: the tick decides what is due. A ring
 * that never comes costs half a minute, until the next pulse. Asked for at each tick, so it asks the port only
 * when the list has changed.
 */
export function armAlarms({ ports: { clock, alarms }, store, pulse }: AlarmParts): () => void {
  let armed = ''
  return () => {
    const crons = store.jobs
      .list()
      .flatMap(({ pause, nextDueAt, schedule }) =>
        pause === null && nextDueAt !== null && schedule.kind === 'cron'
          ? [{ expr: schedule.expr, timeZone: schedule.timeZone || clock.timeZone }]
          : [],
      )
    const list = JSON.stringify(crons)
    if (list === armed) return
    armed = list
    alarms.arm(crons, pulse.tick)
  }
}
