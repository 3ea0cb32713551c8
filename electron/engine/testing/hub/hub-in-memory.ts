import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { MINUTE, type Instant } from '../../../../shared/base/time.ts'
import type { Fact } from '../../../../shared/hub/fact.ts'
import type { MachineClass } from '../../../../shared/hub/machine.ts'
import type { Mail, MailVerb } from '../../../../shared/hub/mail.ts'
import type { Hub, HubSession } from '../../ports/hub.ts'
import { answersIn, machinesIn, mailFor, noteStop, outcomesIn, type Kept } from './hub-kept.ts'
import { eventOf, isFor, openIn, withAdvice } from './advice-in-memory.ts'

/** What becomes of a call: `request`: it never comes there. `answer`: it is done, and nobody hears of it. */
export type Trouble = 'none' | 'request' | 'answer'

/** A machine's process, which may die; then no answer comes, and its connection stays for a while. */
export interface Client {
  readonly machine: string
  isDead: boolean
}

interface Connection {
  readonly client: Client
  readonly bells: ((about: 'news' | 'machines') => void)[]
  readonly ends: ((fault: Fault) => void)[]
  isOpen: boolean
}

const GONE = fault('hub.unreachable', 'the connection is gone')

/** A hub as the port describes it, in memory, with everything that can go wrong on the way. */
export function hubInMemory(now: () => Instant, trouble: (call: string) => Trouble = () => 'none') {
  let kept: Kept = { facts: [], states: [], advice: [], mail: [], presences: [], rev: 0, mailSeq: 0 }
  let connections: Connection[] = []
  let isDown = false
  const broken: string[] = [] // rules that a machine broke
  const gone = new Set<string>() // machines that left
  const silences = new Map<string, string>() // who noticed each
  const classes = new Map<string, MachineClass>()

  function end(connection: Connection): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    connections = connections.filter((one) => one !== connection)
    if (!connection.client.isDead) for (const listener of connection.ends) listener(GONE)
  }

  async function call<T>(connection: Connection, name: string, work: () => T): Promise<Result<T, Fault>> {
    const { client } = connection
    const becomes = trouble(name)
    await Promise.resolve()
    if (client.isDead) return new Promise(() => undefined)
    if (!connection.isOpen || isDown || becomes === 'request') {
      end(connection)
      return err(GONE)
    }
    const value = structuredClone(work())
    await Promise.resolve()
    if (client.isDead) return new Promise(() => undefined)
    if (becomes === 'answer' || !connection.isOpen) {
      end(connection)
      return err(GONE)
    }
    return ok(value)
  }

  function take(machine: string, fact: Fact): void {
    const mine = kept.facts.filter((one) => one.machine === machine && one.fact.epoch === fact.epoch)
    const known = mine.find((one) => one.fact.seq === fact.seq)
    if (known !== undefined) {
      if (JSON.stringify(known.fact) !== JSON.stringify(eventOf(fact)))
        broken.push(`${fact.epoch} ${fact.seq} names two facts`)
      return
    }
    if (mine.some((one) => one.fact.seq > fact.seq))
      broken.push(`${fact.epoch} ${fact.seq} comes after a later one`)
    kept.facts.push({ machine, fact: structuredClone(eventOf(fact)) })
    const from = `${fact.epoch} ${String(fact.seq).padStart(12, '0')}`
    kept.advice = withAdvice(kept.advice, machine, fact, { from, rev: ++kept.rev })
    const id = fact.kind === 'thread' ? fact.thread : fact.body['alert']
    if ((fact.kind !== 'thread' && fact.kind !== 'alert') || typeof id !== 'string') return
    const before = kept.states.find((state) => state.machine === machine && state.id === id)
    if (before !== undefined && before.from > from) return
    kept.states = kept.states.filter((state) => state !== before)
    kept.states.push({ machine, id, kind: fact.kind, rev: ++kept.rev, at: fact.at, body: fact.body, from })
  }

  const isConnected = (machine: string): boolean =>
    connections.some((one) => one.isOpen && one.client.machine === machine)
  const machinesNow = () => machinesIn(kept, classes, isConnected).filter(({ id }) => !gone.has(id))

  function ring(about: 'news' | 'machines', whom: (machine: string) => boolean): void {
    for (const one of connections) if (whom(one.client.machine)) one.bells.forEach((bell) => bell(about))
  }
  const ringAt = (machine: string): void => ring('news', (one) => one === machine)

  const ofMail = (id: string) => kept.mail.find((mail) => mail.id === id)

  function session(client: Client): HubSession {
    const connection: Connection = { client, bells: [], ends: [], isOpen: true }
    connections.push(connection)
    const { machine } = client
    const asked = <T>(name: string, work: () => T) => call(connection, name, work)
    return {
      known: () =>
        asked('known', () => {
          const known = new Map<string, number>()
          for (const { machine: of, fact } of kept.facts)
            if (of === machine) known.set(fact.epoch, Math.max(known.get(fact.epoch) ?? 0, fact.seq))
          return known
        }),
      push: (facts) =>
        asked('push', () => {
          facts.forEach((fact) => take(machine, fact))
          ring('news', (one) => one !== machine)
        }),
      tell: (presence) =>
        asked('tell', () => {
          kept.presences.push({ machine, presence, at: now() })
          return { hubNow: now() }
        }),
      stop: () =>
        asked('stop', () => {
          noteStop(kept, machine, now())
          ring('machines', (one) => one !== machine)
        }),
      machines: () => asked('machines', machinesNow),
      states: (afterRev, limit) =>
        asked('states', () =>
          kept.states
            .filter(({ rev, machine: by }) => rev > afterRev && !gone.has(by))
            .sort((a, b) => a.rev - b.rev)
            .slice(0, limit),
        ),
      advice: (afterRev, limit) =>
        asked('advice', () =>
          kept.advice
            .filter(({ rev, machine: by }) => rev > afterRev && !gone.has(by))
            .filter((one) => isFor(machine, one))
            .sort((a, b) => a.rev - b.rev)
            .slice(0, limit),
        ),
      mail: (limit) => asked('mail', () => mailFor(kept, machine, limit, now())),
      settle: (id, endOf, text) =>
        asked('settle', () => {
          const mail = ofMail(id)
          if (mail === undefined) return
          if (mail.end !== null && mail.end !== endOf) broken.push(`mail ${id} ends twice`)
          Object.assign(mail, { end: endOf, text })
          ringAt(mail.by.machine)
        }),
      clearToldRuns: (ids) =>
        asked('clearToldRuns', () => {
          for (const mail of kept.mail.filter(({ verb, end }) => verb === 'fetch-run' && end === 'done')) {
            const isOurs = mail.to === machine || mail.by.machine === machine
            if (mail.expiresAt < now() || (isOurs && (ids?.includes(mail.id) ?? true))) mail.text = ''
          }
        }),
      send: ({ id, to, verb, args, expiresAt }) =>
        asked('send', () => {
          kept.mail.push({
            id,
            to,
            verb,
            args,
            expiresAt,
            seq: ++kept.mailSeq,
            by: { machine, name: machine },
            at: now(),
            end: null,
            text: '',
          })
          ringAt(to)
        }),
      answers: (ids) => asked('answers', () => answersIn(kept, machine, ids, now())),
      outcomes: ({ limit }) =>
        asked('outcomes', () => ({ hubNow: now(), rows: outcomesIn(kept, machine, limit), next: null })),
      openSuggestions: () => asked('openSuggestions', () => openIn(kept.advice, machine)),
      noticeSilence: (of) =>
        asked('noticeSilence', () => {
          const silent = machinesNow().find((one) => one.id === of && one.class === 'server')
          if (silent === undefined || now() - silent.lastSeenAt <= 3 * MINUTE) return false
          const key = `${of} ${silent.lastSeenAt}`
          if (!silences.has(key)) silences.set(key, machine)
          return silences.get(key) === machine
        }),
      onBell: (listener) => void connection.bells.push(listener),
      onEnd: (listener) => void connection.ends.push(listener),
      async close() {
        connection.isOpen = false
        connections = connections.filter((one) => one !== connection)
      },
    }
  }

  return {
    broken,
    get kept() {
      return kept
    },
    hubOf: (client: Client): Hub => ({
      async connect() {
        const becomes = trouble('connect')
        await Promise.resolve()
        if (client.isDead) return new Promise(() => undefined)
        if (isDown || becomes !== 'none') return err(fault('hub.unreachable', 'nobody answers'))
        if (connections.some((one) => one.isOpen && one.client.machine === client.machine))
          return err(fault('hub.copy', `another machine is connected as ${client.machine}`))
        return ok(session(client))
      },
    }),
    /** A dead process' connection is noticed. */
    drop(client: Client): void {
      for (const one of [...connections]) if (one.client === client) end(one)
    },
    cut(): void {
      for (const one of [...connections]) end(one)
    },
    leaves: (machine: string): void => void gone.add(machine),
    setClass: (machine: string, is: MachineClass): void => void classes.set(machine, is),
    setDown(is: boolean): void {
      isDown = is
      if (is) for (const one of [...connections]) end(one)
    },
    connected: (machine: string): boolean => connections.some((one) => one.client.machine === machine),
    /** `rings`: how often the bell rings. */
    send(mail: {
      readonly id: string
      readonly to: string
      readonly from?: string
      readonly verb: MailVerb
      readonly args: Mail['args']
      readonly expiresAt: Instant
      readonly rings: number
    }): void {
      const { rings, from = 'other', ...rest } = mail
      const by = { machine: from, name: 'laptop' }
      kept.mail.push({ ...rest, seq: ++kept.mailSeq, by, at: now(), end: null, text: '' })
      for (let n = 0; n < rings; n++) ringAt(mail.to)
    },
    ring: (): void => ring('news', () => true),
    backUp: (): Kept => structuredClone(kept),
    /** As after a disaster: an older copy, and nobody is connected. */
    restore(copy: Kept): void {
      for (const one of [...connections]) end(one)
      kept = structuredClone(copy)
    },
  }
}
export type HubInMemory = ReturnType<typeof hubInMemory>
