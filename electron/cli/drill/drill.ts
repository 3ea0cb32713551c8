import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { plural } from '../../../shared/base/amounts.ts'
import type { Context } from '../kit/context.ts'
import { costAtRest } from './at-rest.ts'
import { isBad, playBoard, type Kind, type Row } from './board.ts'
import { DRILL_KINDS } from './kinds/all.ts'
import { endLeftovers } from './leftovers.ts'
import { newFolder, openLane } from './lane.ts'
import { costLine, isPassed, jsonOf, verdictOf, type Drilled } from './result.ts'
import { tableOf } from './table.ts'
import { thisProgram } from './this-program.ts'

interface Asked {
  readonly seed: number
  /** Parts of names; none: all. */
  readonly only: readonly string[]
  readonly isJson: boolean
  readonly isKept: boolean
}

const LANES = 3
const COST = 'cost at rest'

/** What is played: every kind, or those in whose names one of the words stands. */
export const chosen = (only: readonly string[]): readonly Kind[] =>
  DRILL_KINDS.filter((kind) => isNamed(`${kind.group}: ${kind.name}`, only)).map((kind) =>
    process.platform === 'win32' ? { ...kind, cannot: () => 'it is made for Linux and macOS' } : kind,
  )

const isNamed = (name: string, only: readonly string[]): boolean =>
  only.length === 0 || only.some((words) => name.toLowerCase().includes(words.toLowerCase()))

/** Plays the faults over the program that runs now, prints the board, and leaves nothing behind. */
export async function drill(cx: Context, asked: Asked): Promise<void> {
  const kinds = chosen(asked.only)
  const isCostWanted = isNamed(COST, asked.only)
  if (kinds.length === 0 && !isCostWanted) {
    cx.out.note('No fault is called so; the words of --only are parts of their names.')
    return cx.exitWith(2)
  }
  if (spawnSync('git', ['--version']).status !== 0) {
    cx.out.note('git was not found; the drill makes repositories of its own with it.')
    return cx.exitWith(1)
  }
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'tb-'))) // short: a socket's path has a hundred characters
  const command = thisProgram(root)
  const clean = (): void => {
    command.kill()
    endLeftovers(root)
    if (!asked.isKept) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', clean) // whatever ends this process
  const stopped = stopOnSignal(cx)
  sayWhatComes(cx, asked, kinds, root)
  const begun = performance.now()
  const onRow = tellOf(cx, kinds.length, () => stopped.isAsked)
  try {
    const played = async (): Promise<Pick<Drilled, 'rows' | 'cost'>> => {
      const lanes = Array.from({ length: Math.min(LANES, kinds.length) }, () => openLane(command))
      const folder = newFolder(root)
      const board = { kinds, seed: asked.seed, isShare: false, isKept: asked.isKept, folder, lanes, onRow }
      const rows = await playBoard(board)
      await Promise.all(lanes.map((lane) => lane.anew()))
      if (isCostWanted) cx.out.note('Now a minute in which nothing happens, for the cost at rest.')
      return { rows, cost: isCostWanted ? await costAtRest(command) : null }
    }
    const done = await Promise.race([played(), stopped.promise])
    if (done === null) {
      await command.end()
      process.exit(130) // what is still played would go on
    }
    const ms = performance.now() - begun
    print(cx, asked, { seed: asked.seed, ...done, folder: asked.isKept ? root : null, ms })
  } finally {
    await command.end()
    stopped.close()
    process.removeListener('exit', clean)
    clean()
  }
}

function sayWhatComes(cx: Context, { only, seed }: Asked, kinds: readonly Kind[], root: string): void {
  const long = only.length === 0 ? ', in about ten minutes' : ''
  cx.out.note(
    `Plays ${plural(kinds.length, 'kind of fault', 'kinds of faults')} over a Threadbeat of its own in ${root}${long}; seed ${seed}.\n` +
      'It kills and stops that one, leaves it no room on its disk, moves its clock, cuts its network, and gives it damaged and hostile ' +
      'repositories. Your own Threadbeat, repositories, agents, hooks and settings are not touched. Ctrl+C ends it.',
  )
}

function tellOf(cx: Context, count: number, isOver: () => boolean): (row: Row) => void {
  let done = 0
  return (row) => {
    if (isOver()) return
    const state = isBad(row) ? 'NOT AS IT SHOULD BE' : (row.skipped ?? 'ok')
    cx.out.note(
      `${++done}/${count} ${row.kind.group}: ${row.kind.name}: ${state}, ${(row.ms / 1000).toFixed(1)} s`,
    )
  }
}

function print(cx: Context, { isJson }: Asked, drilled: Drilled): void {
  if (isJson) cx.out.json(jsonOf(drilled))
  else {
    cx.out.line(tableOf(drilled.rows))
    if (drilled.cost !== null) cx.out.line(`\n${costLine(drilled.cost)}`)
    cx.out.line(`\n${verdictOf(drilled)}`)
  }
  if (drilled.folder !== null) cx.out.note(`Left to be looked at: ${drilled.folder}`)
  if (!isPassed(drilled.rows)) cx.exitWith(1)
}

interface Stopped {
  /** null: it was asked for. */
  readonly promise: Promise<null>
  readonly isAsked: boolean
  close(): void
}

function stopOnSignal(cx: Context): Stopped {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let isAsked = false
  let resolve: (value: null) => void = () => {}
  const promise = new Promise<null>((r) => (resolve = r))
  const stop = (): void => {
    if (isAsked) return
    isAsked = true
    cx.out.note('Ending what it started.')
    resolve(null)
  }
  for (const signal of signals) process.on(signal, stop)
  return {
    promise,
    get isAsked() {
      return isAsked
    },
    close() {
      for (const signal of signals) process.removeListener(signal, stop)
    },
  }
}
