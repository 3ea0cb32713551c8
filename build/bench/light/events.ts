import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { timeWakes } from '../../../electron/engine/testing/soak/wake-times.ts'
import { root } from '../../machine/machine.mjs'
import { endOf } from './desktop.ts'
import { inTurns, ratio, timed, type Figure, type Section } from './figure.ts'
import { serve } from './serve.ts'
import { fleet } from './fleet.ts'

const AT_ONCE = 16
const EVENTS = 640
const ROUNDS = 9

/** What a wake costs in the engine, and what events cost over the socket. */
export const events: Section = async (folder) => [await wakes(), await overSocket(folder)]

async function wakes(): Promise<Figure> {
  const { raw, committed } = await timeWakes(500)
  return {
    name: 'wake committed ÷ one commit',
    value: committed.p50 / raw.p50,
    unit: '',
    goal: 1.5,
    most: 2,
    from: `${committed.p50.toFixed(2)} and ${raw.p50.toFixed(2)} ms, medians of ${committed.count} in turns`,
  }
}

/** Beside a bare server of node:http that inserts each into a table, as durably, in a process of its own. */
async function overSocket(folder: string): Promise<Figure> {
  const { client, threads, end } = await serve(await fleet(folder, 60))
  const socket = path.join(folder, 'bare.sock')
  const bare = spawn(
    process.execPath,
    [
      path.join(root, 'build/run-ts.mjs'),
      path.join(root, 'build/bench/light/bare-server.ts'),
      socket,
      path.join(folder, 'bare.db'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(bare.stdout, 'data')
  let sent = 0
  const ours = async (): Promise<void> => {
    const n = sent++
    const to = threads[n % threads.length]!.id
    await client.events.add({ to, text: `fact ${n}`, source: 'cli', wake: 'next', trusted: true } as never)
  }
  try {
    const turns = await inTurns(ROUNDS, {
      ours: () => timed(() => storm(ours)),
      bare: () => timed(() => storm(() => post(socket, `fact ${sent++}`))),
    })
    return ratio(`${EVENTS} events over the socket, ${AT_ONCE} at once ÷ bare server`, turns, {
      goal: 1.25,
      most: 4,
    })
  } finally {
    await endOf(bare)
    await end()
  }
}

async function storm(send: () => Promise<void>): Promise<void> {
  let left = EVENTS
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await send()
    }),
  )
}

const post = (socket: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = http.request(
      { createConnection: () => connect(socket), path: '/events', method: 'POST' },
      (response) => response.resume().once('end', () => resolve()),
    )
    sent.once('error', reject)
    sent.end(JSON.stringify({ text }))
  })
