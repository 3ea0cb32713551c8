import { spawn } from 'node:child_process'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync, chmodSync } from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import { threadOf } from '../app.ts'
import type { Case, Kind } from '../board.ts'
import { listOf, makeRepository } from '../repository.ts'
import { beatOver, soundThread, tells } from '../watched.ts'

const HEAD = listOf()
const times = (count: number, of: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('')

/** What must stand in the file afterwards, byte for byte: all but the times and the ticks, which the app writes. */
const withoutMarks = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/(Last (?:quick|hourly|daily): )[^\r\n]*/g, '$1')
    .replaceAll('- [x] ', '- [ ] ')

interface List {
  readonly name: string
  readonly bytes: (random: () => number) => Buffer
  /** It must be told what is wrong; else it is enough to see what there is to see. */
  readonly isRefused?: boolean
}

const text =
  (of: string): List['bytes'] =>
  () =>
    Buffer.from(of)
const utf16 = (of: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(of, 'utf16le')])

/** Bytes that are no UTF-8, somewhere in a line of the notes. */
const invalid = (random: () => number): Buffer =>
  Buffer.concat([
    Buffer.from(`${HEAD}- caf`),
    Buffer.from(Array.from({ length: 12 }, () => 0x80 + Math.floor(random() * 0x40))),
    Buffer.from('\n'),
  ])

const LISTS: readonly List[] = [
  { name: 'NUL bytes', bytes: text(`${HEAD}- a\0b\0\0c\n`) },
  { name: 'invalid UTF-8', bytes: invalid },
  { name: 'UTF-16', bytes: () => utf16(HEAD) },
  {
    name: 'mixed line ends and a BOM',
    bytes: text(`\uFEFF${HEAD.replaceAll('\n\n', '\r\n\n')}- a\r- b\r\n- c\n`),
  },
  {
    name: 'just over 500 kB',
    bytes: text(HEAD + times(9000, (i) => `- note ${i} ${'x'.repeat(50)}\n`)),
    isRefused: true,
  },
  { name: 'just over 5,000 lines', bytes: text(HEAD + times(5001, (i) => `- note ${i}\n`)), isRefused: true },
  {
    name: '4,900 tasks',
    bytes: text(HEAD.replace('\n\n## Notes', `\n${times(4900, (i) => `- [ ] Look at ${i}\n`)}\n## Notes`)),
  },
  { name: '490 kB of one bracket', bytes: text(`${HEAD}${'['.repeat(490_000)}\n`) },
  {
    name: 'conflict markers',
    bytes: text(`${HEAD}<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n`),
    isRefused: true,
  },
  {
    name: 'thousands of flags',
    bytes: text(
      HEAD.replace(
        '(none)',
        times(3000, (i) => `- down: service ${i}\n`),
      ),
    ),
    isRefused: true,
  },
]

async function playList(c: Case, list: List): Promise<void> {
  const app = await c.lane.app()
  const repository = makeRepository(path.join(c.folder, 'repo'))
  const id = await soundThread(c, app, repository)
  const file = path.join(repository, 'HEARTBEAT.md')
  const bytes = list.bytes(c.random)
  writeFileSync(file, bytes)
  c.injected()
  const run = await beatOver(c, app, id, list.name)
  const thread = await threadOf(app, id)
  const isTold = run?.outcome === 'broken' || thread.openAlerts > 0 || (thread.doc?.problems ?? 0) > 0
  if (list.isRefused === true) c.check('silent', isTold, `${list.name}: nothing tells of it`)
  else if (!isTold) tells(c, run, list.name)
  c.check(
    'lost',
    withoutMarks(readFileSync(file)) === withoutMarks(bytes),
    `${list.name}: the file is another one`,
  )
  await app.client.threads.remove({ id })
}

const listKind = (list: List): Kind => ({
  group: 'HEARTBEAT.md',
  name: list.name,
  isShort: true,
  play: (c) => playList(c, list),
})

/** Another program that works on the file while beats go. */
async function withWriter(c: Case, script: string, beats: number, what: string): Promise<string> {
  const app = await c.lane.app()
  const repository = makeRepository(path.join(c.folder, 'repo'))
  const id = await soundThread(c, app, repository)
  const file = path.join(repository, 'HEARTBEAT.md')
  const writer = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(writer.stdout, 'data')
  for (let i = 0; i < beats; i++) {
    c.injected()
    tells(c, await beatOver(c, app, id, `${what}, beat ${i}`), what)
  }
  const ended = once(writer, 'close')
  writer.stdin.end()
  await ended
  const kept = readFileSync(file, 'utf8')
  await app.client.threads.remove({ id })
  return kept
}

const HEADER = `const fs = require('fs'); const file = process.argv[1]; const text = fs.readFileSync(file, 'utf8');
let n = 0; let ended = false; process.stdin.on('end', () => { ended = true }).resume();`

const deleted: Kind = {
  group: 'HEARTBEAT.md',
  name: 'deleted and made again while beats go',
  async play(c) {
    const script = `${HEADER}
      const step = () => {
        if (n++ % 2 === 0 && !ended) fs.rmSync(file, { force: true })
        else { fs.writeFileSync(file + '.new', text + '- round ' + n + '\\n'); fs.renameSync(file + '.new', file) }
        if (n === 1) process.stdout.write('x')
        if (!ended || !fs.existsSync(file)) setTimeout(step, 40)
      }
      step()`
    const kept = await withWriter(c, script, 4, 'deleted and made again')
    c.check('lost', /- round \d+\n$/.test(kept), 'the text of the other program is gone')
  },
}

const rewritten: Kind = {
  group: 'HEARTBEAT.md',
  name: 'rewritten all the time by another program',
  isShort: true,
  async play(c) {
    const script = `${HEADER}
      const step = () => {
        fs.writeFileSync(file + '.new', text + '- round ' + ++n + '\\n'); fs.renameSync(file + '.new', file)
        if (n === 1) process.stdout.write('x')
        if (ended) fs.writeFileSync(file + '.last', String(n)); else setTimeout(step, 10)
      }
      step()`
    const kept = await withWriter(c, script, 4, 'rewritten all the time')
    const last = readFileSync(path.join(c.folder, 'repo', 'HEARTBEAT.md.last'), 'utf8')
    c.check('lost', kept.includes(`- round ${last}\n`), `the last edit, ${last}, is gone`)
  },
}

const readOnly: Kind = {
  group: 'HEARTBEAT.md',
  name: 'read-only, and with a second hard link',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    const repository = makeRepository(path.join(c.folder, 'repo'))
    const id = await soundThread(c, app, repository)
    const file = path.join(repository, 'HEARTBEAT.md')
    const other = path.join(c.folder, 'other.md')
    const before = (): string => `${statSync(file).ino} ${readFileSync(file, 'utf8')}`
    for (const [what, put] of [
      ['read-only', () => chmodSync(file, 0o444)],
      ['two hard links', () => (chmodSync(file, 0o644), linkSync(file, other))],
    ] as const) {
      put()
      c.injected()
      const bytes = before()
      tells(c, await beatOver(c, app, id, what), what)
      c.check('letIn', before() === bytes, `${what}: the file was written`)
    }
    rmSync(other)
    await app.client.threads.remove({ id })
  },
}

export const LIST_KINDS: readonly Kind[] = [...LISTS.map(listKind), deleted, rewritten, readOnly]
