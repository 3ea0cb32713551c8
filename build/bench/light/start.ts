import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DesktopBus } from '../../../e2e/harness/desktop-bus.ts'
import { endOf, setStage, type Stage } from './desktop.ts'
import { fleet } from './fleet.ts'
import { inTurns, median, ratio, type Figure, type Section, type Turns } from './figure.ts'

const PAIRS = 11
const FLEETS = [5, 60, 300]
const RUNS = 1_000_000

/** From the start of the process until the desktop has its icon, and until a window has painted its first row. */
export const start: Section = async (folder) => {
  const stage = await setStage(folder)
  const desktop = await DesktopBus.start()
  const figures: Figure[] = []
  const rowOf = (env: Env) => () => stage.firstRow(desktop, stage.ours, env)
  const bare = (): Promise<number> => stage.firstRow(desktop, stage.bare)
  const fleets: Env[] = []
  try {
    for (const threads of FLEETS) {
      const env = { THREADBEAT_DATA_DIR: await fleet(folder, threads) }
      fleets.push(env)
      await firstStart(stage, desktop, env)
      figures.push(await untilIcon(stage, desktop, `${threads} threads`, env))
      const turns = await inTurns(PAIRS, { ours: rowOf(env), bare })
      figures.push(ratio(`start → first row, ${threads} threads ÷ bare`, turns, { goal: 1.3, most: 4.5 }))
    }
    const react = (): Promise<number> => stage.firstRow(desktop, stage.react)
    figures.push(
      ratio(
        'start → first row of a page that only React makes ÷ bare',
        await inTurns(PAIRS, { ours: react, bare }),
        {
          goal: Infinity, // none: it is the floor of the rows above
          most: Infinity,
        },
      ),
      slope(await inTurns(PAIRS, { ours: rowOf(fleets.at(-1)!), bare: rowOf(fleets[0]!) })),
    )
    const env = { THREADBEAT_DATA_DIR: await fleet(folder, 60, RUNS) }
    await firstStart(stage, desktop, env)
    figures.push(await untilIcon(stage, desktop, `60 threads, ${RUNS / 1e6} M runs`, env))
  } finally {
    await desktop.stop()
    stage.end()
  }
  return figures
}

type Env = Readonly<Record<'THREADBEAT_DATA_DIR', string>>

/** The smallest and the largest fleet took turns: a machine whose pace changes does not show as threads that cost. */
function slope({ ours: large, bare: small }: Turns): Figure {
  const between = FLEETS.at(-1)! - FLEETS[0]!
  return {
    name: 'start → first row, more for each thread',
    value: Math.max(0, median(large.map((ms, i) => ms - small[i]!)) / between),
    unit: 'ms',
    goal: 0.01,
    most: 2.7,
    from: `between ${FLEETS[0]} and ${FLEETS.at(-1)} threads, ${large.length} pairs`,
  }
}

/** What is measured is every start but the first after an update, which keeps what it compiled. */
async function firstStart(stage: Stage, desktop: DesktopBus, env: Env): Promise<void> {
  const child = stage.begin(desktop, [...stage.ours, '--hidden'], env)
  await desktop.firstTrayItem()
  const folder = path.join(env.THREADBEAT_DATA_DIR, 'shell', 'compiled')
  while (!existsSync(folder) || readdirSync(folder).every((name) => name.endsWith('.tmp'))) await pause(100)
  await endOf(child)
  await desktop.trayGone()
}

async function untilIcon(
  stage: Stage,
  desktop: DesktopBus,
  what: string,
  env: Readonly<Record<string, string>>,
): Promise<Figure> {
  const icon = async (args: readonly string[]): Promise<number> => {
    const began = performance.now()
    const child = stage.begin(desktop, [...args, '--hidden'], env)
    await desktop.firstTrayItem()
    const took = performance.now() - began
    await endOf(child)
    await desktop.trayGone()
    return took
  }
  const turns = await inTurns(PAIRS, { ours: () => icon(stage.ours), bare: () => icon(stage.bare) })
  return ratio(`start → tray icon, ${what} ÷ bare`, turns, { goal: 1.15, most: 1.3 })
}
