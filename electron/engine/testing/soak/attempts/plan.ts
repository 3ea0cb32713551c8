import type { ThreadId } from '../../../../../shared/base/ids.ts'
import type { Model, Tried } from './model-state.ts'
import { THREADS, type Said, type Step } from './steps.ts'

const [FIRST, SECOND] = THREADS
const MOST_DEAD_ENDS = 40

/** What a thread, its agent, or a person does next, as the dice have it. */
export function nextStep(model: Model, random: () => number): Step {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const thread = pick(THREADS)
  const [pending] = model.pending
  if (pending !== undefined && random() < 0.7)
    return { do: 'settle', ...pending, score: scoreOf(model, random), class: classOf(random) }
  const dice = random() * 100
  if (dice < 24) return { do: 'begin', thread, key: `run ${model.tried.length + 1}:${random()}` }
  if (dice < 46) return { do: 'look', thread: random() < 0.9 ? FIRST : SECOND }
  if (dice < 60) return { do: 'hand over', thread }
  if (dice < 70 && model.tried.length > 0) return strike(model, random)
  if (dice < 80) return { do: 'keep limits', thread }
  if (dice < 84) return { do: 'set limits', thread, limits: limitsOf(model, random) }
  if (dice < 87) return { do: 'resume', thread }
  return deadEndStep(model, random, random() < 0.1 ? null : thread)
}

/** It creeps downwards, so that there are small gains, gains within the noise, and none. */
export const scoreOf = ({ tried }: Model, random: () => number): number | null =>
  random() < 0.15 ? null : Math.round(2000 - tried.length + (random() - 0.7) * 12)

function classOf(random: () => number): Tried['class'] {
  const classes = ['tune', 'grader_error', 'meter_touched'] as const
  return classes[Math.floor(random() * 20)] ?? 'real'
}

/** The best one often, for that is the one that matters; and the newest of the struck again. */
function strike({ tried }: Model, random: () => number): Step {
  const isBack = random() < 0.4
  const numbers = tried.flatMap((one, i) => (one.isStruck === isBack && one.class === 'real' ? [i + 1] : []))
  const scoreAt = (number: number): number => tried[number - 1]!.score ?? Infinity
  const best = numbers.toSorted((a, b) => scoreAt(a) - scoreAt(b))
  const number = (random() < 0.7 ? best[0] : numbers[Math.floor(random() * numbers.length)]) ?? 1
  return { do: 'strike', number, isStruck: numbers.length === 0 ? tried[0]!.isStruck : !isBack }
}

function limitsOf({ tried }: Model, random: () => number): Extract<Step, { do: 'set limits' }>['limits'] {
  return {
    target: random() < 0.7 ? Math.round(2000 - tried.length - random() * 15) : null,
    runs: random() < 0.7 ? 1 + Math.floor(random() * 12) : null,
    atLimit: random() < 0.7 ? 'stop' : 'ask',
  }
}

function deadEndStep({ tried, deadEnds }: Model, random: () => number, by: ThreadId | null): Step {
  const evidence = evidenceOf(tried, random, by)
  const said: Said = { by, evidence }
  if (deadEnds.length === 0 || (deadEnds.length < MOST_DEAD_ENDS && random() < 0.2))
    return { do: 'claim', claim: `approach ${1 + Math.floor(random() * MOST_DEAD_ENDS)} does not work`, said }
  // The newest often, so that some are spoken of again and again, and others come to be stale.
  const number =
    random() < 0.6
      ? Math.max(1, deadEnds.length - Math.floor(random() * 3))
      : 1 + Math.floor(random() * deadEnds.length)
  return { do: 'say', number, kind: random() < 0.7 ? 'support' : 'dispute', said }
}

/** Mostly one that it may name; now and then another's, one that shows nothing, or one that is not there. */
function evidenceOf(tried: readonly Tried[], random: () => number, by: ThreadId | null): readonly number[] {
  if (by === null) return []
  const own = tried.flatMap((one, i) => (one.thread === by && one.class === 'real' ? [i + 1] : []))
  const any = 1 + Math.floor(random() * (tried.length + 1))
  return [random() < 0.85 ? (own.at(-1 - Math.floor(random() * 3)) ?? any) : any]
}
