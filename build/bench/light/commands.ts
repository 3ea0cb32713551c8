import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { shortText, SUMMARY } from '../../../shared/views/summary-names.ts'
import { inTurns, ratio, timed, type Section } from './figure.ts'
import { command, serve } from './serve.ts'
import { fleet } from './fleet.ts'

const RUNS = 40

/** The command line beside a Node that does nothing. */
export const commands: Section = async (folder) => {
  const dataDir = await fleet(folder, 60)
  const { end } = await serve(dataDir)
  const node = (...args: readonly string[]): Promise<number> =>
    timed(() => {
      const { status, error } = spawnSync(process.execPath, args, { stdio: 'ignore' })
      if (error !== undefined || status === 1 || status === 2) throw new Error(`${args.join(' ')}: ${status}`)
    })
  const beside = async (words: readonly string[], most: number, data = dataDir) =>
    ratio(
      `threadbeat ${words.join(' ')} ÷ node -e 0`,
      await inTurns(RUNS, {
        ours: () => node(command, '--data-dir', data, ...words),
        bare: () => node('-e', '0'),
      }),
      { goal: 1.25, most },
    )
  try {
    return [
      await beside(['status'], 2.5),
      await beside(['list'], 2.5),
      await beside(['status', '--short'], 1.5, shortIn(folder)),
    ]
  } finally {
    await end()
  }
}

/** A data folder as an app leaves it that has just been asked. */
function shortIn(folder: string): string {
  const dataDir = path.join(folder, 'short')
  mkdirSync(dataDir)
  writeFileSync(path.join(dataDir, SUMMARY.short), shortText('♥ 2!', 10, Date.now(), process.pid))
  return dataDir
}
