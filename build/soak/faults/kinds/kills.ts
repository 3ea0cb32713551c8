import { playEventKills } from '../../../../electron/engine/testing/soak/event-kills.ts'
import { playKills } from '../../../../electron/engine/testing/soak/kill.ts'
import { playWriters } from '../../../../electron/engine/testing/soak/two-writers.ts'
import type { Case, Column, Kind } from '../../../../electron/cli/drill/board.ts'
import { withSoakProgram } from '../../program.ts'

const seedOf = (c: Case): number => Math.floor(c.random() * 1e9)

function each(c: Case, column: Column, found: readonly string[]): void {
  for (const what of found) c.check(column, false, what)
}

const atRandom: Kind = {
  group: 'process',
  name: 'killed at random moments under load',
  play: (c) =>
    withSoakProgram('kill', async (again) => {
      const result = await playKills(20, seedOf(c), again)
      c.injected(result.rounds)
      each(c, 'lost', result.lost)
      each(c, 'doubled', result.doubled)
      each(c, 'wedged', result.notRequeued)
      if (result.accepted === 0) throw new Error('nothing was accepted')
    }),
}

const withEvents: Kind = {
  group: 'process',
  name: 'killed between an event and the end of the run that tells it',
  play: (c) =>
    withSoakProgram('events', async (again) => {
      const result = await playEventKills(12, seedOf(c), again)
      c.injected(result.rounds)
      each(c, 'lost', result.lost)
      each(c, 'doubled', result.twice)
      c.check('silent', result.neverSeen === 0, `${result.neverSeen} prompts that no agent got`)
    }),
}

const withWriters: Kind = {
  group: 'process',
  name: 'killed while three programs write one HEARTBEAT.md',
  play: (c) =>
    withSoakProgram('writers', async (again) => {
      const result = await playWriters(8, seedOf(c), again)
      c.injected(result.rounds)
      each(c, 'lost', result.lost)
    }),
}

export const SOAK_KINDS: readonly Kind[] = [atRandom, withEvents, withWriters]
