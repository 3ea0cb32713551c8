import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomFrom } from '../../../../../shared/base/seeded/random.ts'
import { prepare } from './killed.ts'
import { after } from './model.ts'
import { newModel, type Model } from './model-state.ts'
import { nextStep } from './plan.ts'
import { startWorker } from './process.ts'
import { resultsFolder, type ResultsFolder } from './results-folder.ts'
import { difference, expected, found } from './standing.ts'
import type { Answer, Step } from './steps.ts'

const MOST_WRITES = 40 // of one process
const MOST_STEPS = 60 // of one process; it has died long before, but for the last one
const FILES_AT_ONCE = 3

/** What came of it. */
interface Played {
  readonly killed: number
  readonly steps: ReadonlyMap<string, number> // that were answered, by what was done
  readonly unanswered: number // steps that stood there wholly although the process died before it answered
  readonly problems: readonly string[]
}

/** Changes as it goes on. */
interface Play {
  readonly folder: string
  readonly random: () => number
  readonly results: ResultsFolder
  readonly steps: Map<string, number>
  model: Model
  unanswered: number
  /** The process died over it: it is asked for again. */
  undone: Step | null
}

/**
 * Kills a process that counts attempts at `kills` of its writing steps, one after the other over the same history.
 * After each the history is opened anew and compared with a model of what was answered: the step that was under way
 * may stand there or not, but wholly, and is asked for once more. `again` starts it: [program, …args].
 */
export async function playAttemptKills(
  kills: number,
  seed: number,
  again: readonly string[],
): Promise<Played> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-attempts-'))
  const random = randomFrom(seed)
  const results = resultsFolder(folder, random)
  const steps = new Map<string, number>()
  const play: Play = { folder, random, results, steps, model: newModel(), unanswered: 0, undone: null }
  let killed = 0
  const played = (problems: readonly string[]): Played => ({
    killed,
    steps,
    unanswered: play.unanswered,
    problems,
  })
  try {
    prepare(folder)
    for (let left = kills; left >= 0; left--) {
      const dieAt = left === 0 ? 0 : 1 + Math.floor(random() * MOST_WRITES)
      const command = [...again, folder, String(dieAt), random() < 0.5 ? 'after' : 'before']
      const { end, problem } = await live(play, command)
      if (end === 'SIGKILL') killed++
      if (problem !== null) return played([`after ${killed} kills, ${end}: ${problem}`])
      if (end !== 'SIGKILL' && left > 0) return played([`the process ended by itself: ${end}`])
    }
    return played([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One process, until it dies, or has done enough. */
async function live(
  play: Play,
  command: readonly string[],
): Promise<{ readonly end: string; readonly problem: string | null }> {
  const { random, results, steps } = play
  const worker = startWorker(command)
  const todo: Step[] = [{ do: 'start' }, ...(play.undone === null ? [] : [play.undone])]
  for (let left = MOST_STEPS; left > 0; left--) {
    const step = todo.shift() ?? nextStep(play.model, random)
    if (step.do === 'look' && step !== play.undone)
      for (let i = Math.floor(random() * FILES_AT_ONCE); i >= 0; i--) results.change(play.model)
    const { states, answer } = after(play.model, step, 'thread' in step ? results.files(step.thread) : [])
    const got = await worker.ask(step)
    if (got === null) return { end: await worker.ended(), problem: cutOff(play, step, states) }
    steps.set(step.do, (steps.get(step.do) ?? 0) + 1)
    play.model = states.at(-1)!
    if (step === play.undone) play.undone = null
    const wrong = answerProblem(step, answer, got)
    if (wrong !== null) return { end: await worker.ended(), problem: wrong }
  }
  return { end: await worker.ended(), problem: difference(expected(play.model), found(play.folder)) }
}

const answerProblem = (step: Step, expects: Answer, got: Answer): string | null =>
  expects.isYes === got.isYes && expects.count === got.count
    ? null
    : `${JSON.stringify(step)} was answered by ${JSON.stringify(got)}, not ${JSON.stringify(expects)}`

/** The history as it stands is one of the states that the step may have left; it goes on from there. */
function cutOff(play: Play, step: Step, states: readonly Model[]): string | null {
  const finds = found(play.folder)
  const differences = states.map((state) => difference(expected(state), finds))
  const at = differences.lastIndexOf(null)
  if (at === -1) return `${JSON.stringify(step)} was cut off: ${differences.join('; or ')}`
  if (at > 0 && differences[0] !== null) play.unanswered++
  play.model = states[at]!
  if (step.do !== 'start') play.undone = step
  return null
}
