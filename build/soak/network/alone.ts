import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { socketClient, type Client } from '../../../electron/cli/kit/socket-client.ts'
import { commandUnderTest } from '../../../electron/cli/testing/command.ts'
import { makeFleet } from '../../../electron/host/repositories.ts'
import { findSocket } from '../../../electron/machine/network/socket-path.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { addThread } from '../../../electron/cli/drill/app.ts'
import { countedOf, inOwnNetwork, type Counted } from './own-network.ts'
import { git, listOf, makeRepository } from '../../../electron/cli/drill/repository.ts'

interface Alone {
  readonly beats: number
  readonly outcomes: Readonly<Record<string, number>>
  /** After all beats over a fleet whose remotes, if any, are folders of this machine. */
  readonly quiet: Counted
  /** After one beat more, of a thread whose remote a person configured at an address of the internet. */
  readonly withRemote: Counted
}

/** Of a network for documentation (RFC 5737): nobody is asked, wherever this runs. */
const REMOTE = 'http://203.0.113.7/api.git'

/** The real `serve` without a way out: each thread of the demo's fleet beats so many times in each tier. */
export async function playAlone(rounds: number): Promise<Alone> {
  const command = commandUnderTest('alone')
  await command.bundled()
  const dataDir = path.join(command.root, 'data')
  const [program, ...args] = inOwnNetwork(process.execPath, command.bundle, '--data-dir', dataDir, 'serve')
  const serving = spawn(program, args, { env: command.env, stdio: ['ignore', 'pipe', 'ignore'] })
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
