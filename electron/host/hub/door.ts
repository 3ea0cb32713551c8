import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { messageOf } from '../../../shared/base/error-message.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { readOutcomes } from '../../../shared/hub/others/read-outcomes.ts'
import type { HubView } from '../../../shared/hub/status.ts'
import { letterOf, MAIL_EXPIRES_MS, sendOver } from '../../engine/hub/letter.ts'
import { endSilence } from '../../engine/hub/others/silence.ts'
import { createHubLink, type HubLink } from '../../engine/hub/link.ts'
import type { Others } from '../../engine/hub/others/others.ts'
import type { Engine } from '../../engine/loop/engine.ts'
import type { HubDoor, HubReach, HubSession } from '../../engine/ports/hub.ts'
import type { Documents } from '../../engine/playbook/documents.ts'
import type { Ports } from '../../engine/ports/ports.ts'
import type { Store } from '../../engine/ports/store.ts'
import type { Views } from '../../engine/views/views.ts'
import { hubProblem } from '../problems.ts'
import { readMembership, type Membership } from '../../machine/hub/membership.ts'

export interface OwnedHubDoor extends HubDoor {
  /**
   * From now on what others are told of is written down, where the machine has joined a hub. Before anything runs.
   * `isInTouch` false: a command without the app, which leaves it to the app to tell them. Never rejects: nothing here
   * waits for a hub, or fails with it.
   */
  follow(isInTouch: boolean): Promise<void>
  /** The machine is about to sleep, or is back. Nothing waits for it. */
  sleeps(isAsleep: boolean): void
  close(): Promise<void>
}

interface DoorParts {
  readonly dataDir: string
  readonly ports: Ports
  readonly store: Store
  readonly documents: Documents
  readonly engine: Engine
  readonly views: Views
  readonly others: Others
  readonly version: string // of Threadbeat
}

const OFF: HubView = {
  is: 'off',
  connectedSince: null,
  lastFault: null,
  nextTryAt: null,
  waiting: 0,
  skewMs: null,
}

/** The client of PostgreSQL is read when it is needed: without a hub never. */
const postgres = (): Promise<typeof import('../../machine/hub/postgres.ts')> =>
  import('../../machine/hub/postgres.ts')

export function createHubDoor(parts: DoorParts): OwnedHubDoor {
  const { dataDir, ports, store } = parts
  const held = holdLink(parts)
  let isFollowing = false
  /** Nothing more is written for others, and what was written is gone. */
  async function part(): Promise<void> {
    await held.end()
    forgetFleet(parts)
  }

  return {
    async follow(isInTouch) {
      isFollowing = isInTouch
      const membership = await readMembership(dataDir)
      if (!membership.ok) {
        ports.log('warn', 'hub.lost', { ...membership.error })
        return parts.views.setProblem('hub', hubProblem(membership.error.message))
      }
      if (membership.value === null) return
      try {
        if (isInTouch) await held.begin(membership.value)
        else store.hub.join(ports.ids<string>('epo'), ports.clock.now)
      } catch (error) {
        // A full disk, say: what would have been told is found by comparing, after a later start.
        ports.log('error', 'bug.caught', { where: 'hub', message: messageOf(error) })
      }
    },
    sleeps: held.sleeps,
    async close() {
      isFollowing = false
      await held.end()
    },
    async status() {
      const membership = await readMembership(dataDir)
      if (!membership.ok) return membership
      return ok({ membership: placeOf(membership.value), link: held.view() })
    },
    ...asking(dataDir),
    ...withOthers(parts, held),
    ...joining(parts, held, () => isFollowing),
    async leave() {
      const left = await (await postgres()).administration.leave(dataDir, held.view().is === 'connected')
      if (left.ok) await part()
      return left
    },
    async forget() {
      const forgotten = (await postgres()).administration.forget(dataDir)
      if (forgotten.ok) await part()
      return forgotten
    },
  }
}

