import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BUILT_INS } from '../../../../shared/attempts/action.ts'
import { counterOf, newCounters, reduce } from '../../../../shared/attempts/counters.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { randomId } from '../../../machine/clock/ids.ts'
import { createActionFiles } from '../../../machine/disk/actions/action-files.ts'
import type { Database } from '../../../store/connection/driver.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { createStore } from '../../../store/store.ts'
import { settingsInMemory } from '../../../store/testing/settings-in-memory.ts'
import { createActions, type Member } from '../../attempts/actions.ts'
import { createLedger } from '../../attempts/ledger.ts'
import { randomFrom } from '../model/random.ts'

const RULE = { direction: 'lower', minGain: { kind: 'absolute', by: 0 }, noise: null } as const
const ID = 'thr_1' as ThreadId
const member: Member = { threadId: ID, number: 1, team: 'soak' }
/** Gets better now and then, stalls in between, and fails at times. */
const scoreOf = (run: number): number | null => (run % 7 === 3 ? null : 1000 - Math.floor(run / 9))

/** The process ends by SIGKILL just before its statement number `dieAt` that writes. */
function mortal(db: Database, dieAt: number): Database {
  let writes = 0
  const step = (): void => {
    if (++writes === dieAt) process.kill(process.pid, 'SIGKILL')
  }
  return {
    ...db,
    exec: (text) => (step(), db.exec(text)),
    close: () => db.close(),
    prepare(text) {
      const statement = db.prepare(text)
      return {
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        run: (...values) => (step(), statement.run(...values)),
      }
    },
  }
}

/** The killed process: counts attempts up to `runs` and hands over what is owed, as a message that is queued. */
export function countUntilKilled(folder: string, runs: number, dieAt: number): void {
  const opened = openDatabase(path.join(folder, 'history.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(mortal(opened.value.db, dieAt), randomId, settingsInMemory())
  if (store.threads.get(ID) === null)
    store.threads.add({ id: ID, name: 'a', repoPath: '/a', intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  const clock = { now: () => 1 }
  const actions = createActions({ store, clock, files: createActionFiles(path.join(folder, 'actions')) })
  const ledger = createLedger({ store, clock, actions })
  const serve = (): void =>
    void ledger.handOver(member, {
      session: null,
      best: [],
      also: ({ prompt }) => void store.queue.sendMessage(ID, prompt, 'soak', 1),
    })
  serve()
  for (let run = (store.attempts.list({ threadId: ID }, 1)[0]?.run ?? 0) + 1; run <= runs; run++) {
    const key = `run ${run}`
    ledger.begin(key, member)
    const result = { score: scoreOf(run), class: 'real', title: key, feedback: '', commit: null } as const
    ledger.settle([{ ...result, key, member, rule: RULE, session: null, at: run }])
    serve()
  }
  store.close()
}

/**
 * Kills a counting process at `kills` of its writing steps, one after the other over the same history, and compares
 * what is left in the end with the reducer over all runs. `again` starts it: [program, …args].
 */
export async function playAttemptKills(
  kills: number,
  seed: number,
  again: readonly string[],
): Promise<{ readonly killed: number; readonly problems: readonly string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-attempts-'))
  const random = randomFrom(seed)
  const runs = Math.max(20, Math.ceil(kills / 2))
  let killed = 0
  try {
    for (let left = kills; left >= 0; left--) {
      const dieAt = left === 0 ? 0 : 1 + Math.floor(random() * 12)
      const [program, ...args] = [...again, folder, String(runs), String(dieAt)]
      const child = spawn(program!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      if (signal === 'SIGKILL') killed++
      else if (code !== 0) return { killed, problems: [`the process ended with ${code}`] }
    }
    return { killed, problems: problemsOf(folder, runs) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function problemsOf(folder: string, runs: number): readonly string[] {
  let state = newCounters('lower')
  const given: string[] = []
  for (let run = 1; run <= runs; run++) {
    const event = {
      kind: 'settled',
      agent: ID,
      score: scoreOf(run),
      class: 'real',
      actions: BUILT_INS,
    } as const
    state = reduce(state, { ...event, ...RULE, unseen: 0 }).state
    const delivered = reduce(state, { kind: 'delivered', agent: ID })
    state = delivered.state
    given.push(`${run}: ${delivered.fired.join(' ')}`)
  }
  const opened = openDatabase(path.join(folder, 'history.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const counters = store.attempts.counters('soak')
  const counted = store.attempts.list({ threadId: ID }, runs + 9).map(({ title }) => title)
  const interventions = store.attempts
    .interventions(ID, runs + 9)
    .map(({ attempt, names }) => `${attempt}: ${names.join(' ')}`)
    .reverse()
  const messages = store.queue.waiting('message').length
  store.close()
  const expected = Array.from({ length: runs }, (_, i) => `run ${runs - i}`)
  return [
    ...differing('attempts', expected, counted),
    ...differing('interventions', given, interventions),
    ...differing('messages', [String(runs)], [String(messages)]),
    ...differing(
      'counters',
      [JSON.stringify(counterOf(state, ID))],
      [JSON.stringify(counters === null ? null : counterOf(counters, ID))],
    ),
  ]
}

function differing(what: string, expected: readonly string[], got: readonly string[]): readonly string[] {
  const at = expected.findIndex((one, i) => one !== got[i])
  if (at === -1 && expected.length === got.length) return []
  return [
    `${what}: expected ${expected[at] ?? 'no more'}, got ${got[at === -1 ? expected.length : at] ?? 'nothing'}`,
  ]
}
