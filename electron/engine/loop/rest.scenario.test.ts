import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { loadDriver, type Driver, type Statement } from '../../store/connection/driver.ts'
import { scenario } from '../testing/scenario.ts'

/** The usual SQLite, and the text of each statement that it was given, in their order. */
function countedDriver(): { readonly driver: Driver; readonly asked: string[] } {
  const usual = loadDriver()
  const asked: string[] = []
  const counted = (statement: Statement, text: string): Statement => {
    const note = (): void => void asked.push(text.replace(/\s+/g, ' ').trim())
    return {
      run: (...values) => (note(), statement.run(...values)),
      get: (...values) => (note(), statement.get(...values)),
      all: (...values) => (note(), statement.all(...values)),
    }
  }
  const open: Driver['open'] = (path, options) => {
    const db = usual.open(path, options)
    return {
      exec: (sql) => db.exec(sql),
      prepare: (sql) => counted(db.prepare(sql), sql),
      function: (name, value) => db.function(name, value),
      close: () => db.close(),
    }
  }
  return { driver: { ...usual, open }, asked }
}

/** Half an hour in which nothing is due and no repository changes. */
async function askedAtRest(threads: number): Promise<readonly string[]> {
  const { driver, asked } = countedDriver()
  const s = await scenario({
    driver,
    ports: (usual) => ({
      ...usual,
      repositories: {
        ...usual.repositories,
        outline: async () => ({ git: 'as it was', files: 'as they were' }),
      },
    }),
  })
  for (let n = 0; n < threads; n++) {
    const id = s.add(`repo-${n}`, { intervalMs: 12 * HOUR })
    s.store.threads.change(id, { nextDueAt: s.clock.now() + 10 * HOUR })
  }
  await s.clock.advance(10 * MINUTE)
  asked.length = 0
  await s.clock.advance(30 * MINUTE)
  expect(s.runs()).toEqual([])
  const atRest = [...asked]
  await s.stop()
  return atRest
}

it('at rest as much is asked of the history for sixty threads as for six, and nothing is written', async () => {
  const [few, many] = [await askedAtRest(6), await askedAtRest(60)]
  expect(many.filter((text) => !text.startsWith('SELECT'))).toEqual([])
  const times = (all: readonly string[]): Record<string, number> =>
    Object.fromEntries([...new Set(all)].map((text) => [text, all.filter((one) => one === text).length]))
  // The repository that a thread was trusted as is asked for at each look, each five minutes.
  const OF_EACH = 'SELECT repository_id FROM threads WHERE id = ?'
  expect({ ...times(many), [OF_EACH]: 0 }).toEqual({ ...times(few), [OF_EACH]: 0 })
})
