import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import type { RunDetail } from '../../../../shared/runs/run.ts'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { addThread } from '../app.ts'
import type { Case, Kind } from '../board.ts'
import { git, listOf, makeRepository } from '../repository.ts'
import { atRest, beatOver, ended, healthyBeats } from '../watched.ts'

const FETCH = 'Run `git fetch origin`; look for upstream changes'
/** A remote of which nothing is known yet is given two minutes. */
const FETCH_MS = 3 * MINUTE

/** What waits for a network gives its place back after three seconds; then the next one takes it. */
const PLACE_MS = 6 * SECOND

interface Listening {
  readonly port: number
  readonly connections: () => number
  close(): void
}

/** On the loopback, with an answer of its own. */
async function listen(answer: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    connections: () => sockets.size,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const FLOOD_BYTES = 400_000_000
/** References without an end, as fast as they are taken. */
function flood(socket: Socket, head: string): void {
  const line = `003d${'1'.repeat(40)} refs/heads/branch-12345\n`
  const piece = Buffer.from(line.repeat(2000))
  let sent = 0
  const more = (): void => {
    while (sent < FLOOD_BYTES && !socket.destroyed) {
      sent += piece.length
      if (!socket.write(piece)) return void socket.once('drain', more)
    }
    socket.destroy()
  }
  socket.once('data', () => {
    socket.write(head)
    more()
  })
}
const HTTP_HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\nConnection: close\r\n\r\n' +
  '001e# service=git-upload-pack\n0000'

interface Remote {
  readonly name: string
  readonly answer: (socket: Socket) => void
  readonly schemes: readonly string[]
}
const REMOTES: readonly Remote[] = [
  { name: 'accepts and never answers', answer: () => {}, schemes: ['git', 'http'] },
  { name: 'hangs up at once', answer: (socket) => socket.destroy(), schemes: ['git', 'http'] },
  {
    name: 'answers with noise',
    answer: (socket) => socket.end('\0noise\u001b[31m'.repeat(500)),
    schemes: ['git', 'http'],
  },
  { name: 'floods by git', answer: (socket) => flood(socket, ''), schemes: ['git'] },
  { name: 'floods by http', answer: (socket) => flood(socket, HTTP_HEAD), schemes: ['http'] },
]

function repositoryWith(c: Case, name: string, url: string): string {
  const repository = makeRepository(path.join(c.folder, name), { list: listOf(`- [ ] ${FETCH}`) })
  git(repository, 'remote', 'add', 'origin', url)
  return repository
}

function tellsOfRemote(c: Case, run: RunDetail | null, what: string): void {
  if (run === null) return
  const told = run.tasks.find((task) => task.text === FETCH)
  c.check('silent', told?.status !== 'passed', `${what}: the fetch is said to have passed: ${told?.note}`)
}

const remoteKind = ({ name, answer, schemes }: Remote): Kind => ({
  group: 'remote',
  name,
  isShort: name === 'hangs up at once',
  async play(c) {
    const app = await c.lane.app()
    for (const scheme of c.some(schemes)) {
      const remote = await listen(answer)
      const url = `${scheme}://127.0.0.1:${remote.port}/x`
      const id = await addThread(app.client, repositoryWith(c, scheme, url))
      c.injected()
      await atRest(c, app, id, FETCH_MS)
      tellsOfRemote(c, await beatOver(c, app, id, url, FETCH_MS), `${scheme}, ${name}`)
      if (remote.connections() === 0) throw new Error('nobody asked the remote')
      remote.close()
      await app.client.threads.remove({ id })
    }
  },
})

const refuses: Kind = {
  group: 'remote',
  name: 'refuses every connection',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    const closed = await listen(() => {})
    closed.close()
    const id = await addThread(app.client, repositoryWith(c, 'repo', `git://127.0.0.1:${closed.port}/x`))
    c.injected()
    tellsOfRemote(c, await beatOver(c, app, id, 'a closed port', FETCH_MS), 'a closed port')
    await app.client.threads.remove({ id })
  },
}

const thirtyDead: Kind = {
  group: 'remote',
  name: 'thirty dead ones at once',
  async play(c) {
    const app = await c.lane.app()
    const remote = await listen(() => {})
    const ids = []
    for (let i = 0; i < 30; i++)
      ids.push(await addThread(app.client, repositoryWith(c, `r${i}`, `git://127.0.0.1:${remote.port}/${i}`)))
    c.injected(ids.length)
    const asked = await Promise.all(ids.map((id) => app.client.beat.start({ id, anyway: true })))
    await healthyBeats(c, app, 'thirty dead remotes', ids.length * PLACE_MS)
    const runs = await Promise.all(
      asked.map((a, i) => ended(c, app, a.itemId, `dead remote ${i}`, 2 * FETCH_MS)),
    )
    for (const run of runs)
      if (run !== null) tellsOfRemote(c, await app.client.runs.get({ id: run.id }), 'a dead remote')
    remote.close()
    for (const id of ids) await app.client.threads.remove({ id })
  },
}

export const REMOTE_KINDS: readonly Kind[] = [...REMOTES.map(remoteKind), refuses, thirtyDead]
