import { createRouterClient, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { onTestFinished, vi } from 'vitest'
import { LIVE_TEXT } from '../../shared/contract/live-text.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { createApi } from '../../electron/engine/api/handlers.ts'
import type { ApiContext } from '../../electron/engine/api/parts.ts'
import type { Launcher } from '../../electron/engine/ports/desktop.ts'
import type { Ports } from '../../electron/engine/ports/ports.ts'
import { scenario, type Scenario } from '../../electron/engine/testing/scenario.ts'
import type { Script } from '../../electron/engine/testing/world/world.ts'
import { longFiles } from '../../electron/machine/disk/long-file.ts'
import { openIncoming } from '../../electron/host/incoming.ts'
import type { Client } from '../client/bridge.ts'
import { openFolder } from './data-folder.ts'
import {
  handOverOf,
  shellOf,
  updatesOf,
  USUAL_MACHINE,
  webhookServer,
  withMachine,
  type Machine,
} from './machine.ts'
import type { TestHub } from './hub.ts'
import { NOON } from './noon.ts'

/**
 * The real engine over a history in memory, as the window reaches it: by the contract over a message port.
 * Time is the engine's own: the window's `Date` shows it, it moves by `pass`, and with the hands of a real
 * clock once a window is open.
 */
export interface WindowHost extends Scenario {
  readonly machine: Machine
  /** The contract without a window. */
  readonly client: Client
  readonly openPort: () => MessagePort
  /** Every call of a window that does something, newest last: "threads.pause {…}". */
  readonly calls: string[]
  /** Every other call of a window, the same way. */
  readonly asks: string[]
  /** Methods that are answered with a fault, such as "jobs.list". */
  readonly broken: Set<string>
  /** What the runner of this thread does; else `script` says. */
  does(name: string, script: Script): void
  /** Lets time pass. */
  pass(ms: number): Promise<void>
  /** The computer sleeps so long. */
  sleep(ms: number): Promise<void>
  /** A beat that a person asks for, to its end. */
  beat(name: string): Promise<void>
  id(name: string): ThreadId
  thread(name: string): ThreadView
  snapshot(): Snapshot
  /** Ends every channel, as a restart would. */
  dropLive(): void
}

interface HostOptions {
  readonly start?: number
  readonly settings?: Partial<Settings>
  readonly machine?: Partial<Machine>
  readonly demo?: boolean
  readonly ports?: (usual: Ports) => Ports
  /** Timers of the window that stand too, until the test moves them. */
  readonly timers?: readonly ('setInterval' | 'clearInterval')[]
  /** A folder for the history, settings.json, backups and archives (`dataFolder`); absent: all in memory. */
  readonly dataFolder?: string
  /** Puts the command line into a folder of the PATH. */
  readonly launcher?: Launcher
  /** The other machines; absent: no machine can be joined with this one. */
  readonly hub?: Pick<TestHub, 'door' | 'pushed'>
  /** Keeps the whole output of runs. */
  readonly outputs?: NonNullable<Ports['outputs']>
}

/** Ends with the test that opened it. */
export async function openHost(options: HostOptions = {}): Promise<WindowHost> {
  const machine: Machine = { ...USUAL_MACHINE, ...options.machine }
  const updates = updatesOf(machine)
  const { start = NOON } = options
  const folder = options.dataFolder === undefined ? null : openFolder(options.dataFolder)
  const s = await scenario({
    start,
    ...(folder !== null && { database: folder.database, settings: folder.settings }),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    timeStyle: { hours: 24, date: 'dmy' },
    ...(options.outputs !== undefined && { outputs: options.outputs }),
    ...(options.demo !== undefined && { demo: options.demo }),
    ...(options.hub !== undefined && { others: options.hub.pushed, hub: 'none' as const }),
    ports: (usual) => withMachine(machine, { ...(options.ports ?? ((same) => same))(usual), updates }),
  })
  if (options.settings !== undefined) s.store.settings.change(options.settings)
  vi.useFakeTimers({ toFake: ['Date', ...(options.timers ?? [])] }) // it stands, and the engine's clock moves it
  vi.setSystemTime(start)
  updates.onChange(s.engine.tick)

  let turn = Promise.resolve()
  const inTurn = (move: () => Promise<void>): Promise<void> =>
    (turn = turn.then(async () => {
      await move()
      vi.setSystemTime(s.clock.now())
    }))
  const pass = (ms: number): Promise<void> => inTurn(() => s.clock.advance(ms))
  const incoming = openIncoming(
    s.store,
    s.engine,
    s.ports.log,
    (problem) => s.views.setProblem('webhook', problem),
    webhookServer,
  )
  await incoming.follow()
  const router = createApi({
    ...s,
    incoming,
    shell: shellOf(machine, updates),
    handOver: handOverOf(machine),
    longFiles,
    launcher: options.launcher,
    diagnose: async () => machine.checks,
    keeping: folder?.keepingOf(s, machine),
    ...(options.hub !== undefined && { hub: options.hub.door }),
  })
  const channels = openChannels(router)
  const scripts = new Map<string, Script>()
  s.script = (spec) => scripts.get(spec.repoPath.slice(1))?.(spec) ?? {}
  const client = createRouterClient(router, { context: { origin: 'window' } }) as Client

  let hands: ReturnType<typeof runHands> | null = null
  const thread = (name: string): ThreadView => {
    const found = s.views.snapshot().threads.find((t) => t.name === name)
    if (found === undefined) throw new Error(`There is no thread ${name}.`)
    return found
  }
  onTestFinished(async () => {
    await hands?.end()
    channels.drop()
    await incoming.close()
    await s.stop()
    vi.useRealTimers()
  })
  return Object.assign(s, {
    machine,
    client,
    ...channels.seen,
    openPort: () => {
      hands ??= runHands(pass)
      return channels.open()
    },
    does: (name: string, script: Script) => void scripts.set(name, script),
    pass,
    sleep: (ms: number) => inTurn(() => s.clock.sleep(ms)),
    async beat(name: string) {
      await client.beat.start({ id: thread(name).id, anyway: true })
      await pass(0)
    },
    id: (name: string) => thread(name).id,
    thread,
    snapshot: s.views.snapshot,
    dropLive: channels.drop,
  })
}

/** Goes on where a test stops the timers of the window. */
const realTimeout = setTimeout

/** Virtual time keeps step with the real one from now on. */
function runHands(pass: (ms: number) => Promise<void>): { end(): Promise<void> } {
  const PAUSE_MS = 5
  let isOver = false
  const done = (async () => {
    for (let at = performance.now(); !isOver; ) {
      await new Promise((resolve) => realTimeout(resolve, PAUSE_MS))
      const passedMs = Math.floor(performance.now() - at)
      at += passedMs
      await pass(passedMs)
    }
  })()
  return {
    end: () => {
      isOver = true
      return done
    },
  }
}

/** Last words of methods that change nothing. */
const READS = new Set(
  (
    'live snapshot scan tierCosts slots beats wait timeline list runs preview pages foresee explain dryRun plan ' +
    'incoming page session spend get follow output attachment read versions version authors templates ' +
    'timings gitKeep issuePage search openOf file generations importPlan choose chooseFolders index counts ' +
    'count position find figures reliability retention openers notificationSettings doctor autostart commandLine report updates ' +
    'attach trials records suspects results whileAway others outcomes asked toldRun status details'
  ).split(' '),
)

/** The router behind message ports, as the desktop serves it to a window. */
function openChannels(router: ReturnType<typeof createApi>) {
  const seen = { calls: [] as string[], asks: [] as string[], broken: new Set<string>() }
  const ports = new Set<MessagePort>()
  const handler = new RPCHandler<ApiContext>(router, {
    customJsonSerializers: [LIVE_TEXT],
    clientInterceptors: [
      ({ path, input, next }) => {
        const method = path.join('.')
        const list = READS.has(path.at(-1) ?? '') ? seen.asks : seen.calls
        list.push(`${method} ${JSON.stringify(input ?? null)}`)
        if (seen.broken.has(method))
          throw new ORPCError('UNAVAILABLE', { message: 'The history cannot be opened: the disk is full.' })
        return next()
      },
    ],
  })
  return {
    seen,
    open(): MessagePort {
      const { port1, port2 } = new MessageChannel()
      ports.add(port2)
      handler.upgrade(port2, { context: { origin: 'window' } })
      port2.start()
      return port1
    },
    drop(): void {
      for (const port of ports) port.close()
      ports.clear()
    },
  }
}
