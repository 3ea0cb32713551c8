import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { longFiles } from './long-file.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-long-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function begun(target: string) {
  const file = await longFiles.begin(target)
  if (!file.ok) throw new Error(file.error)
  return file.value
}

it(
  'found by review: a person’s own file whose name ends in .part stays as it is, and a link there ' +
    'leads nowhere',
  async () => {
    const [target, mine] = [path.join(folder, 'rows.csv'), path.join(folder, 'mine.txt')]
    writeFileSync(`${target}.part`, 'half of my download')
    writeFileSync(mine, 'mine')
    symlinkSync(mine, path.join(folder, 'other.csv.part'))
    for (const to of [target, path.join(folder, 'other.csv')]) {
      const file = await begun(to)
      await file.write('a,b\r\n')
      expect(await file.finish()).toEqual({ ok: true, value: { bytes: 5 } })
    }
    expect([
      readFileSync(`${target}.part`, 'utf8'),
      readFileSync(mine, 'utf8'),
      readFileSync(target, 'utf8'),
    ]).toEqual(['half of my download', 'mine', 'a,b\r\n'])
    expect(readdirSync(folder).sort()).toEqual([
      'mine.txt',
      'other.csv',
      'other.csv.part',
      'rows.csv',
      'rows.csv.part',
    ])
    expect(statSync(target).mode & 0o777).toBe(0o600)
  },
)

it(
  'found by review: two exports to one path do not write into each other; who ends last stands ' +
    'there, whole',
  async () => {
    const target = path.join(folder, 'rows.csv')
    const [one, two] = [await begun(target), await begun(target)]
    for (let i = 0; i < 3; i++) {
      await one.write('1'.repeat(1000))
      await two.write('2'.repeat(10))
    }
    await two.finish()
    expect(readFileSync(target, 'utf8')).toBe('2'.repeat(30))
    await one.finish()
    expect(readFileSync(target, 'utf8')).toBe('1'.repeat(3000))
    expect(readdirSync(folder)).toEqual(['rows.csv'])
  },
)
