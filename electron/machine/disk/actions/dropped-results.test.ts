import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../agents/testing/folders.ts'
import { createDroppedResults } from './dropped-results.ts'

const root = testFolder()
let count = 0

function repository() {
  const repo = join(root, String(++count))
  const folder = join(repo, 'results')
  mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '-q', repo])
  const results = createDroppedResults()
  const seen = new Set<string>()
  const look = async () => {
    const found = await results.look(repo, 'results', (name, print) => seen.has(`${name} ${print}`))
    if (found.ok) for (const { name, print } of found.value) seen.add(`${name} ${print}`)
    return found
  }
  const drop = (name: string, text: string | Buffer, second = 0): void => {
    writeFileSync(join(folder, name), text)
    utimesSync(join(folder, name), second, second)
  }
  return { repo, folder, drop, look }
}

describe('results that are dropped as files', () => {
  it('are found once, oldest first, and again where they say something else', async () => {
    const { drop, look } = repository()
    drop('b.json', '{"score":1}', 10)
    drop('a.json', '{"score":2}', 20)
    drop('notes.md', 'no result')
    expect(await look()).toMatchObject({
      ok: true,
      value: [{ name: 'b.json', text: '{"score":1}' }, { name: 'a.json' }],
    })
    expect(await look()).toEqual({ ok: true, value: [] })
    drop('a.json', '{"score":3}', 30)
    expect(await look()).toMatchObject({ ok: true, value: [{ name: 'a.json', text: '{"score":3}' }] })
    drop('a.json', '{"score":3}', 40)
    expect(await look(), 'touched alone').toEqual({ ok: true, value: [] })
  })

  it('are none where there is no folder, and an error where it is a file', async () => {
    const { repo } = repository()
    const { look } = createDroppedResults()
    expect(await look(repo, 'elsewhere', () => false)).toEqual({ ok: true, value: [] })
    writeFileSync(join(repo, 'plain'), '')
    expect(await look(repo, 'plain', () => false)).toMatchObject({
      ok: false,
      error: expect.stringContaining('plain'),
    })
  })

  it('name what cannot be read: a pipe, a link that leads out, other bytes, too many', async () => {
    const { folder, drop, look } = repository()
    execFileSync('mkfifo', [join(folder, 'pipe.json')])
    symlinkSync('/etc/hostname', join(folder, 'link.json'))
    drop('bytes.json', Buffer.from([0xff, 0xfe, 0x00]))
    drop('huge.json', ' '.repeat(200_001))
    const found = await look()
    const problems = found.ok
      ? Object.fromEntries(found.value.map(({ name, problem }) => [name, problem]))
      : {}
    const none = 'is no regular file of at most 200000 bytes below the repository'
    expect(problems).toEqual({
      'pipe.json': none,
      'link.json': none,
      'huge.json': none,
      'bytes.json': 'is no UTF-8 text',
    })
    expect(await look()).toEqual({ ok: true, value: [] })
  })

  it('are not looked for in a folder that a link puts elsewhere', async () => {
    const { repo } = repository()
    const other = repository()
    other.drop('x.json', '{"score":1}')
    symlinkSync(other.folder, join(repo, 'linked'))
    const found = await createDroppedResults().look(repo, 'linked', () => false)
    expect(found).toMatchObject({ ok: true, value: [{ name: 'x.json', text: null }] })
  })
})
