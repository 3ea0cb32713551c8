import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { socketClient, type Client } from '../../../electron/cli/kit/socket-client.ts'
import { commandUnderTest } from '../../../electron/cli/testing/command.ts'
import { makeFleet } from '../../../electron/host/repositories.ts'
import { findSocket } from '../../../electron/machine/network/socket-path.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { addThread } from '../../../electron/cli/drill/app.ts'
import { git, listOf, makeRepository } from '../../../electron/cli/drill/repository.ts'

/** What the kernel counted in a network of its own, of which only the loopback is up. */
interface Counted {
  /** TCP connections and UDP addresses asked for that no way leads to: all but loopback. */
  readonly outside: number
  readonly connections: number // opened over TCP, to the loopback
  readonly datagrams: number // sent over UDP, to the loopback, where a resolver may be
  readonly packets: number // over the loopback, whoever sent them
}

interface Alone {
  readonly beats: number
  readonly outcomes: Readonly<Record<string, number>>
  /** After all beats over a fleet whose remotes, if any, are folders of this machine. */
  readonly quiet: Counted
  /** After one beat more, of a thread whose remote a person configured at an address of the internet. */
  readonly withRemote: Counted
}

const LOOPBACK_ONLY = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const
/** Of a network for documentation (RFC 5737): nobody is asked, wherever this runs. */
const REMOTE = 'http://203.0.113.7/api.git'

/** Why no network of its own can be had here; null: it can. */
export function cannotBeAlone(): string | null {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  const tried = spawnSync('unshare', [...LOOPBACK_ONLY, 'true'], { encoding: 'utf8' })
  return tried.status === 0 ? null : `no network namespace: ${tried.error?.message ?? tried.stderr.trim()}`
}

/** The real `serve` without a way out: each thread of the demo's fleet beats so many times in each tier. */
export async function playAlone(rounds: number): Promise<Alone> {
  const command = commandUnderTest('alone')
  await command.bundled()
  const dataDir = path.join(command.root, 'data')
  const serving = spawn(
    'unshare',
    [...LOOPBACK_ONLY, process.execPath, command.bundle, '--data-dir', dataDir, 'serve'],
    { env: command.env, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const over = once(serving, 'exit')
  try {
    await Promise.race([once(serving.stdout, 'data'), over])
    const client = socketClient(findSocket(dataDir))
    const fleet = await makeFleet(path.join(command.root, 'fleet'))
    const { added } = await client.threads.add({ paths: fleet.map((made) => made.path), trust: true })
    const outcomes: Record<string, number> = {}
    let beats = 0
    for (let round = 0; round < rounds; round++)
      for (const tier of ['quick', 'hourly', 'daily'] as const)
        for (const outcome of await Promise.all(added.map(({ id }) => beaten(client, id, tier)))) {
          beats++
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
    const quiet = countedOf(serving.pid!)
    await beaten(client, await withRemote(client, command.root), 'hourly')
    return { beats, outcomes, quiet, withRemote: countedOf(serving.pid!) }
  } finally {
    serving.kill('SIGTERM')
    await over
    command.gone()
  }
}

async function beaten(client: Client, id: ThreadId, tier: 'quick' | 'hourly' | 'daily'): Promise<string> {
  const { itemId } = await client.beat.start({ id, tier })
  return (await client.beat.wait({ itemId }))?.outcome ?? 'cancelled'
}

async function withRemote(client: Client, root: string): Promise<ThreadId> {
  const list = listOf('- [ ] Run `git fetch origin`; look for upstream changes')
  const repository = makeRepository(path.join(root, 'remote'), { list })
  git(repository, 'remote', 'add', 'origin', REMOTE)
  git(repository, 'config', 'branch.main.remote', 'origin')
  git(repository, 'config', 'branch.main.merge', 'refs/heads/main')
  return addThread(client, repository)
}

/** Of the namespace that this process is in. */
function countedOf(pid: number): Counted {
  const read = (file: string): string => readFileSync(`/proc/${pid}/net/${file}`, 'utf8')
  const [v4, v6] = [read('snmp'), read('snmp6')]
  const of4 = (protocol: string, name: string): number => {
    const [names = [], values = []] = [...v4.matchAll(new RegExp(`^${protocol}: (.*)$`, 'gm'))].map(
      ([, line = '']) => line.split(' '),
    )
    return numberOf(values[names.indexOf(name)])
  }
  const of6 = (name: string): number => numberOf(new RegExp(`^${name}\\s+(\\d+)$`, 'm').exec(v6)?.[1])
  return {
    outside: of4('Ip', 'OutNoRoutes') + of6('Ip6OutNoRoutes'),
    connections: of4('Tcp', 'ActiveOpens'), // of both versions of IP
    datagrams: of4('Udp', 'OutDatagrams') + of6('Udp6OutDatagrams'),
    packets: numberOf(/^ *lo: *(?:\d+ +){9}(\d+)/m.exec(read('dev'))?.[1]),
  }
}

/** Throws where the kernel counts something under another name: that is no zero. */
function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d+$/.test(text)) throw new Error('the kernel has no such count')
  return Number(text)
}
