import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ItemId, RunId } from '../../../../shared/base/ids.ts'
import { openHost } from '../../../host/host.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { createStore } from '../../../store/store.ts'
import { settingsInMemory } from '../../../store/testing/settings-in-memory.ts'
import { randomId } from '../../../machine/clock/ids.ts'
import { createRouterClient } from '@orpc/server'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'
import { runAndKill } from './run-and-kill.ts'

interface KillResult {
  readonly rounds: number
  readonly accepted: number
  readonly interrupted: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /**
   * Interrupted heartbeats that were neither waiting nor running when the first tick after the restart had
   * passed.
   */
  readonly notRequeued: readonly string[]
}

/**
 * The killed process: the real host over real repositories, taking messages and beats until it dies. Prints
 * what it accepted.
 */
export async function beKilled(folder: string): Promise<never> {
  const opened = await openHost({
    dataDir: join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const client = createRouterClient(opened.value.router, { context: { origin: 'test' as const } })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const threads = opened.value.snapshot().threads
  const isOnItsWay = ({ running, waiting }: (typeof threads)[number]): boolean =>
    running?.kind === 'heartbeat' || waiting.some((w) => w.kind === 'heartbeat')
  say(`ready ${JSON.stringify(threads.filter(isOnItsWay).map((t) => t.id))}`)
  for (let n = 0; ; n++) {
    const thread = threads[n % threads.length]!
    const text = `message-${process.pid}-${n}`
    const { itemId } = await client.messages.send({ to: thread.id, text })
    say(`accepted ${itemId} ${text}`)
    await client.beat.start({ id: threads[(n + 1) % threads.length]!.id })
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

/**
 * Kills the process `rounds` times at random moments and counts what was lost or done twice. `again` starts
 * it: [program, …args].
 */
export async function playKills(rounds: number, seed: number, again: readonly string[]): Promise<KillResult> {
  const random = randomFrom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-kill-'))
  const starts = join(folder, 'starts')
  writeFileSync(starts, '')
  await prepare(folder, starts)
  const accepted = new Map<ItemId, string>()
  const lost = new Set<string>()
  const notRequeued: string[] = []
  let interrupted = 0
  let orphanedThreads: string[] = []

  for (let round = 0; round < rounds; round++) {
    await runAndKill([...again, folder], random() * 400, (word, rest) => {
      if (word === 'accepted') {
        const [id, text] = rest.split(' ')
        accepted.set(id as ItemId, text!)
      }
      if (word === 'ready') {
        const served = JSON.parse(rest) as string[]
        notRequeued.push(...orphanedThreads.filter((t) => !served.includes(t)))
      }
    })

    const opened = openDatabase(join(folder, 'data', 'threadbeat.db'))
    if (!opened.ok) throw new Error(opened.error.message)
    const store = createStore(opened.value.db, randomId, settingsInMemory())
    for (const [item, text] of accepted)
      if (store.runs.ofItem(item) === null && !store.queue.isWaiting(item)) lost.add(text)
    const orphans = store.runs.running()
    interrupted += orphans.length
    orphanedThreads = orphans
      .filter((o) => o.kind === 'heartbeat' && !wasRecovery(store.runs.detail(o.id as RunId)?.reasons))
      .map((o) => o.threadId)
    store.close()
  }
  const counts = new Map<string, number>()
  for (const line of readFileSync(starts, 'utf8').split('\n'))
    if (line.startsWith('message-')) counts.set(line, (counts.get(line) ?? 0) + 1)
  const doubled = [...counts].filter(([, n]) => n > 1).map(([text, n]) => `${text} ×${n}`)
  rmSync(folder, { recursive: true, force: true })
  return { rounds, accepted: accepted.size, interrupted, lost: [...lost], doubled, notRequeued }
}

const wasRecovery = (reasons: readonly string[] | undefined): boolean =>
  reasons?.includes('recovery') ?? false

async function prepare(folder: string, starts: string): Promise<void> {
  const agent = join(folder, 'agent.sh')
  writeFileSync(
    agent,
    `read -r first\nprintf '%s\\n' "$first" >> '${starts}'\nsleep 0.0$(( $$ % 9 ))\necho HEARTBEAT_OK\n`,
  )
  const opened = await openHost({
    dataDir: join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const client = createRouterClient(opened.value.router, { context: { origin: 'test' as const } })
  await client.settings.change({ caps: [] }) // more starts than a day has by the usual ones
  for (const name of ['a', 'b', 'c']) {
    const path = join(folder, name)
    if (!existsSync(path)) mkdirSync(path)
    execFileSync('git', ['init', '-q', path])
    const { added } = await client.threads.add({ paths: [path], trust: false })
    await client.threads.setAgent({
      id: added[0]!.id,
      agent: { kind: 'command', argv: ['/bin/sh', agent], env: {} },
      confirmed: true,
    })
    await client.threads.trust({ id: added[0]!.id, on: true })
  }
  await opened.value.stop('wait')
}
