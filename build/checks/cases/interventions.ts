import type { Verdict } from './verdict.ts'
import { CaseWorld } from './intervention-world.ts'
import type { Observed, Step } from './intervention-words.ts'

/**
 * Cases of "heartbeat-intervention-cases/1": steps, each with what is expected after it. The format calls the
 * action tidy_knowledge lint_wiki.
 */
export function interventionCase(given: unknown): Verdict {
  const { steps, setup } = JSON.parse(JSON.stringify(given).replaceAll('lint_wiki', 'tidy_knowledge')) as {
    readonly steps: readonly Step[]
    readonly setup?: Step
  }
  const world = new CaseWorld(setup ?? {})
  try {
    for (const [index, step] of steps.entries()) {
      const observed = DOING[String(step['do'])]?.(world, step)
      if (observed === undefined)
        return { expected: 'a step that is known', got: { step: index, do: step['do'] } }
      const differs = differenceOf((step['expect'] ?? {}) as Step, observed)
      if (differs !== null)
        return { expected: { step: index, ...differs.expected }, got: { step: index, ...differs.got } }
    }
    return null
  } finally {
    world.close()
  }
}

const DOING: Readonly<Record<string, (world: CaseWorld, step: Step) => Observed>> = {
  eval: (world, step) => world.look([step], step),
  look: (world, step) => world.look(step['runs'] as readonly Step[], step),
  settle: (world, step) => world.settle(step),
  pending: (world, step) => world.begin(step),
  check: (world, step) => world.check(step),
  set: (world, step) => world.changed(step, 'set'),
  remove: (world, step) => world.changed(step, 'remove'),
  replaceList: (world, step) => world.changed(step, 'replace'),
  reset: (world, step) => world.changed(step, 'reset'),
  writeFile: (world, step) => world.writeFile(step),
  corruptFile: (world, step) => world.writeFile({ ...step, content: '{"actions": [{"name": "refl' }),
  load: (world, step) => world.load(step),
  inspect: (world, step) => world.inspect(step),
  direction: (world, step) => world.turn(step),
  restart: (world, step) => world.restart(step),
  start: (world, step) => world.restart(step),
  session: (world, step) => world.session(step),
  prompt: (world, step) => world.prompt(step),
}

type Difference = { readonly expected: Step; readonly got: Step }

function differenceOf(expected: Step, observed: Observed): Difference | null {
  for (const [key, value] of Object.entries(expected)) {
    const got =
      key === 'byAgent' ? byAgent(value as Record<string, Step>, observed) : gotFor(key, value, observed)
    if (got !== null) return { expected: { [key]: value }, got: { [key]: got.got } }
  }
  return null
}

function byAgent(expected: Record<string, Step>, observed: Observed): { readonly got: unknown } | null {
  const agents = observed['byAgent'] as Readonly<Record<string, Observed>> | undefined
  for (const [agent, of] of Object.entries(expected)) {
    const differs = differenceOf(of, agents?.[agent] ?? {})
    if (differs !== null) return { got: { [agent]: differs.got } }
  }
  return null
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)]

/** null: as expected. */
function gotFor(key: string, value: unknown, observed: Observed): { readonly got: unknown } | null {
  const prompt = String(observed['prompt'] ?? '')
  const actions = (observed['actions'] ?? []) as readonly Step[]
  const found = (wanted: unknown): boolean => actions.some((action) => isPart(wanted, action))
  switch (key) {
    case 'contains':
      if (observed['actions'] === undefined) return heldBy(texts(value).every(isSaid(prompt)), prompt)
      return heldBy((value as readonly unknown[]).every(found), actions)
    case 'lacks':
      if (observed['actions'] === undefined) return heldBy(!texts(value).some(isSaid(prompt)), prompt)
      return heldBy(!(value as readonly unknown[]).some(found), actions)
    case 'promptContains':
      return heldBy(
        texts(value).every((text) => prompt.includes(text)),
        prompt,
      )
    case 'promptLacks':
      return heldBy(!texts(value).some((text) => prompt.includes(text)), prompt)
    case 'promptOrder':
      return heldBy(isInOrder(texts(value).map((text) => prompt.indexOf(text))), prompt)
    default: {
      const got = observed[key]
      return heldBy(JSON.stringify(value) === JSON.stringify(got), got ?? 'nothing that is observed')
    }
  }
}

/** Of a built-in instruction: its words, in any case of letters. */
const isSaid =
  (prompt: string) =>
  (text: string): boolean =>
    prompt.toLowerCase().includes(text.toLowerCase())

const heldBy = (holds: boolean, got: unknown): { readonly got: unknown } | null => (holds ? null : { got })
const isInOrder = (places: readonly number[]): boolean =>
  places.every((place, i) => place !== -1 && (i === 0 || place > places[i - 1]!))

/** A name alone, or some fields of the action. */
const isPart = (wanted: unknown, action: Step): boolean =>
  typeof wanted === 'string'
    ? action['name'] === wanted
    : Object.entries(wanted as Step).every(
        ([key, value]) => JSON.stringify(action[key]) === JSON.stringify(value),
      )
