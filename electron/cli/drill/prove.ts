import type { Define } from '../kit/command.ts'
import { usageError } from '../kit/errors.ts'

interface Options {
  readonly seed?: string
  readonly only?: string
  readonly json?: true
  readonly keep?: true
}

const SEEDS = 1_000_000

export const proveCommand: Define = (command, cx) =>
  command
    .description(
      'a drill on this machine, in a folder of its own: kills, sleep, a full disk, clock jumps, a cut network, hostile repositories; counts what is lost, doubled, wedged, silent or let in',
    )
    .option('--seed <number>', 'of an earlier drill: the same is injected again')
    .option('--only <words>', 'only faults whose names have one of these in them, with commas between')
    .option('--json', 'for programs')
    .option('--keep', 'leave the folder, to look at what was found')
    .action(async ({ seed, only = '', json, keep }: Options) => {
      const { drill } = await import('./drill.ts')
      await drill(cx, {
        seed: seed === undefined ? cx.now() % SEEDS : readSeed(seed),
        only: only
          .split(',')
          .map((words) => words.trim())
          .filter((words) => words !== ''),
        isJson: json === true,
        isKept: keep === true,
      })
    })

function readSeed(text: string): number {
  const seed = Number(text)
  if (!/^\d+$/.test(text) || seed >= 2 ** 32) throw usageError(`--seed must be a whole number, got "${text}"`)
  return seed
}
