import { expect, it } from 'vitest'
import { fault } from '../../../../shared/base/faults.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import type { HandOver } from '../../ports/desktop.ts'
import { apiClient } from '../../testing/api-client.ts'
import { TURN, withAgent } from '../../testing/with-agent.ts'

/** A message that an agent answered, and who may ask for a terminal. */
async function bench(origin: 'window' | 'socket', opens = true) {
  const { s, id } = await withAgent(() => ({ text: 'HEARTBEAT_OK', turn: { ...TURN, sessionId: '7f3c' } }))
  const opened: (readonly string[])[] = []
  const handOver: HandOver = {
    platform: 'linux',
    write: async (name) => ok({ file: `/hand-over/${name}/finding.md`, folder: `/hand-over/${name}` }),
    open: async (folder, argv) => {
      opened.push([folder, ...argv])
      return opens
        ? ok(null)
        : err(fault('agent.spawn_failed', 'No terminal could be opened: there is no desktop to open one on.'))
    },
  }
  const client = apiClient(s, { handOver }, origin)
  s.message(id, 'hello')
  await s.clock.settle()
  const runId = s.store.runs.page({ threadId: id, limit: 1 }).runs[0]!.id
  return { s, id, runId, client, opened }
}

it('a run is gone on with in a terminal, in its folder and its session', async () => {
  const { s, runId, client, opened } = await bench('window')
  expect(await client.runs.resume({ id: runId })).toMatchObject({ opened: true, why: null })
  expect(opened).toEqual([['/api', 'claude', '--resume', '7f3c']])
  await s.stop()
})

it('where no terminal opens, the command is there to copy', async () => {
  const { s, runId, client } = await bench('window', false)
  expect(await client.runs.resume({ id: runId })).toMatchObject({
    opened: false,
    command: 'cd /api && claude --resume 7f3c',
    why: 'No terminal could be opened: there is no desktop to open one on.',
  })
  await s.stop()
})

it('no terminal opens for a caller over the socket, nor in a repository that is not trusted any more', async () => {
  const far = await bench('socket')
  await expect(far.client.runs.resume({ id: far.runId })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await far.s.stop()
  const near = await bench('window')
  near.s.store.threads.change(near.id, { trustedAt: null })
  await expect(near.client.runs.resume({ id: near.runId })).rejects.toMatchObject({ code: 'INVALID' })
  expect([...far.opened, ...near.opened]).toEqual([])
  await near.s.stop()
})
