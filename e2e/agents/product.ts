import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterEach, expect } from 'vitest'
import { findMarked, marksOf } from '../../electron/machine/process/marks.ts'
import { testFolder } from '../../electron/machine/agents/testing/folders.ts'
import { makeRepository } from '../../electron/host/repositories.ts'
import type { Notice } from '../../electron/engine/ports/desktop.ts'
import { openHost, type Host } from '../../electron/host/host.ts'
import { loadDriver } from '../../electron/store/connection/driver.ts'
import type { Billing, CliConfig } from '../../shared/agents/agent-config.ts'
import { parse } from '../../shared/playbook/doc.ts'
import type { Task } from '../../shared/playbook/model.ts'
import type { ItemId, RunId, ThreadId } from '../../shared/base/ids.ts'
import { ok } from '../../shared/base/result.ts'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { SessionMode } from '../../shared/threads/modes.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { startModelServer, type ModelServer, type Recorded, type Script } from '../harness/model-server.ts'
import { pointed, type TestedCli } from '../harness/model-server-clients.ts'
import { Announcements } from '../harness/waiting.ts'

/** Its words stand nowhere else: where they turn up, they came from this file. */
export const PLAYBOOK = `# Heartbeat: quokka

## Urgent Flags

(none)

## Quick Tasks

- [ ] Run \`git status\`; report uncommitted files of the quokka
- [ ] Tell whether the notes about the quokka are still true

## Hourly Tasks

- [ ] Count the visitors of the quokka

## Daily Tasks

- [ ] Weigh the quokka

## Notes

The quokka lives in src.
`
const ONLY_THERE = /quokka/i
/** A quoted line of these tiers within the JSON of a request, up to its end. */
const lineOf = (tiers: readonly Tier[]): RegExp => new RegExp(`> (?:${tiers.join('|')}):.*?(?=\\\\n)`, 'g')

type Client = ReturnType<typeof createRouterClient<Host['router'], Record<never, never>>>

/**
 * The whole product on a data folder of its own, with one repository whose thread a real agent CLI works.
 */
export interface Product {
  readonly client: Client
  readonly host: Host
  readonly server: ModelServer
  readonly id: ThreadId
  readonly dataDir: string
  readonly repo: string
  readonly file: string // its HEARTBEAT.md
  readonly home: string // of the CLI
  readonly agent: CliConfig
  /** As many as are awaited; more only show when the host has stopped, which lets all deliveries end. */
  noticed(count: number): Promise<readonly Notice[]>
  tasks(): readonly Task[]
  /** Asks for a beat and waits for its end. `anyway`: also while the runner rests. */
  beat(tier?: Tier, how?: { readonly anyway: true }): Promise<RunDetail>
  message(text: string): Promise<RunDetail>
  /** Asks now and at each news of the engine. */
  until<T>(what: string, ask: () => Promise<T | null>): Promise<T>
  /** Starts something, and stops it as soon as `when` says so. */
  stopped(start: Promise<{ readonly itemId: ItemId }>, when: () => true | null): Promise<RunDetail>
  /** The requests of the agent since the last look. */
  newlyAsked(): readonly Recorded[]
}

interface Options {
  /** The template of the app, and all settings as they are for a new user. */
  readonly asNew?: true
  readonly session?: SessionMode
  readonly profiles?: CliConfig['profiles']
  readonly pays?: Billing
}

const open: { readonly host: Host; readonly server: ModelServer; readonly dataDir: string }[] = []

afterEach(async () => {
  for (const { host, server, dataDir } of open.splice(0)) {
    const survivors = await findMarked(marksOf(markersOf(dataDir)))
    await host.stop('stop')
    await server.close()
    expect(survivors, 'processes that outlived their run').toEqual([])
    expect(server.complaints, 'what the model server could not understand').toEqual([])
  }
}, 60_000)

