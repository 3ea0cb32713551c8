import { createHash } from 'node:crypto'
import { BUILT_INS } from '../../../../../shared/attempts/action.ts'
import { reduce, type Counters } from '../../../../../shared/attempts/counters.ts'
import type { Voice } from '../../../../../shared/attempts/dead-ends/dead-end.ts'
import type { ThreadId } from '../../../../../shared/base/ids.ts'
import { bestOf } from './model-best.ts'
import { mayClaim, maySay } from './model-dead-ends.ts'
import type { Model, ModelVoice, ThreadModel, Tried } from './model-state.ts'
import { GAIN, NOISE, type Answer, type Dropped, type Said, type Step } from './steps.ts'

/** `states`: what may stand there if the step is cut off; the last one, if it is done. */
interface Expected {
  readonly states: readonly Model[]
  readonly answer: Answer
}

/** What comes of a step. `files`: what lies in the folder of results, oldest first. */
export function after(model: Model, step: Step, files: readonly Dropped[]): Expected {
  const whole = (next: Model, answer: Answer = { isYes: true }): Expected => ({
    states: [model, next],
    answer,
  })
  switch (step.do) {
    case 'start':
      return { states: lost(model), answer: { isYes: true } }
    case 'begin':
      return whole(begun(model, step))
    case 'settle': {
      const isNew = !model.tried.some(({ key }) => key === step.key)
      return whole(isNew ? counted(model, { ...step, isStruck: false }) : model, { isYes: isNew })
    }
    case 'look':
      return lookedAt(model, step.thread, files)
    case 'hand over':
      return handedOver(model, step.thread, whole)
    case 'strike':
      return whole(struck(model, step))
    case 'keep limits':
      return whole(withLimitsKept(model, step.thread))
    case 'set limits':
      return whole(
        withThread(model, step.thread, { limits: step.limits, since: model.tried.length, reached: [] }),
      )
    case 'resume':
      return whole(withThread(model, step.thread, { isPaused: false }))
    case 'claim': {
      const isYes = mayClaim(model, step)
      const voices = [voiceOf(model, 'support', step.said)]
      const deadEnds = [...model.deadEnds, { claim: step.claim, voices }]
      return whole(isYes ? { ...model, deadEnds } : model, { isYes })
    }
    case 'say': {
      const isYes = maySay(model, step)
      const voice = voiceOf(model, step.kind, step.said)
      const deadEnds = model.deadEnds.map((one, i) =>
        i === step.number - 1 ? { ...one, voices: [...one.voices, voice] } : one,
      )
      return whole(isYes ? { ...model, deadEnds } : model, { isYes })
    }
  }
}

const voiceOf = ({ tried }: Model, kind: Voice['kind'], { by, evidence }: Said): ModelVoice => ({
  by,
  kind,
  evidence,
  run: tried.length,
})

const withThread = (model: Model, id: ThreadId, change: Partial<ThreadModel>): Model => ({
  ...model,
  of: { ...model.of, [id]: { ...model.of[id]!, ...change } },
})

/** What was begun or counted before is not begun again. */
function begun(model: Model, { key, thread }: Extract<Step, { do: 'begin' }>): Model {
  const isKnown = [...model.tried, ...model.pending].some((one) => one.key === key)
  return isKnown ? model : { ...model, pending: [...model.pending, { key, thread }] }
}

function counted(model: Model, { key, thread, score, class: of }: Tried): Model {
  const { state } = reduce(model.counters, {
    kind: 'settled',
    agent: thread,
    score,
    class: of,
    actions: BUILT_INS,
    minGain: { kind: 'absolute', by: GAIN },
    noise: NOISE,
    unseen: 0,
  })
  return {
    ...model,
    tried: [...model.tried, { key, thread, score, class: of, isStruck: false }],
    pending: model.pending.filter((one) => one.key !== key),
    counters: state,
  }
}

const AT_ONCE = 200

