import { fault, type Fault } from '../../shared/base/faults.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { MINUTE, type Instant } from '../../shared/base/time.ts'
import type {
  AskedOfOthers,
  OtherMachine,
  OtherMachines,
  RemoteAlert,
  RemoteOutcome,
  RemoteThread,
} from '../../shared/hub/others/others.ts'
import type { RemoteList } from '../../shared/hub/list.ts'
import { aboutSuggestion } from '../../shared/hub/order.ts'
import type { RemoteSuggestion } from '../../shared/hub/suggested.ts'
import type { ToldRun } from '../../shared/hub/told-run.ts'
import type { HubHere, HubMembership, HubView, Invitation, OutgoingMail } from '../../shared/hub/status.ts'
import type { HubDoor } from '../../electron/engine/ports/hub.ts'
import { NOON } from './noon.ts'

/** What is known of other machines, and what a person asks of the hub: facts in memory, changed by `tell`. */
export interface TestHub {
  readonly door: HubDoor
  /** What the window is pushed of them. */
  readonly pushed: { view(): OtherMachines | null; onChange(listener: () => void): () => void }
  /** null: none was joined. */
  others: OtherMachines | null
  threads: RemoteThread[]
  alerts: RemoteAlert[]
  suggestions: RemoteSuggestion[]
  lists: RemoteList[]
  asked: AskedOfOthers[]
  outcomes: RemoteOutcome[] // newest first
  /** Answers about runs, by machine and run. */
  readonly told: Map<string, ToldRun>
  membership: HubMembership | null
  /** What comes of making this machine the hub. */
  here: HubHere
  /** Why the hub does not answer; null: it does. */
  silent: string | null
  readonly sent: OutgoingMail[]
  /** What was asked of the hub itself, newest last. */
  readonly deeds: string[]
  /** What others told changes, and whoever looks is told. */
  tell(change: (hub: TestHub) => void): void
}

const LINK: HubView = {
  is: 'connected',
  connectedSince: NOON,
  lastFault: null,
  nextTryAt: null,
  waiting: 0,
  skewMs: 0,
}
const INVITATION: Invitation = {
  code: 'tbhub1.c2VjcmV0',
  expiresAt: NOON + 1440 * MINUTE,
  host: 'hub.lan',
  isForThisMachineOnly: false,
  blocked: null,
}

