import { figuresOf, ratioOf, type Figures } from './unstuck/figures.ts'
import { readLandscape, type Landscape } from './unstuck/landscape.ts'
import { play, type Played } from './unstuck/play.ts'
import { ABLATIONS, POLICIES, type Policy } from './unstuck/policies.ts'

/**
 * `npm run bench:unstuck -- FILE… [--seeds N] [--seed FIRST]`: how soon a scripted agent, which changes its approach
 * only where its prompt asks for it, reaches the target of a landscape, under four policies and with each intervention
 * off in turn, paired by seed. A scripted agent shows that delivery and rules work, not how a language model reacts.
 */
const args = process.argv.slice(2)
const valueOf = (name: string, otherwise: number): number => {
  const at = args.indexOf(name)
  return at === -1 ? otherwise : Number(args.splice(at, 2)[1])
}
const seeds = valueOf('--seeds', 100)
const first = valueOf('--seed', 1)
const ATONCE = 2

async function playAll(landscape: Landscape, policy: Policy): Promise<readonly Played[]> {
  const all: Played[] = []
  for (let i = 0; i < seeds; i += ATONCE)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(ATONCE, seeds - i) }, (_, k) => play(landscape, policy, first + i + k)),
      )),
    )
  return all
}

const percent = (share: number): string => `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`
const line = (name: string, of: Figures, oracle: Figures): string => {
  const { median, low, high } = ratioOf(of.runs, oracle.runs, first)
  return (
    `  ${name.padEnd(24)} reached ${percent(of.reached).padStart(6)}, median runs ${String(of.medianRuns).padStart(5)}, ` +
    `ratio to oracle ${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}), false bests ` +
    `${of.falseBests.toFixed(1)} per 1,000 runs, gamed ${of.gamed}, delivered ${percent(of.delivered)}, ` +
    `sessions kept ${percent(of.sessionsKept)}`
  )
}

const noteLine = ({ claimed, bound }: Figures): string =>
  `  wrong note: a dead end of one voice in ${claimed} of ${seeds} seeds of ours, binding in ${bound}; strict rule: binds by itself`

async function main(files: readonly string[]): Promise<number> {
  if (files.length === 0 || !(seeds >= 1)) {
    console.error('usage: npm run bench:unstuck -- FILE… [--seeds N] [--seed FIRST]')
    return 2
  }
  for (const file of files) {
    const landscape = readLandscape(file)
    console.log(`${landscape.name}: ${seeds} paired seeds from ${first}, at most ${landscape.runs} runs each`)
    const figures = new Map<string, Figures>()
    for (const policy of POLICIES)
      figures.set(policy.name, figuresOf(await playAll(landscape, policy), landscape, policy))
    const oracle = figures.get('oracle')!
    for (const { name } of POLICIES) console.log(line(name, figures.get(name)!, oracle))
    console.log('  forced interrupts: none; each turn ends by itself, and what is due follows it')
    if (landscape.wrongNote !== null) console.log(noteLine(figures.get('ours')!))
    console.log(
      'With each intervention off in turn (a scripted agent shows that delivery and rules work, not how a model reacts):',
    )
    for (const policy of ABLATIONS)
      console.log(line(policy.name, figuresOf(await playAll(landscape, policy), landscape, policy), oracle))
    const ours = figures.get('ours')!
    console.log(
      `${landscape.name}: reached ${percent(ours.reached)}, median runs ${ours.medianRuns}, ratio to oracle ` +
        `${ratioOf(ours.runs, oracle.runs, first).median.toFixed(2)}, false bests ${ours.falseBests.toFixed(1)}, ` +
        `gamed ${ours.gamed}, delivered ${percent(ours.delivered)}`,
    )
  }
  return 0
}

process.exitCode = await main(args)
