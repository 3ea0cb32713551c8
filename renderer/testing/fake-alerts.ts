import { implement } from '@orpc/server'
import { alertState, UNTIL_CHANGE, type Alert } from '../../shared/alerts/alert.ts'
import { contract } from '../../shared/contract/api.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'

interface Deps {
  readonly fleet: () => FleetView
  readonly threads: () => readonly ThreadView[]
  readonly record: (name: string, input: unknown) => void
  readonly setFleet: (more: Partial<FleetView>) => void
  readonly push: (changed: ThreadView[]) => void
}

/** The alerts of a pretend fleet, in memory: what is done to them is seen on their pages. */
export function alertHandlers({ fleet, threads, record, setFleet, push }: Deps) {
  const os = implement(contract).$context<object>()
  let all: readonly Alert[] = fleet().alerts
  const change = (name: string, input: { readonly ids: readonly string[] }, more: Partial<Alert>): null => {
    record(`alerts.${name}`, input)
    all = all.map((a) => (input.ids.includes(a.id) ? { ...a, ...more } : a))
    const open = all.filter((a) => alertState(a, Date.now()) === 'open')
    const count = (state: string): number => all.filter((a) => alertState(a, Date.now()) === state).length
    setFleet({
      alerts: open,
      inbox: {
        open: open.length,
        snoozed: count('snoozed'),
        acknowledged: count('acknowledged'),
        nextWakeAt: null,
      },
    })
    const touched = new Set(all.filter((a) => input.ids.includes(a.id)).map((a) => a.threadId))
    push(
      threads()
        .filter((t) => touched.has(t.id))
        .map((t) => {
          const left = open.filter((a) => a.threadId === t.id).length
          return {
            ...t,
            openAlerts: left,
            acknowledgedAlerts: all.filter((a) => a.threadId === t.id && a.resolvedAt === null).length - left,
            ...(left === 0 ? { state: 'quiet' as const, because: 'Acknowledged.' } : {}),
          }
        }),
    )
    return null
  }
  return {
    alerts: {
      list: os.alerts.list.handler(({ input }) =>
        all.filter((a) => alertState(a, Date.now()) === input.state),
      ),
      openOf: os.alerts.openOf.handler(({ input }) =>
        all.filter((a) => a.threadId === input.threadId && alertState(a, Date.now()) === 'open'),
      ),
      page: os.alerts.page.handler(({ input }) => {
        const counts = { open: 0, snoozed: 0, acknowledged: 0, resolved: 0 }
        for (const a of all) counts[alertState(a, Date.now())]++
        const wanted = all.filter((a) => alertState(a, Date.now()) === input.state)
        const from = Number(input.after ?? 0)
        const limit = input.limit ?? 50
        return {
          alerts: wanted.slice(from, from + limit),
          next: from + limit < wanted.length ? String(from + limit) : null,
          counts,
        }
      }),
      snooze: os.alerts.snooze.handler(({ input }) =>
        change('snooze', input, { snoozedUntil: input.until === 'change' ? UNTIL_CHANGE : input.until }),
      ),
      acknowledge: os.alerts.acknowledge.handler(({ input }) =>
        change('acknowledge', input, { acknowledgedAt: Date.now(), note: input.note ?? null }),
      ),
      resolve: os.alerts.resolve.handler(({ input }) =>
        change('resolve', input, { resolvedAt: Date.now(), resolvedBy: 'person' }),
      ),
      reopen: os.alerts.reopen.handler(({ input }) => {
        change('reopen', input, {
          resolvedAt: null,
          resolvedBy: null,
          acknowledgedAt: null,
          snoozedUntil: null,
          note: null,
        })
        return input.ids
      }),
      mute: os.alerts.mute.handler(({ input }) => {
        record('alerts.mute', input)
        push(
          threads()
            .filter((t) => t.id === input.threadId)
            .map((t) => ({ ...t, mutedUntil: input.until })),
        )
        return null
      }),
      handOver: os.alerts.handOver.handler(({ input }) => {
        record('alerts.handOver', input)
        return {
          opened: false,
          command:
            "cd /repos/api && claude --add-dir /data/hand-over -- 'Read the file /data/hand-over/alt_1.md first.'",
          file: '/data/hand-over/alt_1.md',
          why: 'No terminal could be opened: there is no desktop to open one on.',
        }
      }),
    },
    incidents: {
      acknowledge: os.incidents.acknowledge.handler(({ input }) => {
        record('incidents.acknowledge', input)
        setFleet({
          incidents: fleet().incidents.map((i) =>
            i.id === input.id ? { ...i, acknowledgedAt: Date.now() } : i,
          ),
        })
        push([])
        return null
      }),
      retry: os.incidents.retry.handler(({ input }) => {
        record('incidents.retry', input)
        return { beats: fleet().incidents.find((i) => i.id === input.id)?.members.length ?? 0 }
      }),
    },
  }
}
