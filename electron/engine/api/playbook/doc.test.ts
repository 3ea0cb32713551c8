import { createRouterClient } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { parse } from '../../../../shared/playbook/doc.ts'
import { VERSIONS_KEPT } from '../../../../shared/playbook/versions.ts'
import { DAY, SECOND } from '../../../../shared/base/time.ts'
import { createApi } from '../handlers.ts'
import { scenario } from '../../testing/scenario.ts'

const LIST =
  '# HEARTBEAT.md\n\n## Timestamps\n- Last quick: (never)\n\n## Urgent Flags\n(none)\n\n## Quick ' +
  'Tasks\n- [ ] one\n- [ ] two\n\n## Notes\n'

async function bench(playbook = LIST, where: { start?: number; timeZone?: string } = {}) {
  const s = await scenario({ ...where, script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook, intervalMs: DAY })
  const held = new Map<string, string>()
  const connect = () => {
    const { store, engine, documents, views, foresight } = s
    const { repositories } = s.ports
    const ports = {
      ...s.ports,
      repositories: new Proxy(repositories, {
        get: (target, key) =>
          key === 'attachment'
            ? async (_path: string, name: string) => (held.has(name) ? { path: name, bytes: 1 } : null)
            : key === 'readAttachment'
              ? async (_path: string, name: string) => Buffer.from(held.get(name) ?? '')
              : Reflect.get(target, key),
      }),
    }
    const incoming = {
      state: () => Promise.reject(new Error('off')),
      rotate: () => Promise.reject(new Error('off')),
    }
    const router = createApi({
      ports,
      store,
      engine,
      documents,
      views,
      foresight,
      incoming,
      shell: null,
      diagnose: async () => [],
    })
    return createRouterClient(router, { context: { origin: 'test' as const } })
  }
  const client = connect()
  await s.documents.refresh(id)
  const authors = async (): Promise<string[]> =>
    (await client.doc.versions({ id })).versions.map((v) => v.author).reverse()
  const save = (text: string, base = s.files.get('/api')!, existed = true) =>
    client.doc.save({ id, text, base, existed })
  const outside = async (text: string): Promise<void> => {
    s.files.set('/api', text)
    await s.documents.refresh(id)
  }
  return { s, id, client, connect, authors, save, outside, held }
}
const fails = (promise: Promise<unknown>): Promise<{ code: string; message: string }> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (e: { code: string; message: string }) => ({ code: e.code, message: e.message }),
  )

it('found by review: a resolved flag is dated by the day where the thread is, not by that of UTC', async () => {
  const { s, id, client } = await bench(LIST.replace('(none)', '- the disk is full'), {
    start: Date.UTC(2026, 2, 10, 20),
    timeZone: 'Asia/Tokyo',
  })
  await client.doc.resolveFlag({ id, text: 'the disk is full' })
  expect(s.files.get('/api')).toContain('Resolved 2026-03-11: the disk is full')
  expect(parse(s.files.get('/api')!).flags).toEqual([])
  await s.stop()
})

