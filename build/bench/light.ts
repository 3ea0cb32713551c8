import { bundle } from '../bundle.mjs'
import { isLinux } from '../machine/machine.mjs'
import { beats } from './light/beats.ts'
import { commands } from './light/commands.ts'
import { day } from './light/day.ts'
import { events } from './light/events.ts'
import type { Section } from './light/figure.ts'
import { firstScript } from './light/first-script.ts'
import { parse } from './light/parse.ts'
import { play } from './table/play.ts'
import { rest } from './light/rest.ts'
import { search } from './light/search.ts'
import { start } from './light/start.ts'

/**
 * `npm run bench:light [-- SECTION…]`: what the app costs, each figure beside the least that could do the same (a bare
 * Electron, a bare git, a bare commit) in the same run on the same machine, the two taking turns. Linux only: it reads
 * /proc.
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

if (!isLinux) throw new Error('bench:light reads /proc, which only Linux has')
if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
await play(SECTIONS)
