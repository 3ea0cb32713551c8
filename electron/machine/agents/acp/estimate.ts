import { NO_USAGE, type Usage } from '../../../../shared/agents/agent-turn.ts'
import { asObject, asText, plusUsage, type Event } from '../cli.ts'

const LETTERS_PER_TOKEN = 4
/** A turn is ended long before it comes to so many calls. */
const CALLS_KNOWN = 10_000

/** What a turn took so far, by what passed between the agent and Threadbeat. */
interface Estimate {
  onUpdate(update: Event): void
  readonly usage: () => Usage
  /** Something came of a request. */
  readonly isAnswered: () => boolean
}

/**
 * Each request to a model is sent all that was said before: instructions and tools of the agent (`instructions`,
 * in tokens), the prompt, and what its calls asked and got. A request is made for the prompt, and once the calls
 * of an answer have all ended. Nothing is taken to have been read from a cache, for no message tells that: the
 * estimate is of what it took at most.
 */
export function newEstimate(instructions: number, prompt: string): Estimate {
  const open = new Map<string, { asked: number; got: number }>()
  const over = new Set<string>()
  let letters = instructions * LETTERS_PER_TOKEN + prompt.length
  let said = 0 // letters of answers that are not counted yet
  let usage = NO_USAGE
  let isAnswered = false

  const count = (more: Usage): void => void (usage = plusUsage(usage, more))
  const request = (): void => {
    count({ ...NO_USAGE, input: Math.ceil(letters / LETTERS_PER_TOKEN) })
  }
  const answer = (text: number): void => {
    said += text
    letters += text
    const output = Math.floor(said / LETTERS_PER_TOKEN)
    said -= output * LETTERS_PER_TOKEN
    count({ ...NO_USAGE, output })
  }
  const onCall = (update: Event): void => {
    const id = asText(update['toolCallId']) ?? ''
    if (over.has(id) || open.size + over.size >= CALLS_KNOWN) return
    const call = open.get(id) ?? { asked: 0, got: 0 }
    open.set(id, call)
    call.asked = Math.max(call.asked, lettersOf(update['rawInput']), lettersOf(update['title']))
    // Some tell what came of it in two ways.
    call.got = Math.max(call.got, lettersOf(update['content']) || lettersOf(update['rawOutput']))
    if (update['status'] !== 'completed' && update['status'] !== 'failed') return
    open.delete(id)
    over.add(id)
    answer(call.asked)
    letters += call.got
    if (open.size === 0) request()
  }

  request()
  return {
    onUpdate(update) {
      switch (update['sessionUpdate']) {
        case 'agent_message_chunk':
        case 'agent_thought_chunk':
          isAnswered = true
          return answer(asText(asObject(update['content'])['text'])?.length ?? 0)
        case 'tool_call':
        case 'tool_call_update':
          isAnswered = true
          return onCall(update)
      }
    },
    usage: () => usage,
    isAnswered: () => isAnswered,
  }
}

const lettersOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)
