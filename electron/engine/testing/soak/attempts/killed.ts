import { writeSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { NO_LIMITS } from '../../../../../shared/attempts/limits.ts'
import { newMetric } from '../../../../../shared/attempts/metric.ts'
import { noiseFloor } from '../../../../../shared/attempts/noise.ts'
import { fault } from '../../../../../shared/base/faults.ts'
import type { ThreadId } from '../../../../../shared/base/ids.ts'
import { err } from '../../../../../shared/base/result.ts'
import { randomId } from '../../../../machine/clock/ids.ts'
import { createActionFiles } from '../../../../machine/disk/actions/action-files.ts'
import { createDroppedResults } from '../../../../machine/disk/actions/dropped-results.ts'
import type { Database } from '../../../../store/connection/driver.ts'
import { openDatabase } from '../../../../store/connection/open.ts'
import { createStore } from '../../../../store/store.ts'
import { settingsInMemory } from '../../../../store/testing/settings-in-memory.ts'
import { createDesk, type Desk } from '../../../attempts/desk.ts'
import { keepLimits } from '../../../attempts/limits.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { Store } from '../../../ports/store.ts'
import { FOLDER, GAIN, NOISE, TEAM, THREADS, type Answer, type Step } from './steps.ts'

/** The process ends by SIGKILL just before its statement number `dieAt` that writes, or just after it; 0: never. */
function mortal(db: Database, dieAt: number, isAfter: boolean): Database {
  let writes = 0
  const dying = <T>(write: () => T): T => {
    const isLast = ++writes === dieAt
    if (isLast && !isAfter) process.kill(process.pid, 'SIGKILL')
    const result = write()
    if (isLast) process.kill(process.pid, 'SIGKILL')
    return result
  }
  return {
    ...db,
    exec: (text) => dying(() => db.exec(text)),
    close: () => db.close(),
    prepare(text) {
      const statement = db.prepare(text)
      return {
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        run: (...values) => dying(() => statement.run(...values)),
      }
    },
  }
}

/** The history with two measured threads, before anything is killed. */
export function prepare(folder: string): void {
  const opened = openDatabase(path.join(folder, 'history.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  for (const id of THREADS) {
    const repoPath = path.join(folder, id)
    store.threads.add({ id, name: id, repoPath, intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
    const spec = { team: TEAM, command: null, direction: 'lower', folder: FOLDER } as const
    const noise = { squares: 1000, freedom: 1000 }
    if (noiseFloor(noise) !== NOISE) throw new Error(`the noise is ${noiseFloor(noise)}`)
    const minGain = { kind: 'absolute', by: GAIN } as const
    store.attempts.saveMetric({ ...newMetric(id, { ...spec, minGain }), noise })
  }
  store.close()
}

const RULE = { direction: 'lower', minGain: { kind: 'absolute', by: GAIN }, noise: NOISE } as const
const LOOKS_APART_MS = 5000 // so that a file that cannot be read is given up by the second look

/** The killed process: does what it is told, line by line, and answers each once it is done. */
export async function workUntilKilled(folder: string, dieAt: number, isAfter: boolean): Promise<void> {
  const opened = openDatabase(path.join(folder, 'history.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(mortal(opened.value.db, dieAt, isAfter), randomId, settingsInMemory())
  let at = 0
  let instant = 0
  const noRepository = async () => err(fault('repo.unreadable', 'no repository here'))
  const ports = {
    // No instant twice: of attempts that begin in one millisecond the history knows no order, and the model has one.
    clock: {
      now: () => (instant = Math.max(instant + 1, Date.now())),
      monotonicMs: () => (at += LOOKS_APART_MS),
    },
    ids: randomId,
    actionFiles: createActionFiles(path.join(folder, 'actions')),
    repositories: {
      results: createDroppedResults().look,
      digests: async () => ({}),
      gitState: noRepository,
      look: noRepository,
    },
    log: (level: string, event: string, fields: unknown) => {
      throw new Error(`${level} ${event} ${JSON.stringify(fields)}`)
    },
  } as unknown as Ports
  const desk = createDesk({ ports, store, environment: {} })
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await done(JSON.parse(line) as Step, { store, desk, ports })
    writeSync(1, `${JSON.stringify(answer)}\n`)
  }
  store.close()
}

interface Parts {
  readonly store: Store
  readonly desk: Desk
  readonly ports: Ports
}

async function done(step: Step, { store, desk, ports }: Parts): Promise<Answer> {
  const memberOf = (id: ThreadId) => desk.memberOf(store.threads.get(id)!)!
  switch (step.do) {
    case 'start':
      desk.settleLost()
      return YES
    case 'begin':
      desk.ledger.begin(step.key, memberOf(step.thread))
      return YES
    case 'settle': {
      const { key, score, class: of } = step
      const words = { title: key, feedback: '', commit: null, session: null, at: ports.clock.now() }
      const member = memberOf(step.thread)
      const counted = desk.ledger.settle([{ ...words, key, score, class: of, member, rule: RULE }])
      return { isYes: counted.length === 1 }
    }
    case 'look':
      return { isYes: true, count: await desk.dropped.look(step.thread) }
    case 'hand over':
      return { isYes: handOver(memberOf(step.thread), desk, store) }
    case 'strike':
      return { isYes: desk.ledger.strike(step.number, step.isStruck) !== null }
    case 'keep limits':
      keepLimits({ ports, store }, step.thread)
      return YES
    case 'set limits': {
      const limits = { ...NO_LIMITS, ...step.limits }
      const metric = { ...desk.metric(step.thread)!, limits, since: store.attempts.here(), reached: [] }
      store.together(() => {
        store.attempts.saveMetric(metric)
        store.alerts.resolve(step.thread, ['metric:limit'], ports.clock.now())
      })
      return YES
    }
    case 'resume':
      store.threads.change(step.thread, { pause: null })
      return YES
    case 'claim':
      return { isYes: desk.deadEnds.claim({ ...step.said, team: TEAM, claim: step.claim }).ok }
    case 'say': {
      const { number, kind } = step
      return { isYes: desk.deadEnds.say({ ...step.said, team: TEAM, number, kind }).ok }
    }
  }
}
const YES: Answer = { isYes: true }

/** As a message that is queued. */
function handOver(member: ReturnType<Desk['memberOf']> & {}, { ledger }: Desk, { queue }: Store): boolean {
  const also = ({ prompt }: { readonly prompt: string }): void =>
    void queue.sendMessage(member.threadId, prompt, 'soak', 1)
  return ledger.handOver(member, { session: null, best: [], also }) !== null
}
