import { describe, expect, it } from 'vitest'
import { SECOND } from '../../../../shared/base/time.ts'
import { VERSIONS_KEPT } from '../../../../shared/playbook/versions.ts'
import { refusal } from '../../testing/api-client.ts'
import { LIST, oneList } from '../../testing/one-list.ts'

describe('versions', () => {
  it('know who wrote each: how it was found, you, another tool', async () => {
    const { s, id, client, authors, save, outside } = await oneList()
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
    const { s, client, id, authors, save } = await oneList()
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
    const { s, id, authors, client } = await oneList()
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
    const { s, id, client, authors, save } = await oneList()
    await save(LIST.replace('- [ ] one\n', ''))
    s.files.set('/api', s.files.get('/api')!.replace('(never)', '2026-11-22 09:41 +01:00'))
    const [, first] = (await client.doc.versions({ id })).versions
    expect(await client.doc.restore({ id, version: first!.id })).toMatchObject({
      text: LIST.replace('(never)', '2026-11-22 09:41 +01:00'),
    })
    expect(s.files.get('/api')).toContain('- [ ] one')
    expect(await authors()).toEqual(['start', 'you', 'restored'])
    expect((await client.doc.versions({ id })).versions[0]?.restoredFrom).toBe(first!.id)
    expect((await refusal(client.doc.restore({ id, version: 999 }))).code).toBe('NOT_FOUND')
    await s.stop()
  })
  it('survive a crash, and a deleted file can be had again from them', async () => {
    const { s, id, connect, save } = await oneList()
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
    const { s, id } = await oneList()
    for (let n = 0; n < VERSIONS_KEPT + 20; n++) s.store.versions.add(id, draft(n), n)
    expect(s.store.versions.add(id, draft(VERSIONS_KEPT + 19), 1)).toBeNull()
    const kept = s.store.versions.list(id, 1000)
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([VERSIONS_KEPT, VERSIONS_KEPT + 19, 20])
    await s.stop()
  })
  it('stays below 20 MB over all threads, and leaves each its newest twenty', async () => {
    const { s, id } = await oneList()
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