export function testHub(machines: readonly OtherMachine[] | null = []): TestHub {
  const listeners = new Set<() => void>()
  const place = { machine: 'm-here', host: 'hub.lan', port: 5432, database: 'threadbeat' }
  const answered = <T>(value: () => T): Promise<Result<T, Fault>> =>
    Promise.resolve(hub.silent === null ? ok(value()) : err(fault('hub.unreachable', hub.silent)))
  const done = <T>(what: string, value: T): Promise<Result<T, Fault>> =>
    answered(() => {
      hub.deeds.push(what)
      return value
    })
  const elsewhere = (): Promise<never> => Promise.reject(new Error('No window asks for this.'))
  const door: HubDoor = {
    status: async () => ok({ membership: hub.membership, link: LINK }),
    others: () => ({
      rev: hub.others?.rev ?? 0,
      threads: hub.threads,
      alerts: hub.alerts,
      suggestions: hub.suggestions,
      lists: hub.lists.map(({ machine, thread }) => ({ machine, thread })),
    }),
    list: (machine, thread) =>
      hub.lists.find((one) => one.machine === machine && one.thread === thread) ?? null,
    asked: () => hub.asked,
    toldRun: (machine, run) => hub.told.get(`${machine} ${run}`) ?? null,
    outcomes: ({ machine, before, limit }) =>
      answered(() => {
        const all = hub.outcomes.filter((one) => machine === null || one.machine === machine)
        const from = Number(before ?? 0)
        const to = from + limit
        return { rows: all.slice(from, to), next: to < all.length ? String(to) : null }
      }),
    send: (mail) =>
      answered(() => {
        hub.sent.push(mail)
        const { suggestion, alerts, thread, run } = mail.args as Readonly<Record<string, string | string[]>>
        const sug = suggestion === undefined ? undefined : aboutSuggestion(Number(suggestion))
        const about = String(sug ?? alerts?.[0] ?? thread ?? run ?? '')
        hub.asked = [askedOf(`mail-${hub.sent.length}`, mail, about, Date.now()), ...hub.asked]
        return `mail-${hub.sent.length}`
      }),
    invite: (reach) =>
      done(reach.host === undefined ? 'invite' : `invite ${reach.host}`, {
        ...INVITATION,
        host: reach.host ?? INVITATION.host,
      }),
    join: (code, as) =>
      answered(() => {
        hub.deeds.push(`join ${code} ${as.name} ${as.class}`)
        hub.tell(() => {
          hub.membership = place
          hub.others = othersOf([])
        })
        return place
      }),
    rotate: () => done('rotate', undefined),
    leave: () =>
      answered(() => {
        hub.deeds.push('leave')
        hub.tell(() => {
          hub.membership = null
          hub.others = null
        })
        return { events: 40, states: 3, mail: 0 }
      }),
    forget: async () => ok(void hub.deeds.push('forget')),
    details: elsewhere,
    fleet: elsewhere,
    makeHere: ({ name }) =>
      answered(() => {
        hub.deeds.push(`make here as ${name}`)
        if (hub.here.is === 'made')
          hub.tell(() => {
            hub.membership = place
            hub.others = othersOf([])
          })
        return hub.here
      }),
    init: elsewhere,
    upgrade: elsewhere,
    remove: elsewhere,
    answer: elsewhere,
  }
  const hub: TestHub = {
    door,
    pushed: {
      view: () => hub.others,
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    others: machines === null ? null : othersOf(machines),
    threads: [],
    alerts: [],
    suggestions: [],
    lists: [],
    asked: [],
    told: new Map(),
    outcomes: [],
    membership: machines === null ? null : place,
    here: { is: 'made', membership: place, blocked: null },
    silent: null,
    sent: [],
    deeds: [],
    tell(change) {
      change(hub)
      if (hub.others !== null) hub.others = { ...hub.others, rev: hub.others.rev + 1 }
      for (const listener of listeners) listener()
    },
  }
  return hub
}

const othersOf = (machines: readonly OtherMachine[]): OtherMachines => ({
  here: { id: 'm-here', name: 'desk' },
  link: 'connected',
  fault: null,
  heardAt: NOON,
  rev: 1,
  machines,
})

const askedOf = (id: string, { to, verb }: OutgoingMail, about: string, at: Instant): AskedOfOthers => ({
  id,
  machine: to,
  verb,
  about,
  at,
  expiresAt: at + 1440 * MINUTE,
  end: null,
  text: '',
})

export const machineOf = (name: string, more: Partial<OtherMachine> = {}): OtherMachine => ({
  id: `m-${name}`,
  name,
  class: 'workstation',
  version: '0.1.0',
  state: 'live',
  since: null,
  heardAt: NOON,
  skewMs: 0,
  threads: 1,
  openAlerts: 0,
  ...more,
})

export const remoteAlert = (machine: string, text: string, more: Partial<RemoteAlert> = {}): RemoteAlert => ({
  machine: `m-${machine}`,
  id: `alt_${machine}_${text.replaceAll(' ', '_')}` as RemoteAlert['id'],
  thread: null,
  severity: 'warning',
  text,
  raisedAt: NOON - 20 * MINUTE,
  acknowledgedAt: null,
  snoozedUntil: null,
  toldAt: NOON - 3 * MINUTE,
  ...more,
})

export const remoteThread = (
  machine: string,
  name: string,
  more: Partial<RemoteThread> = {},
): RemoteThread => ({
  machine: `m-${machine}`,
  id: `thr_${machine}_${name}` as RemoteThread['id'],
  number: 1,
  name,
  repoPath: `/src/${name}`,
  state: 'quiet',
  because: 'Nothing needs you.',
  isPaused: false,
  lastOutcome: 'quiet',
  lastRun: null,
  lastAt: NOON - 5 * MINUTE,
  openAlerts: 0,
  toldAt: NOON - 3 * MINUTE,
  ...more,
})