describe('versions', () => {
  it('know who wrote each: how it was found, you, another tool', async () => {
    const { s, id, client, authors, save, outside } = await bench()
    await save(LIST.replace('] one', '] one by me'))
    await outside(s.files.get('/api')!.replace('] two', '] two by vim'))
    expect(await authors()).toEqual(['start', 'you', 'other'])
    const [newest] = (await client.doc.versions({ id })).versions
    expect(newest).toMatchObject({ added: 1, removed: 1, runId: null })
    expect(await client.doc.version({ id, version: newest!.id })).toMatchObject({
      text: s.files.get('/api'),
      before: LIST.replace('] one', '] one by me'),
    })
    await s.stop()
  })
  it('keep what another tool wrote just before a save that merges it', async () => {
    const { s, client, id, authors, save } = await bench()
    s.files.set('/api', LIST.replace('] two', '] two by vim')) // nobody has told of it yet
    expect(await save(LIST.replace('] one', '] one by me'), LIST)).toMatchObject({ state: 'merged' })
    expect(await authors()).toEqual(['start', 'other', 'you'])
    const lines = await client.doc.authors({ id })
    expect(
      lines.text
        .split('\n')
        .flatMap((line, i) =>
          line.startsWith('- [') ? [`${line} ${lines.authors[lines.lines[i]!]?.author}`] : [],
        ),
    ).toEqual(['- [ ] one by me you', '- [ ] two by vim other'])
    await s.stop()
  })
  it('are made by an agent’s run with its run, and not by what the app stamps and ticks', async () => {
    const { s, id, authors, client } = await bench()
    s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
    s.script = () => {
      s.files.set('/api', s.files.get('/api')!.replace('## Notes\n', '## Notes\n- found by the agent\n'))
      return { text: 'HEARTBEAT_OK' }
    }
    await client.beat.start({ id })
    await s.clock.settle()
    expect(s.files.get('/api')).not.toContain('(never)')
    expect(await authors()).toEqual(['start', 'run'])
    expect((await client.doc.versions({ id })).versions[0]?.runId).toBe(s.runs(id)[0]?.id)
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    await s.clock.advance(10 * SECOND)
    await client.beat.start({ id })
    await s.clock.settle()
    await s.documents.refresh(id)
    expect(s.runs(id)).toHaveLength(2)
    expect(await authors()).toEqual(['start', 'run'])
    await s.stop()
  })
  it('come back as a new version, without the old times', async () => {
    const { s, id, client, authors, save } = await bench()
    await save(LIST.replace('- [ ] one\n', ''))
    s.files.set('/api', s.files.get('/api')!.replace('(never)', '2026-11-22 09:41 +01:00'))
    const [, first] = (await client.doc.versions({ id })).versions
    expect(await client.doc.restore({ id, version: first!.id })).toMatchObject({
      text: LIST.replace('(never)', '2026-11-22 09:41 +01:00'),
    })
    expect(s.files.get('/api')).toContain('- [ ] one')
    expect(await authors()).toEqual(['start', 'you', 'restored'])
    expect((await client.doc.versions({ id })).versions[0]?.restoredFrom).toBe(first!.id)
    expect((await fails(client.doc.restore({ id, version: 999 }))).code).toBe('NOT_FOUND')
    await s.stop()
  })
  it('survive a crash, and a deleted file can be had again from them', async () => {
    const { s, id, connect, save } = await bench()
    await save(LIST.replace('] one', '] one by me'))
    await s.crash()
    const client = connect()
    s.files.delete('/api')
    expect(await client.doc.save({ id, text: 'typed on', base: LIST, existed: true })).toEqual({
      state: 'gone',
    })
    expect(s.files.has('/api')).toBe(false)
    await client.doc.restore({ id, version: (await client.doc.versions({ id })).versions[0]!.id })
    expect(s.files.get('/api')).toContain('one by me')
    await s.stop()
  })
})

describe('the store of versions', () => {
  const draft = (n: number, text = `v${n}`) => ({
    author: 'you' as const,
    runId: null,
    restoredFrom: null,
    added: 1,
    removed: 0,
    print: String(n),
    text,
  })
  it('keeps the newest of a thread, one of each print in a row', async () => {
    const { s, id } = await bench()
    for (let n = 0; n < VERSIONS_KEPT + 20; n++) s.store.versions.add(id, draft(n), n)
    expect(s.store.versions.add(id, draft(VERSIONS_KEPT + 19), 1)).toBeNull()
    const kept = s.store.versions.list(id, 1000)
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([VERSIONS_KEPT, VERSIONS_KEPT + 19, 20])
    await s.stop()
  })
  it('stays below 20 MB over all threads, and leaves each its newest twenty', async () => {
    const { s, id } = await bench()
    const other = s.add('web')
    const big = 'x'.repeat(900_000)
    for (let n = 0; n < 21; n++) s.store.versions.add(other, draft(n, `${big}${n}`), n)
    for (let n = 0; n < 30; n++) s.store.versions.add(id, draft(n), n)
    expect(s.store.versions.list(other, 100)).toHaveLength(21)
    for (let n = 30; n < 33; n++) s.store.versions.add(id, draft(n, `${big}${n}`), n)
    expect(s.store.versions.list(other, 100)).toHaveLength(20)
    expect(s.store.versions.list(id, 100)[0]?.at).toBe(32)
    await s.stop()
  })
})

