import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { writeMembership } from '../../../electron/machine/hub/membership.ts'
import { fleet } from '../light/fleet.ts'
import { inTurns, ratio, timed, type Section } from '../light/figure.ts'
import { beat, serve } from '../light/serve.ts'
import { value } from './stage.ts'

const BEATS = 100

/** Beats of a machine whose hub takes every connection and never answers, beside one that has joined none. */
export const blackHole: Section = async (folder) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const [joined, alone] = await Promise.all(
    ['joined', 'alone'].map((name) => {
      mkdirSync(path.join(folder, name))
      return fleet(path.join(folder, name), 5)
    }),
  )
  value(
    writeMembership(joined!, {
      machine: '11111111-1111-4111-8111-111111111111',
      host: '127.0.0.1',
      port: (silent.address() as AddressInfo).port,
      database: 'hub',
      ca: null,
      role: 'nobody',
      password: 'unused',
      nextPassword: null,
    }),
  )
  const [ours, bare] = [await serve(joined!), await serve(alone!)]
  try {
    const beatOf = ({ client, threads }: typeof ours) => timed(() => beat(client, threads[0]!.id, 'quick'))
    const turns = await inTurns(BEATS, { ours: () => beatOf(ours), bare: () => beatOf(bare) })
    return [ratio('a beat while the hub is silent ÷ one without a hub', turns, { goal: 1.02, most: 1.15 })]
  } finally {
    await ours.end()
    await bare.end()
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
}