/** `isFollowing`: whether the way to the hub is held from then on. */
const joining = (
  { dataDir, version }: DoorParts,
  held: ReturnType<typeof holdLink>,
  isFollowing: () => boolean,
): Pick<HubDoor, 'join' | 'makeHere' | 'rotate'> => ({
  async join(code, as) {
    const joined = await (await postgres()).administration.join(dataDir, code, { ...as, version })
    if (!joined.ok) return joined
    if (isFollowing()) await held.begin(joined.value)
    return ok(placeOf(joined.value)!)
  },
  async makeHere(as) {
    const here = await (await postgres()).administration.makeHere(dataDir, { ...as, version })
    if (!here.ok) return here
    if (here.value.is === 'missing') return ok(here.value)
    const { membership, blocked } = here.value
    if (isFollowing()) await held.begin(membership)
    return ok({ is: 'made', membership: placeOf(membership)!, blocked })
  },
  async rotate() {
    const rotated = await (await postgres()).administration.rotate(dataDir)
    if (!rotated.ok || !isFollowing()) return rotated
    const membership = await readMembership(dataDir)
    if (!membership.ok) return err(membership.error)
    await held.end(false)
    if (membership.value !== null) await held.begin(membership.value)
    return ok(undefined)
  },
})

function forgetFleet(parts: DoorParts): void {
  parts.others.end()
  parts.views.setProblem('hub', null)
  endSilence(parts)
  parts.store.hub.leave()
}

/** The one way to the hub, while there is one. */
function holdLink(parts: DoorParts) {
  let link: HubLink | null = null
  let turns = 0 // a link that is made while another turn began is not begun
  return {
    view: (): HubView => link?.view() ?? OFF,
    sleeps: (isAsleep: boolean): void => link?.visit()?.sleeps(isAsleep),
    session: (): HubSession | null => link?.visit()?.session ?? null,
    async begin(membership: Membership): Promise<void> {
      const turn = ++turns
      const made = await linkOf(membership, parts)
      if (turn !== turns) return
      link = made
      parts.views.setProblem('hub', null)
      parts.others.begin(membership.machine, hostname())
      link.start()
    },
    async end(tells = true): Promise<void> {
      turns++
      const ending = link
      link = null
      await ending?.stop(tells)
    },
  }
}

type Asking = Pick<HubDoor, 'details' | 'fleet' | 'init' | 'upgrade' | 'remove' | 'invite' | 'answer'>

/** What changes nothing here, each over a connection of its own. */
const asking = (dataDir: string): Asking => ({
  details: async () => (await postgres()).administration.status(dataDir),
  fleet: async () => (await postgres()).administration.fleet(dataDir),
  init: async (url, ca, reach) => (await postgres()).administration.initHub({ url, ca }, given(reach)),
  upgrade: async (url, ca) => (await postgres()).administration.upgradeHub({ url, ca }),
  remove: async (url, ca, machine) => (await postgres()).administration.removeMachine({ url, ca }, machine),
  invite: async (reach) => (await postgres()).administration.invite(dataDir, given(reach)),
  answer: async (id) => (await postgres()).administration.answer(dataDir, id),
})

/** From memory, or over the connection that is there, or over one of its own. */
const withOthers = (
  { dataDir, ports: { clock }, others }: DoorParts,
  held: ReturnType<typeof holdLink>,
): Pick<HubDoor, 'others' | 'list' | 'asked' | 'toldRun' | 'outcomes' | 'send'> => ({
  others: others.details,
  list: others.lists.of,
  asked: () => others.asked()?.list() ?? [],
  toldRun: (machine, run) => others.asked()?.toldRun(machine, run) ?? null,
  async outcomes(asked) {
    const told = await (held.session()?.outcomes(asked) ??
      (await postgres()).administration.outcomes(dataDir, asked))
    return told.ok ? ok(readOutcomes(told.value, clock.now())) : told
  },
  async send(mail) {
    const id = randomUUID()
    const now = clock.now()
    const session = held.session()
    const expiresInMs = MAIL_EXPIRES_MS
    const sent = await (session === null
      ? (await postgres()).administration.send(dataDir, { ...letterOf(mail), id, now, expiresInMs })
      : sendOver(session, { ...mail, id }, now, held.view().skewMs ?? 0))
    if (!sent.ok) return sent
    others.asked()?.note(id, mail)
    return ok(id)
  },
})

const given = ({ host, port }: HubReach) => ({
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port }),
})

const placeOf = (membership: Membership | null) =>
  membership && {
    machine: membership.machine,
    host: membership.host,
    port: membership.port,
    database: membership.database,
  }

async function linkOf(membership: Membership, parts: DoorParts): Promise<HubLink> {
  const { ports, store, documents, engine, views, others, version } = parts
  const { createPostgresHub } = await postgres()
  return createHubLink({
    ports,
    store,
    documents,
    engine,
    views,
    others,
    version,
    machine: membership.machine,
    hub: createPostgresHub({
      membership,
      warn: (message) => ports.log('warn', 'hub.lost', { code: 'hub.unreachable', message }),
    }),
    random: Math.random,
  })
}
