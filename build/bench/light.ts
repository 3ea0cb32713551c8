import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundle } from '../bundle.mjs'
import { isLinux } from '../machine/machine.mjs'
import { beats } from './light/beats.ts'
import { commands } from './light/commands.ts'
import { day } from './light/day.ts'
import { events } from './light/events.ts'
import { line, type Figure, type Section } from './light/figure.ts'
import { firstScript } from './light/first-script.ts'
import { parse } from './light/parse.ts'
import { rest } from './light/rest.ts'
import { search } from './light/search.ts'
import { start } from './light/start.ts'
import { tell } from './table/report.ts'

/**
 * `npm run bench:light [-- SECTION…]`: what the app costs, each figure beside the least that could do the same (a bare
 * Electron, a bare git, a bare commit) in the same run on the same machine, the two taking turns. Linux only: it reads
 * /proc. Exits 1 when a figure is above what it may be at most; a goal that is missed is only named.
 */
const SECTIONS: Readonly<Record<string, Section>> = {
  start,
  rest,
  beats,
  events,
  search,
  commands,
  parse,
  script: firstScript,
  day,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in SECTIONS))
if (unknown.length > 0)
  throw new Error(`no section ${unknown.join(', ')}: ${Object.keys(SECTIONS).join(', ')}`)
if (!isLinux) throw new Error('bench:light reads /proc, which only Linux has')
if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')

const all: Figure[] = []
for (const [name, section] of Object.entries(SECTIONS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const folder = mkdtempSync(path.join(tmpdir(), `threadbeat-${name}-`))
  try {
    const figures = await section(folder)
    for (const figure of figures) console.log(line(figure))
    all.push(...figures)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
const [missed, over] = [all.filter((f) => f.value > f.goal), all.filter((f) => f.value > f.most)]
console.log(`${all.length} figures, ${missed.length} goals missed, ${over.length} more than they may be`)
const rows = all.flatMap(({ name, ratios }) => {
  const [figure = name, against = ''] = name.split(' ÷ ')
  return ratios === undefined ? [] : [{ figure, against, ratios }]
})
tell({ rows, bad: over.map(({ name }) => `${name} is more than it may be`) })
process.exitCode = over.length > 0 ? 1 : 0
