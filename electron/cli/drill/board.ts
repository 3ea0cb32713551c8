import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { isLate, soon } from './bounds.ts'
import type { Lane } from './lane.ts'

/**
 * What must not happen. lost: something that was accepted is missing; doubled: the same was done twice; wedged:
 * others got no beat, or something did not end, within a bound; silent: no status, outcome, alert, problem or
 * exit code tells of it; letIn: something was executed, read or trusted that must not be.
 */
export const COLUMNS = ['lost', 'doubled', 'wedged', 'silent', 'letIn'] as const
export type Column = (typeof COLUMNS)[number]

/** What a kind of fault is played with. */
export interface Case {
  readonly random: () => number
  /** Empty, of this case alone, with a short path. */
  readonly folder: string
  readonly lane: Lane
  /** All of them, or, where only a share of the board is played, one that the seed chooses. */
  some<T>(all: readonly T[]): readonly T[]
  injected(times?: number): void
  check(column: Column, holds: boolean, what: string): void
  /** A part of the case that cannot be injected here. */
  leftOut(why: string): void
}

/** One kind of fault: how it is injected, and what is looked at afterwards. */
export interface Kind {
  readonly group: string
  readonly name: string
  /** It takes so little that `npm test` may choose it. */
  readonly isShort?: boolean
  /** Why it cannot be injected on this machine; null: it can. */
  readonly cannot?: () => string | null
  readonly play: (c: Case) => Promise<void>
}

export interface Row {
  readonly kind: Kind
  readonly injected: number
  readonly found: Readonly<Record<Column, readonly string[]>>
  /** Why it was not injected; null: it was. */
  readonly skipped: string | null
  readonly leftOut: readonly string[]
  /** Why the case itself could not be played to its end; null: it could. */
  readonly broken: string | null
  readonly ms: number
}

/** No case takes longer, whatever hangs in it. */
const CASE_MS = 8 * MINUTE

interface Board {
  readonly kinds: readonly Kind[]
  /** With its name it decides what a kind does. */
  readonly seed: number
  readonly isShare: boolean
  /** What the cases leave is not removed. */
  readonly isKept?: boolean
  readonly folder: string
  readonly lanes: readonly Lane[]
  readonly onRow?: ((row: Row) => void) | undefined
}

/** Plays each kind once, in as many lanes as there are. */
export async function playBoard(board: Board): Promise<readonly Row[]> {
  const { kinds, folder, lanes, onRow } = board
  const rows = new Map<Kind, Row>()
  const left = [...kinds]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let kind = left.shift(); kind !== undefined; kind = left.shift()) {
        const row = await playOne(kind, board, path.join(folder, String(kinds.indexOf(kind))), lane)
        rows.set(kind, row)
        onRow?.(row)
        if (isBad(row)) await lane.anew()
      }
    }),
  )
  return kinds.map((kind) => rows.get(kind)!)
}

async function playOne(
  kind: Kind,
  { seed, isShare, isKept = false }: Board,
  folder: string,
  lane: Lane,
): Promise<Row> {
  const found: Record<Column, string[]> = { lost: [], doubled: [], wedged: [], silent: [], letIn: [] }
  const leftOut: string[] = []
  let injected = 0
  const begun = performance.now()
  const end = (more: Pick<Row, 'skipped' | 'broken'>): Row => ({
    kind,
    injected,
    found,
    leftOut,
    ...more,
    ms: performance.now() - begun,
  })
  const reason = kind.cannot?.() ?? null
  if (reason !== null) return end({ skipped: reason, broken: null })
  mkdirSync(folder, { recursive: true })
  const random = randomFrom(seed ^ hashOf(kind.name))
  const c: Case = {
    random,
    folder,
    lane,
    some: (all) => (isShare ? [all[Math.floor(random() * all.length)]!] : all),
    injected: (times = 1) => void (injected += times),
    check: (column, holds, what) => void (holds || found[column].push(what)),
    leftOut: (why) => void leftOut.push(why),
  }
  try {
    if (isLate(await soon(kind.play(c), CASE_MS))) found.wedged.push(`the case took ${CASE_MS} ms`)
    return end({ skipped: null, broken: null })
  } catch (error) {
    return end({ skipped: null, broken: whereOf(error) })
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Something was found, or nothing could be. */
export const isBad = ({ found, broken }: Row): boolean =>
  broken !== null || COLUMNS.some((column) => found[column].length > 0)

const whereOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 4).join('\n')
    : messageOf(error)

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.codePointAt(0)!) | 0, 7)
