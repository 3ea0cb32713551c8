import { execFileSync, spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { socketClient, type Client } from '../../../cli/kit/socket-client.ts'
import { openHost } from '../../../host/host.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { createStore } from '../../../store/store.ts'
import { settingsInMemory } from '../../../store/testing/settings-in-memory.ts'
import { randomId } from '../../../machine/clock/ids.ts'
import { findSocket } from '../../../machine/network/socket-path.ts'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'

interface EventKillResult {
  readonly rounds: number
  readonly accepted: number
  /** Runs that were cut off or failed after they had been given events. */
  readonly failedShowings: number
  /** Accepted and gone, beyond what the prompts count as dropped. */
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  /** Made room for newer ones, and told so in a prompt that was worked or waiting to be told. */
  readonly dropped: number
  /**
   * Accepted ones that stand in no worked prompt, and unanswered ones of which nobody knows whether they
   * were dropped: dropped lies between the first and their sum.
   */
  readonly missing: number
  readonly unsure: number
  /** Prompts on record as worked that no agent was seen to get. */
  readonly neverSeen: number
}

const KEPT = 'threadbeat.db'
const THREADS = ['a', 'b', 'c']
/** More than are kept, so that a queue overflows now and then. */
const FLOOD = 30

/** The process that is killed: the real host, served over its real socket, until it dies. */
export async function serveEvents(folder: string): Promise<never> {
  const opened = await openHost({
    dataDir: join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  process.stdout.write('ready\n')
  return new Promise(() => {})
}

/**
 * Adds numbered events over the socket and kills the process between their acceptance and the end of the
 * run that shows them, `rounds` times; then lets the rest be worked, and looks for each event in the
 * prompts (ARCHITECTURE I7). `again` starts the process.
 */
export async function playEventKills(
  rounds: number,
  seed: number,
  again: readonly string[],
): Promise<EventKillResult> {
  const random = randomFrom(seed)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadbeat-events-')))
  const prompts = join(folder, 'prompts')
  mkdirSync(prompts)
  const accepted = new Set<string>()
  const unanswered = new Set<string>()
  try {
    const ids = await prepare(folder, prompts)
    const serving = async (use: (client: Client, kill: () => void) => Promise<void>): Promise<void> => {
      const child = spawn(again[0]!, [...again.slice(1), folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      const exited = new Promise((resolve) => child.once('exit', resolve))
      await Promise.race([
        exited,
        new Promise<void>((resolve) =>
          createInterface({ input: child.stdout }).once('line', () => resolve()),
        ),
      ])
      await use(socketClient(findSocket(join(folder, 'data'))), () => void child.kill('SIGKILL'))
      child.kill('SIGKILL')
      await exited
    }
    let number = 0
    for (let round = 0; round < rounds; round++)
      await serving(async (client, kill) => {
        let alive = true
        const killIn = (ms: number): void =>
          void setTimeout(() => {
            alive = false
            kill()
          }, ms)
        // Half of the deaths anywhere, half of them right behind a claim.
        const anywhere = random() < 0.5
        if (anywhere) killIn(random() * 700)
        let beats = 0
        const wanted = 1 + Math.floor(random() * 3)
        while (alive) {
          const which = Math.floor(random() * THREADS.length)
          for (let left = random() < 0.02 ? FLOOD : 1 + Math.floor(random() * 2); left > 0 && alive; left--) {
            const text = `event ${THREADS[which]} ${++number} end`
            unanswered.add(text)
            const taken = await client.events
              .add({ to: ids[which]!, text, source: 'cli', wake: 'now', trusted: true })
              .catch(() => null)
            if (taken === null) return
            unanswered.delete(text)
            accepted.add(text)
          }
          if ((await client.beat.start({ id: ids[which]! }).catch(() => null)) === null) return
          if (!anywhere && ++beats === wanted) killIn(random() * 300)
          await new Promise((resolve) => setTimeout(resolve, random() * 200))
        }
      })
    await serving((client) => workOff(client, ids))
    return judge(folder, prompts, rounds, accepted, unanswered, ids)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Beats by hand until a prompt has been worked with nothing left to wait: an agent that fails is asked again.
 * What a run holds does not count as waiting, and comes back when that run turns out to be lost.
 */
async function workOff(client: Client, ids: readonly ThreadId[]): Promise<void> {
  for (const id of ids)
    for (;;) {
      const { itemId } = await client.beat.start({ id })
      const run = await client.beat.wait({ itemId })
      const { waiting, dropped } = await client.events.timeline({ id, limit: 1 })
      if (run?.fault === null && waiting === 0 && dropped === 0) break
    }
}

function judge(
  folder: string,
  prompts: string,
  rounds: number,
  accepted: ReadonlySet<string>,
  unanswered: ReadonlySet<string>,
  ids: readonly ThreadId[],
): EventKillResult {
  const opened = openDatabase(join(folder, 'data', KEPT))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const seen = new Set(readdirSync(prompts).map((name) => readFileSync(join(prompts, name), 'utf8')))
  const shown = new Map<string, number>()
  let dropped = ids.reduce((sum, id) => sum + store.events.waiting(id).dropped, 0)
  let failedShowings = 0
  let neverSeen = 0
  for (let before: string | undefined; ; ) {
    const page = store.runs.page({ limit: 200, before })
    for (const run of page.runs) {
      const prompt = store.runs.detail(run.id)?.prompt ?? ''
      const texts = prompt.match(/event [abc] \d+ end/g) ?? []
      const count = Number(/\((\d+) older events? (?:was|were) dropped/.exec(prompt)?.[1] ?? 0)
      if (
        run.fault !== null ||
        run.outcome === 'interrupted' ||
        run.outcome === 'stopped' ||
        run.outcome === null
      ) {
        if (texts.length > 0) failedShowings++
        continue
      }
      if (prompt !== '' && !seen.has(prompt)) neverSeen++
      dropped += count
      for (const text of texts) shown.set(text, (shown.get(text) ?? 0) + 1)
    }
    if (page.next === null) break
    before = page.next
  }
  store.close()
  const missing = [...accepted].filter((text) => !shown.has(text))
  // never answered: perhaps never there, perhaps dropped
  const unsure = [...unanswered].filter((text) => !shown.has(text)).length
  const overcounted =
    dropped > missing.length + unsure
      ? [`${dropped} are said to be dropped, at most ${missing.length + unsure} can be`]
      : []
  const unexplained = missing.length > dropped ? missing : overcounted
  return {
    rounds,
    accepted: accepted.size,
    failedShowings,
    lost: unexplained,
    twice: [...shown].filter(([, n]) => n > 1).map(([text, n]) => `${text} ×${n}`),
    dropped,
    missing: missing.length,
    unsure,
    neverSeen,
  }
}

/** Three repositories whose agent keeps what it was given, takes a moment, and fails each eighth time. */
async function prepare(folder: string, prompts: string): Promise<readonly ThreadId[]> {
  const agent = join(folder, 'agent.sh')
  writeFileSync(
    agent,
    `f='${prompts}'/$$.$(date +%s%N)\ncat > "$f"\nsleep 0.0$(( $$ % 9 ))\n[ $(( $$ % 8 )) = 0 ] && ` +
      `exit 3\necho HEARTBEAT_OK\n`,
  )
  const opened = await openHost({
    dataDir: join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const client = socketClient(opened.value.socketPath)
  await client.settings.change({ caps: [], maxRuns: 8, maxHeartbeats: 7 })
  const ids: ThreadId[] = []
  for (const name of THREADS) {
    const path = join(folder, name)
    execFileSync('git', ['init', '-q', path])
    const id = (await client.threads.add({ paths: [path], trust: false })).added[0]!.id
    await client.threads.setAgent({
      id,
      agent: { kind: 'command', argv: ['/bin/sh', agent], env: {} },
      confirmed: true,
    })
    // What is counted as dropped is to be of the numbered ones alone.
    await client.threads.change({ id, sources: { playbook: 'off' } })
    await client.threads.trust({ id, on: true })
    ids.push(id)
  }
  await opened.value.stop('wait')
  return ids
}
