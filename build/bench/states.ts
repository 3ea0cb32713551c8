import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pastStates } from '../../electron/machine/git/facts/past-states.ts'

/**
 * `npm run bench:states -- OUT REPOSITORY…`: writes the file of states that `bench:spread` reads: each git
 * repository (its folder, or a bare one) as it was at the start of each March and September from 2019 on, as the app
 * itself reads it. Names, counts and ids of checks only; nothing of a repository is run.
 */
const FIRST_YEAR = 2019

const [out, ...folders] = process.argv.slice(2)
if (out === undefined || folders.length === 0)
  throw new Error('usage: npm run bench:states -- OUT REPOSITORY…')

const dates: string[] = []
for (let year = FIRST_YEAR; year <= new Date().getFullYear(); year++)
  for (const month of ['03', '09'])
    if (Date.parse(`${year}-${month}-01`) <= Date.now()) dates.push(`${year}-${month}-01`)

/** `OWNER/NAME` of a folder that is called so. */
const nameOf = (folder: string): string =>
  path
    .resolve(folder)
    .replace(/(\/repo)?(\/?\.git)?$/, '')
    .split(path.sep)
    .slice(-2)
    .join('/')

const fleet: Record<string, object> = {}
for (const folder of folders) {
  // The last commit before the date.
  const states = await pastStates(
    folder,
    dates.map((date) => Date.parse(date) - 1000),
  )
  if (!states.ok) throw new Error(`${folder}: ${states.error.message}`)
  fleet[nameOf(folder)] = Object.fromEntries(dates.map((date, i) => [date, states.value[i] ?? null]))
  console.log(`${nameOf(folder)}: ${states.value.filter((state) => state !== null).length} states`)
}
writeFileSync(out, JSON.stringify({ about: 'states of repositories, each half-year', fleet }))