export function products(cli: TestedCli): (script: Script, options?: Options) => Promise<Product> {
  const bin = process.env['AGENTS_BIN']
  if (bin === undefined)
    throw new Error('AGENTS_BIN names no folder with the agent CLIs. Run: npm run e2e:agents')
  const folder = testFolder()
  let count = 0

  return async (script, options = {}) => {
    const own = path.join(folder, String(++count))
    const dataDir = path.join(own, 'data')
    mkdirSync(own)
    const server = await startModelServer(script)
    const notices: Notice[] = []
    const news = new Announcements()
    const opened = await openHost({
      dataDir,
      shell: null,
      demo: false,
      notifier: {
        show: (notice) => {
          notices.push(notice)
          news.announce()
          return Promise.resolve(ok(null))
        },
      },
    })
    if (!opened.ok) throw new Error(opened.error.message)
    const host = opened.value
    open.push({ host, server, dataDir })
    host.onSnapshot(() => news.announce())
    const client: Client = createRouterClient(host.router, { context: { origin: 'test' } })

    const repository = await makeRepository(own, 'repository', 'clean')
    const file = path.join(repository.path, 'HEARTBEAT.md')
    if (options.asNew !== true) writeFileSync(file, PLAYBOOK)
    const { added, rejected } = await client.threads.add({
      paths: [repository.path],
      trust: true,
      name: 'The thread',
    })
    expect(rejected).toEqual([])
    const { id } = added[0]!
    // The first beat is one of local checks; what follows are the agent's.
    await news.until('the first beat', () =>
      host.snapshot().threads.find((t) => t.id === id)?.last === null ? null : true,
    )
    const home = path.join(own, 'home')
    const agent: CliConfig = {
      kind: 'cli',
      cli,
      program: path.join(bin, cli),
      models: {},
      fallbackModels: [],
      efforts: {},
      profiles: options.profiles ?? {},
      bypassUntil: null,
      env: pointed(cli, server, home, options.pays),
    }
    await client.threads.setAgent({ id, confirmed: true, agent })
    // A new user has the template of the app and its own choice of when an agent starts.
    if (options.asNew !== true) await client.threads.change({ id, gate: 'changes' })
    if (options.session !== undefined) await client.threads.change({ id, session: options.session })

    let looked = 0
    const ended = async (itemId: ItemId): Promise<RunDetail> => {
      const run = await client.beat.wait({ itemId })
      if (run === null) throw new Error(`${itemId} was cancelled`)
      return client.runs.get({ id: run.id })
    }
    return {
      client,
      host,
      server,
      id,
      dataDir,
      repo: repository.path,
      file,
      home,
      agent,
      noticed: (count) =>
        news.until(`${count} notices`, () => (notices.length >= count ? notices : null), {
          seen: () => notices,
        }),
      tasks: () => parse(readFileSync(file, 'utf8')).tasks,
      beat: async (tier = 'quick', how) => ended((await client.beat.start({ id, tier, ...how })).itemId),
      until: (what, ask) => news.until(what, ask, { timeoutMs: 60_000 }),
      message: async (text) => ended((await client.messages.send({ to: id, text })).itemId),
      async stopped(start, when) {
        const { itemId } = await start
        await server.until('the moment to stop', when, 60_000)
        const runId = await news.until<RunId>(
          'the run',
          () => host.snapshot().threads.find((t) => t.id === id)?.running?.runId ?? null,
        )
        // What is looked for after each test can be found at all.
        if (process.platform === 'linux')
          expect(await findMarked(marksOf(markersOf(dataDir)))).not.toEqual([])
        await client.beat.stop({ runId })
        return ended(itemId)
      },
      newlyAsked() {
        const since = server.asked.slice(looked)
        looked = server.asked.length
        return since
      },
    }
  }
}

/** The agent was asked exactly what is on record, and of the list it was told the lines that are due, quoted. */
export function expectHonestPrompt(run: RunDetail, asked: readonly Recorded[]): void {
  const first = asked[0]
  if (first === undefined || run.prompt === null)
    throw new Error('the model was not asked, or no prompt is on record')
  expect(
    first.prompts.some((text) => text.includes(run.prompt!)),
    `the recorded prompt in ${JSON.stringify(first.prompts)}`,
  ).toBe(true)
  // All that was sent, also what the CLI adds, and descriptions of tools.
  const all = JSON.stringify(first.body)
  expect(run.tiers.length === 0 ? all : all.replaceAll(lineOf(run.tiers), '')).not.toMatch(ONLY_THERE)
}

/** Markers of all runs: a process that carries one belongs to a run that has ended. */
function markersOf(dataDir: string): readonly string[] {
  const db = loadDriver().open(path.join(dataDir, 'threadbeat.db'), { readOnly: true })
  try {
    return db
      .prepare('SELECT marker FROM runs')
      .all()
      .map((row) => String(row['marker']))
  } finally {
    db.close()
  }
}
