import { describe, expect, it } from 'vitest'
import { LIST, oneList } from '../../testing/one-list.ts'

describe('find and replace', () => {
  it('reaches every file, writes only what was searched, and says which was not', async () => {
    const { s, id, client } = await oneList()
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
