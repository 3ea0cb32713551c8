import type { Clock, Ports } from '../../ports/ports.ts'

/** Of a process that died no timer fires. */
export const mortalClock = (clock: Clock, isAlive: () => boolean): Clock => ({
  now: clock.now,
  monotonicMs: clock.monotonicMs,
  timeZone: clock.timeZone,
  get style() {
    return clock.style
  },
  setTimer: (at, fn) => clock.setTimer(at, () => (isAlive() ? fn() : undefined)),
})

/** Of a process that died no answer comes back. `hangs`: nor does that of this call ("agents.run"). */
export function mortalPorts(ports: Ports, isAlive: () => boolean, hangs: (call: string) => boolean): Ports {
  const guarded = <T extends object>(name: string, port: T): T =>
    new Proxy(port, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        const call = `${name}.${String(key)}`
        if (typeof member === 'object' && member !== null) return guarded(call, member)
        if (typeof member !== 'function') return member
        return (...args: readonly unknown[]) => {
          const answer: unknown = Reflect.apply(member, target, args)
          if (!(answer instanceof Promise)) return answer
          if (isAlive() && hangs(call)) return new Promise(() => {})
          return answer.then((value: unknown) => (isAlive() ? value : new Promise(() => {})))
        }
      },
    })
  const doors = Object.entries(ports).map(([name, port]) => [
    name,
    typeof port === 'object' ? guarded(name, port as object) : port,
  ])
  return { ...Object.fromEntries(doors), clock: ports.clock } as unknown as Ports
}
