import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { messageOf } from '../../shared/base/error-message.ts'
import { resolveElectron } from '../machine/electron-runtime.mjs'
import { root } from '../machine/machine.mjs'
import { pageWith, type Measured, type NotRun } from './table/page.ts'
import { problemOf, runSuite } from './table/run-suite.ts'
import { SUITES, type Suite } from './table/suites.ts'
import { tableText } from './table/table.ts'

/**
 * `npm run bench [-- SUITE… --write]`: the suites one after the other, all of them where none is named, and what they
 * found as one table. `--write`: also into docs/benchmarks.md, where the sections of other suites stay as they are.
 * Exits 1 when a suite came to no end or says that something is not as it should be; what comes to no end leaves its
 * section as it is.
 */
const PAGE = path.join(root, 'docs/benchmarks.md')

const args = process.argv.slice(2)
const asked = args.filter((arg) => arg !== '--write')
const unknown = asked.filter((name) => !SUITES.some((suite) => suite.name === name))
if (unknown.length > 0)
  throw new Error(`no suite ${unknown.join(', ')}: ${SUITES.map(({ name }) => name).join(', ')}`)
const chosen = asked.length === 0 ? SUITES : SUITES.filter(({ name }) => asked.includes(name))

const measured: Measured[] = []
const notRun: NotRun[] = []
const problems: string[] = []
for (const suite of chosen) {
  await one(suite)
  if (args.includes('--write')) write()
}

for (const { suite, report } of measured) console.log(`\n${suite.name}\n\n${tableText(report.rows)}`)
console.log('')
for (const { suite, why } of notRun) console.log(`${suite.name}: not run, ${why}`)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** After each suite: what has been measured stays, whatever becomes of the next one. */
function write(): void {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  writeFileSync(PAGE, pageWith(before, SUITES, measured, notRun))
}

async function one(suite: Suite): Promise<void> {
  const why = suite.hindrance()
  const electron = why === null && suite.electron === true ? await electronVersion() : null
  const hindrance = why ?? electron?.why ?? null
  if (hindrance !== null) {
    notRun.push({ suite, why: hindrance })
    return
  }
  console.log(`── ${suite.name}`)
  const ran = await runSuite(path.join(root, 'build/bench', suite.file))
  console.log(`── ${suite.name}: ${ran.seconds.toFixed(0)} s`)
  const problem = problemOf(suite.name, ran)
  if (problem !== null) problems.push(problem)
  if (ran.report !== null)
    measured.push({ suite, report: ran.report, machine: machine(electron?.version ?? null) })
}

type Electron =
  | { readonly version: string; readonly why: null }
  | { readonly version: null; readonly why: string }

async function electronVersion(): Promise<Electron> {
  try {
    return { version: (await resolveElectron({ quiet: true })).version, why: null }
  } catch (error) {
    return { version: null, why: `there is no Electron: ${messageOf(error)}` }
  }
}

/** What a ratio may depend on. `electron` null: the suite has none. */
function machine(electron: string | null): string {
  return (
    `${os.availableParallelism()} cores, ${os.type()} ${os.release().split('.', 2).join('.')} (${os.arch()}), ` +
    `Node ${process.versions.node}` +
    (electron === null ? '' : `, Electron ${electron}`)
  )
}
