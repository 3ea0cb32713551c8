import { existsSync } from 'node:fs'
import { NO_POSTGRES } from '../../../electron/machine/hub/testing/postgres.ts'
import { findOnPath, hasDisplay, isLinux } from '../../machine/machine.mjs'

/** One of the programs that `npm run bench` runs. */
export interface Suite {
  readonly name: string
  /** In build/bench. */
  readonly file: string
  /** What it compares and how, in two sentences at most. */
  readonly how: string
  /** Whether it drives Electron. */
  readonly electron?: boolean
  /** Why it cannot be run here, in a few words. null: it can. */
  readonly hindrance: () => string | null
}

const nothing = (): null => null
const noLinux = (): string | null => (isLinux ? null : 'it reads /proc, which only Linux has')
const noDisplay = (): string | null =>
  hasDisplay() || findOnPath('Xvfb') !== null ? null : 'there is neither a display nor Xvfb'
const chromium = (): string => process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const noChromium = (): string | null =>
  existsSync(chromium()) ? null : `there is no Chromium at ${chromium()}; CHROMIUM names another`

/**
 * In the order in which they are run, and stand in docs/benchmarks.md. Not among them: `spread` and `unstuck`, which
 * measure files that are given to them.
 */
export const SUITES: readonly Suite[] = [
  {
    name: 'peers',
    file: 'peers.ts',
    how:
      'Each pair is a process of its own, in which both sides first give their results, which are compared, and then ' +
      'take turns with what was the same; its ratio is the median of its turns. Cron expressions are read and asked in ' +
      'a process that has met their time zones before; the queues write to the same disk with the same SQLite, journal ' +
      'and `synchronous = FULL`, three commits for each message.',
    hindrance: nothing,
  },
  {
    name: 'light',
    file: 'light.ts',
    electron: true,
    how:
      'What the app costs, beside the least that could do the same: a bare Electron, a bare git, a bare commit. Both ' +
      'take turns in one run; who is first changes each time.',
    hindrance: () => noLinux() ?? noDisplay(),
  },
  {
    name: 'calm',
    file: 'calm.ts',
    electron: true,
    how:
      'The real window under a storm of events, and a bare page in a bare Electron that is sent the same, on one ' +
      'display in turn. A pair is one round of each.',
    hindrance: () => noLinux() ?? noDisplay(),
  },
  {
    name: 'lists',
    file: 'lists.ts',
    how:
      'The history’s list and virtual lists of others, with the same rows in the same Chromium, in turn. A pair is one ' +
      'mount of each, until its first row stands in a frame.',
    hindrance: noChromium,
  },
  {
    name: 'history',
    file: 'history.ts',
    how:
      'Questions to a history of a million runs, beside its first page or what SQLite alone needs for the same rows, in ' +
      'turn. Time of the processor counts.',
    hindrance: nothing,
  },
  {
    name: 'wakes',
    file: 'wakes.ts',
    how:
      'One wake on disk, beside one row committed on the same disk in the same way, in turn. Then a storm of a million ' +
      'wakes, in which nothing may be lost or put off.',
    hindrance: nothing,
  },
  {
    name: 'hub',
    file: 'hub.ts',
    how:
      'Several machines over a PostgreSQL on this one: a beat while the hub is silent beside one without a hub, mail ' +
      'beside a row with its notification, what was written while a machine was away beside the same rows by the bare ' +
      'client, in turn.',
    hindrance: () => noLinux() ?? (NO_POSTGRES ? 'there is no PostgreSQL here' : null),
  },
  {
    name: 'agent-day',
    file: 'agent-day.ts',
    how:
      'A pretended day of fifty repositories: how often an agent is started where the app works the lines it knows, ' +
      'beside a fleet whose agents get all lines once something changed. It is counted, not timed.',
    hindrance: nothing,
  },
]