/** As many at once as the limit of runs allows, with a look at the limits behind each; those past a limit wait. */
function lookedAt(model: Model, thread: ThreadId, files: readonly Dropped[]): Expected {
  const states = [model]
  const found = newResults(model, thread, files)
  let count = 0
  while (count < found.length) {
    const now = states.at(-1)!
    const { limits, reached, since, isPaused } = now.of[thread]!
    if (limits.atLimit === 'stop' && reached.length > 0 && isPaused) break
    const used = now.tried.slice(since).filter((one) => one.thread === thread).length
    const left = limits.runs === null ? AT_ONCE : Math.max(1, limits.runs - used)
    const some = found.slice(count, count + Math.min(AT_ONCE, left))
    count += some.length
    const next = some.reduce(counted, now)
    states.push(next, withLimitsKept(next, thread))
  }
  return { states, answer: { isYes: true, count } }
}

/** One after the other. */
function lost(model: Model): readonly Model[] {
  const states = [model]
  for (const { key, thread } of model.pending)
    states.push(counted(states.at(-1)!, { key, thread, score: null, class: 'killed', isStruck: false }))
  return states
}

/** Each file counts once by its name and its bytes. */
const resultKey = (thread: ThreadId, { name, text }: Pick<Dropped, 'name' | 'text'>): string =>
  `file:${thread}:${name}:${createHash('sha256').update(text).digest('hex')}`

const newResults = ({ tried }: Model, thread: ThreadId, files: readonly Dropped[]): readonly Tried[] =>
  files.flatMap((file) => {
    const key = resultKey(thread, file)
    if (file.score === undefined || tried.some((one) => one.key === key)) return []
    return [{ key, thread, score: file.score, class: 'real' as const, isStruck: false }]
  })

function handedOver(
  model: Model,
  thread: ThreadId,
  whole: (next: Model, answer: Answer) => Expected,
): Expected {
  const { state, fired } = reduce(model.counters, { kind: 'delivered', agent: thread })
  if (fired.length === 0) return whole(model, { isYes: false })
  const { told, given } = model.of[thread]!
  const newest = model.tried.findLastIndex((one) => one.thread === thread) + 1
  const attempt = newest > told ? newest : 0
  const next = withThread(model, thread, {
    told: Math.max(told, newest),
    given: [...given, `${attempt}: ${fired.join(' ')}`],
  })
  return whole({ ...next, counters: state }, { isYes: true })
}

function struck(model: Model, { number, isStruck }: Extract<Step, { do: 'strike' }>): Model {
  const tried = model.tried.map((one, i) => (i === number - 1 ? { ...one, isStruck } : one))
  const { thread } = tried[number - 1]!
  const at = (counter: Counters['team'], of: readonly Tried[]): Counters['team'] => {
    const { best, step } = bestOf(of)
    return counter.best === best ? counter : { ...counter, best, step }
  }
  const { team, agents } = model.counters
  const own = tried.filter((one) => one.thread === thread)
  const counters = {
    ...model.counters,
    team: at(team, tried),
    agents: { ...agents, [thread]: at(agents[thread]!, own) },
  }
  return { ...model, tried, counters }
}

function withLimitsKept(model: Model, thread: ThreadId): Model {
  const { limits, since, reached, news, isPaused } = model.of[thread]!
  // A person let it go on.
  if (limits.atLimit === 'stop' && !isPaused && reached.includes('runs'))
    return withThread(model, thread, {
      reached: reached.filter((name) => name === 'target'),
      since: model.tried.length,
    })
  const own = model.tried.slice(since).filter((one) => one.thread === thread)
  const isEnough = own.some(
    (one) =>
      one.class === 'real' &&
      !one.isStruck &&
      one.score !== null &&
      one.score <= (limits.target ?? -Infinity),
  )
  const isOver = limits.runs !== null && own.length >= limits.runs
  const fresh = [...(isEnough ? ['target'] : []), ...(isOver ? ['runs'] : [])].filter(
    (name) => !reached.includes(name),
  )
  if (fresh.length === 0) return model
  return withThread(model, thread, {
    reached: [...reached, ...fresh],
    news: news + 1,
    isPaused: isPaused || limits.atLimit === 'stop',
  })
}
