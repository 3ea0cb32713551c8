import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newMetric } from '../../../shared/attempts/metric.ts'
import { aNote } from '../../../shared/knowledge/testing/pages.ts'
import { DAY } from '../../../shared/base/time.ts'
import { keptAt } from '../../engine/history/clean-up.ts'
import { loadDriver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { PAGE_KINDS_SCHEMA } from '../schema/playbook.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { aThread, newFolder, openStore } from '../testing/one-store.ts'

const ONE = aThread(1).id
const skill = (title: string) => ({ ...aNote(title, `How to ${title}.`), kind: 'skill' as const })

it('a page is found by its words however old it is, and is gone from there with itself', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  store.knowledge.writePages(ONE, [aNote('Releases', 'The cache is warmed.'), skill('warm the cache')], 10)
  while (store.history.prune(keptAt(store, 4000 * DAY)));
  const kinds = (): readonly string[] => store.knowledge.search('cache', 9, 'trusted').map(({ kind }) => kind)
  expect([...kinds()].sort()).toEqual(['page', 'skill'])
  store.knowledge.writePages(ONE, [aNote('warm the cache', 'No skill of the cache any more.')], 11)
  expect(kinds()).toEqual(['page', 'page'])
  for (const title of ['Releases', 'warm the cache']) store.knowledge.removePage(ONE, title)
  expect(kinds()).toEqual([])
})

it('pages of a database from before are notes of nobody knows whom, and are found again', () => {
  const path = join(newFolder(), 'history.db')
  const before = openDatabase(path, loadDriver(), MIGRATIONS.slice(0, MIGRATIONS.indexOf(PAGE_KINDS_SCHEMA)))
  if (!before.ok) throw new Error(before.error.message)
  const { db } = before.value
  db.exec(`INSERT INTO threads (id, number, name, repo_path, role, interval_ms, created_at, agent, phase_ms, trusted_at)
    VALUES ('thr_1', 1, 'api', '/api', 'worker', 1, 1, '{}', 0, 1);
    INSERT INTO pages VALUES ('thr_1', 'Releases', 'The cache is warmed.', 5)`)
  db.close()
  const { knowledge } = openStore(path)
  expect(knowledge.pages(ONE)).toEqual([
    { ...aNote('Releases', 'The cache is warmed.'), by: 'unknown', at: 5 },
  ])
  expect(knowledge.search('cache', 9, 'trusted')).toMatchObject([{ kind: 'page', threadId: ONE, at: 5 }])
})

it('a team knows the skills of its other trusted threads, the newest first, and no notes', () => {
  const store = openStore(':memory:')
  for (const n of [1, 2, 3, 4]) store.threads.add({ ...aThread(n), trustedAt: n === 4 ? null : 1 })
  const teams = { 1: 'speed', 2: 'speed', 3: 'size', 4: 'speed' }
  for (const [n, team] of Object.entries(teams)) {
    const { id } = aThread(Number(n))
    store.attempts.saveMetric(newMetric(id, { team, command: null, direction: 'higher' }))
    store.knowledge.writePages(id, [skill(`of ${n}`), aNote('a note', 'x')], Number(n))
    store.knowledge.writePages(id, [skill(`more of ${n}`)], Number(n) + 10)
  }
  const titles = (team: string, n: number): readonly string[] =>
    store.knowledge.skills(team, aThread(n).id).map(({ title }) => title)
  expect(titles('speed', 1)).toEqual(['more of 2', 'of 2'])
  expect(titles('speed', 3)).toEqual(['more of 2', 'more of 1', 'of 2', 'of 1'])
  expect(titles('', 1)).toEqual([])
})