describe('find and replace', () => {
  it('reaches every file, writes only what was searched, and says which was not', async () => {
    const { s, id, client } = await bench()
    const web = s.add('web', { playbook: LIST.replace('two', 'ONE more one') })
    const lab = s.add('lab', { playbook: LIST, trusted: false })
    const { files, looked } = await client.doc.search({ text: 'one' })
    expect([looked, files.map((f) => [f.threadName, f.count])]).toEqual([
      2,
      [
        ['api', 2],
        ['web', 4],
      ],
    ])
    s.files.set('/web', `${LIST}changed meanwhile\n`)
    const results = await client.doc.replace({
      text: 'one',
      with: '1',
      matchCase: true,
      files: [...files.map((f) => ({ id: f.threadId, version: f.version })), { id: lab, version: 'x' }],
    })
    expect(results.map((r) => [r.threadName, r.state, r.count])).toEqual([
      ['api', 'replaced', 2],
      ['web', 'conflict', 0],
      ['lab', 'failed', 0],
    ])
    expect([s.files.get('/api'), s.files.get('/web'), s.files.get('/lab')]).toEqual([
      LIST.replaceAll('one', '1'),
      `${LIST}changed meanwhile\n`,
      LIST,
    ])
    expect(s.store.versions.list(id, 1)[0]?.author).toBe('you')
    expect(s.store.versions.list(web, 1)[0]?.author).toBe('start')
    await s.stop()
  })
})

describe('a file that changed its nature while it was edited', () => {
  it('is not written when it is no UTF-8 text any more', async () => {
    const { s, id, client } = await bench()
    const { ports } = s
    const read = ports.files.read
    ports.files.read = async (path) => {
      const found = await read(path)
      return found.ok ? { ok: true, value: { ...found.value, encoding: 'binary' } } : found
    }
    const failed = await fails(client.doc.save({ id, text: `${LIST}mine\n`, base: LIST, existed: true }))
    expect([failed.code, failed.message]).toEqual(['INVALID', expect.stringContaining('nothing was written')])
    expect(s.files.get('/api')).toBe(LIST)
    await s.stop()
  })
})

describe('templates', () => {
  it('fit what the folder holds, and add to a list without changing it', async () => {
    const { s, id, client, held } = await bench()
    held.set('package.json', '{"scripts":{"test":"vitest"}}')
    const [first, ...rest] = await client.doc.templates({ id })
    expect([first?.kind, first?.because, rest.length]).toEqual(['node', 'it holds package.json', 7])
    expect(first?.added).toContain('- [ ] one\n- [ ] two\n')
    expect(first?.added).toContain('Run `npm test`; report failures')
    expect(s.files.get('/api')).toBe(LIST)
    await s.stop()
  })
  it('timings tell how long a task took in the last beats', async () => {
    const { s, id, client } = await bench()
    let ms = 1000
    s.script = (spec) => ({
      tasks: spec.tasks.map((t) => ({
        key: t.key,
        tier: t.tier,
        text: t.text,
        status: 'passed' as const,
        note: '',
        severity: null,
        command: ['x'],
        exitCode: 0,
        durationMs: (ms += 500),
        output: '',
      })),
    })
    for (let n = 0; n < 5; n++) {
      await client.beat.start({ id })
      await s.clock.settle()
    }
    expect((await client.doc.timings({ id })).find((t) => t.key === 'quick:two')).toEqual({
      key: 'quick:two',
      worstMs: 6000,
      beats: 3,
    })
    await s.stop()
  })
})
