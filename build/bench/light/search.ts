import path from 'node:path'
import { randomId } from '../../../electron/machine/clock/ids.ts'
import { openDatabase } from '../../../electron/store/connection/open.ts'
import { createStore } from '../../../electron/store/store.ts'
import { settingsInMemory } from '../../../electron/store/testing/settings-in-memory.ts'
import { timed, median, type Figure, type Section } from './figure.ts'
import { fleet } from './fleet.ts'

const RUNS = 1_000_000
const ROUNDS = 20
const NEWEST = { below: Number.MAX_SAFE_INTEGER, skip: 0 }

/** How long a question about a long history holds everybody up, in the process that beats. */
export const search: Section = async (folder) => {
  const opened = openDatabase(path.join(await fleet(folder, 60, RUNS), 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const one = store.threads.list()[7]!.id
  const longest = async (name: string, filter: Parameters<typeof store.history.page>[0]): Promise<Figure> => {
    const waits: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      waits.push(await timed(() => store.history.page(filter, NEWEST, 200)))
    return {
      name: `history, ${name}: longest piece`,
      value: Math.max(...waits),
      unit: 'ms',
      goal: 10,
      most: 1000,
      from: `median ${median(waits).toFixed(1)} ms of ${ROUNDS}, ${RUNS / 1e6} M runs`,
    }
  }
  try {
    return [
      await longest('first page', {}),
      await longest('a word and a filter', { text: 'red', outcomes: ['alert'], threads: [one] }),
      await longest('a word that is hardly ever there', {
        text: 'checks',
        outcomes: ['urgent'],
        threads: [one],
      }),
      await longest('first letters of a word', { text: 'check' }),
    ]
  } finally {
    store.close()
  }
}
