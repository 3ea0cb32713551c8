import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inTurns, median, timed } from '../light/figure.ts'
import { check, differences, type Contest } from './contest.ts'
import { cronContests } from './cron.ts'
import { markdownContests } from './markdown.ts'
import { queueContests } from './queue.ts'

/** What one process found of one contest. */
export interface Found {
  readonly figure: string
  readonly peer: string
  readonly ratio: number | null // ours to theirs; null: they agree in nothing
  readonly difference: string | null // null: they agree in everything
}

/** All of them, one after the other, each compared first and then measured in turns. */
export async function playAll(): Promise<readonly Found[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-peers-'))
  const contests = [...cronContests(), ...queueContests(folder), ...markdownContests()]
  try {
    const found: Found[] = []
    for (const contest of contests) found.push(await play(contest))
    return found
  } finally {
    for (const { close } of contests) close?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function play(contest: Contest): Promise<Found> {
  const { figure, peer, times, turns } = contest
  const checked = check(contest)
  const side = (which: 'ours' | 'theirs') => () =>
    timed(() => {
      for (let i = 0; i < times; i++) for (const one of checked.equal) one[which]()
    })
  const difference = differences(contest, checked)
  if (checked.equal.length === 0) return { figure, peer, ratio: null, difference }
  const taken = await inTurns(turns, { ours: side('ours'), bare: side('theirs') })
  return { figure, peer, ratio: median(taken.ours.map((ms, i) => ms / taken.bare[i]!)), difference }
}
