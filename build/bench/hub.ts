import { NO_POSTGRES } from '../../electron/machine/hub/testing/postgres.ts'
import { bundle } from '../bundle.mjs'
import { isLinux } from '../machine/machine.mjs'
import { blackHole } from './hub/black-hole.ts'
import { capacity } from './hub/capacity.ts'
import { catchUp } from './hub/catch-up.ts'
import { reach } from './hub/reach.ts'
import type { Section } from './light/figure.ts'
import { play } from './table/play.ts'

/**
 * `npm run bench:hub [-- SECTION…]`: what several machines cost, over a real PostgreSQL on this machine (with `fsync`
 * off: its disk is not what is measured). Linux only: it reads /proc.
 */
const SECTIONS: Readonly<Record<string, Section>> = {
  'black-hole': blackHole,
  reach,
  'catch-up': catchUp,
  capacity,
}

if (!isLinux) throw new Error('bench:hub reads /proc, which only Linux has')
if (NO_POSTGRES) throw new Error('bench:hub starts a PostgreSQL of its own: apt install postgresql')
if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
await play(SECTIONS)
