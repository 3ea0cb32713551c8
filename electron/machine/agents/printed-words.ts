import { asObject, asText, eventIn, type Event } from './cli.ts'
import { saidIn } from './said-in.ts'

interface PrintedWords {
  readonly text: string
  readonly leftOut: number // lines that are for programs only
}

/** As a capped output names it. */
const GAP = /^… [\d,]+ bytes left out …$/
/** Those of `initialize` and of the session: an agent tells what was said in earlier turns before them. */
const ANSWERS_BEFORE_PROMPT = 2

/**
 * What a person can read of what an agent CLI printed in a run, as the live log has it: what the agent says, and lines
 * that are no events. A line that the gap cut counts as an event where there are any.
 */
export function printedWords(printed: string): PrintedWords {
  const lines = printed.split('\n')
  const events = lines.map(eventIn)
  const hasEvents = events.some((event) => event !== null)
  const isCut = (i: number): boolean =>
    hasEvents && lines[i] !== '' && (GAP.test(lines[i - 1] ?? '') || GAP.test(lines[i + 1] ?? ''))
  let text = ''
  let leftOut = 0
  let answers = 0
  const onNewLine = (words: string): void => {
    text += `${text === '' || text.endsWith('\n') ? '' : '\n'}${words}\n`
  }
  lines.forEach((line, i) => {
    const event = events[i] ?? null
    if (event === null) {
      if (isCut(i)) leftOut++
      else if (line !== '') onNewLine(line)
      return
    }
    if (event['result'] !== undefined) answers++
    const piece = answers < ANSWERS_BEFORE_PROMPT ? '' : pieceIn(event)
    const said = saidIn(event).trimEnd()
    text += piece
    if (said !== '') onNewLine(said)
    if (piece === '' && said === '') leftOut++
  })
  return { text, leftOut }
}

/** A piece of what an agent says by the Agent Client Protocol; '': it is another message. */
function pieceIn(event: Event): string {
  if (event['method'] !== 'session/update') return ''
  const update = asObject(asObject(event['params'])['update'])
  return update['sessionUpdate'] === 'agent_message_chunk'
    ? (asText(asObject(update['content'])['text']) ?? '')
    : ''
}
