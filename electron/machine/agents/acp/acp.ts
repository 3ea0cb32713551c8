import type { AcpAgent } from '../../../../shared/agents/agent-names.ts'
import { TOOL_SERVER } from '../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../shared/base/faults.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { PRESETS } from '../../../../shared/agents/presets.ts'
import { distinct } from '../call-log.ts'
import {
  asObject,
  eventIn,
  mayDoAll,
  type Cli,
  type CliRequest,
  type Dialogue,
  type Event,
  type Exit,
  type Reader,
  type ReaderContext,
} from '../cli.ts'
import { classify, failureInReply, WELL, type Outcome } from '../failures/failure-text.ts'
import { tellingWords } from '../failures/telling-line.ts'
import type { Ending, Failure, Listener, Pipe } from './acp-client.ts'
import { ROWS } from './agents.ts'
import { newMeter } from './meter.ts'
import { moneyOf } from './money.ts'
import { modelUsedIn, newTurn, tokensIn, type Turn } from './turn.ts'

/** An agent that speaks the Agent Client Protocol: its permission questions are answered by the profile. */
export const acp = (cli: AcpAgent): Cli => ({
  start: (request) => ({
    args: ROWS[cli].args(request),
    // Neither a browser nor an editor: nobody would be there to close it.
    env: mayDoAll(request) ? {} : { GH_BROWSER: 'true', GIT_EDITOR: 'true' },
    overrides: ROWS[cli].env?.(request) ?? {},
  }),
  reader: (request, context) => reader(cli, request, context),
})

const NOT_BEGUN: Ending = { sessionId: null, model: null, stopReason: null, failure: null }

function reader(cli: AcpAgent, request: CliRequest, context: ReaderContext): Reader {
  const turn = newTurn(request, context)
  const { dialogue } = context
  if (dialogue === undefined) throw new Error('an agent that speaks ACP was given nothing to talk through')
  const pipe = openPipe(dialogue)
  let answer: Event = {} // the last answer that a prompt may have got
  let ended = NOT_BEGUN
  const meter = newMeter(cli, request, context)
  const listener = {
    onSession: meter.begin,
    onUpdate(update: Event) {
      turn.onUpdate(update)
      meter.onUpdate(update)
    },
    mayGoOn: turn.mayGoOn,
  }
  const talking = talk(cli, request, dialogue, pipe, listener).then((ending) => {
    ended = ending
    dialogue.close()
  })
  return {
    push(event) {
      const result = asObject(event['result'])
      if (result['stopReason'] !== undefined) answer = result
      pipe.push(event)
    },
    async settled() {
      pipe.end()
      await talking
      await meter.settled(answer['stopReason'] === undefined)
    },
    end(exit) {
      const outcome = ofServer(
        cli,
        untrusted(cli, request, turn, exit) ?? outcomeOf(request.name, ended, turn, exit),
      )
      const model =
        ended.failure?.at === 'model'
          ? null
          : (modelUsedIn(answer) ?? withoutProvider(cli, ended.model) ?? request.model)
      return {
        text: turn.reply(),
        fault: outcome.fault,
        sessionId: ended.sessionId,
        model,
        ...moneyOf(cli, request, {
          turn,
          model,
          told: tokensIn(answer),
          requests: context.calls.count() + 1,
          seen: answer['stopReason'] === undefined ? meter.seen() : null,
        }),
        refusals: distinct(turn.refusals),
        resetsAt: outcome.resetsAt,
        toolsReached: turn.hasUsedOwnTool() ? true : null,
      }
    },
  }
}

const withoutProvider = (cli: AcpAgent, model: string | null): string | null => {
  const before = `${ROWS[cli].provider ?? ''}/`
  return model?.startsWith(before) === true ? model.slice(before.length) : model
}

interface Fed extends Pipe {
  push(event: Event): void
  end(): void
}

/** Events in, lines out. What is neither asked nor an answer to what was asked is left out. */
function openPipe({ write }: Dialogue): Fed {
  const asked = new Set<unknown>()
  let feed: ReadableStreamDefaultController | null = null
  let isOver = false
  return {
    readable: new ReadableStream({
      start: (controller) => {
        feed = controller
      },
      cancel: () => {
        isOver = true
      },
    }),
    writable: new WritableStream<Event>({
      write: (message) => {
        if (message['method'] !== undefined) asked.add(message['id'])
        write(`${JSON.stringify(message)}\n`)
      },
    }),
    push: (event) => {
      const { method, params, id } = event
      const isAsked = typeof method === 'string' && asObject(params) === params
      const isWanted = isAsked || (method === undefined && asked.delete(id))
      if (isWanted && !isOver) feed?.enqueue(event)
    },
    end: () => {
      if (!isOver) feed?.close()
      isOver = true
    },
  }
}

/** Never rejects. */
async function talk(
  cli: AcpAgent,
  request: CliRequest,
  { prompt, token }: Dialogue,
  pipe: Pipe,
  listener: Listener,
): Promise<Ending> {
  try {
    const { converse } = await import('./acp-client.ts')
    return await converse(
      pipe,
      {
        folder: request.repoPath,
        prompt,
        model: ROWS[cli].modelByArgument === true ? null : request.model,
        effort: request.effort,
        session: request.session?.id ?? null,
        keepSession: request.keepSession,
        server: request.toolsUrl === null ? null : { name: TOOL_SERVER, url: request.toolsUrl, token },
      },
      listener,
    )
  } catch (error) {
    const failure: Failure = { at: 'initialize', message: messageOf(error), code: null }
    return { sessionId: null, model: null, stopReason: null, failure }
  }
}

/** With the server of a person there is no account to sign in to: what it refuses is a key. */
const ofServer = (cli: AcpAgent, { fault: because, resetsAt }: Outcome): Outcome => ({
  fault:
    because?.code === 'agent.needs_login' && PRESETS[cli].serverVariable !== undefined
      ? fault('agent.key_refused', because.message)
      : because,
  resetsAt,
})

/** Gemini CLI and its like start no tools in a folder that their person has not trusted. null: nothing of it. */
function untrusted(cli: AcpAgent, { toolsUrl }: CliRequest, turn: Turn, { stderr }: Exit): Outcome | null {
  if (
    toolsUrl === null ||
    turn.hasUsedOwnTool() ||
    !/\buntrusted folder\b|folder is not trusted/i.test(stderr)
  )
    return null
  const { name, program } = PRESETS[cli]
  const message =
    `${name} starts no tools in a folder that has settings for it and that you have not told it to trust: ` +
    `run ${program ?? 'it'} there once, and trust the folder`
  return { fault: fault('agent.tools_failed', message), resetsAt: null }
}

function outcomeOf(name: string, ended: Ending, turn: Turn, exit: Exit): Outcome {
  const zoned = { now: exit.now, timeZone: exit.timeZone }
  const { failure, stopReason } = ended
  const bad = (message: string): Outcome => ({ fault: fault('agent.bad_output', message), resetsAt: null })
  if (failure !== null) return failureOutcome(name, failure, exit)
  switch (stopReason) {
    case 'end_turn': {
      const text = turn.reply()
      return text === null
        ? bad(`${name} ended its turn without a message`)
        : (failureInReply(text, zoned) ?? WELL)
    }
    case 'cancelled':
      return bad(`${name} says that its turn was cancelled`)
    case 'refusal':
      return bad(`${name} says that its model refused to go on`)
    default:
      return bad(`${name} ended its turn early: ${stopReason ?? 'no reason given'}`)
  }
}

/**
 * The protocol's code -32000: sign in first. An HTTP status stands in the place of a code, too. A session that an
 * agent will not go on with is gone, whatever it says of it.
 */
function failureOutcome(name: string, { at, message, code }: Failure, exit: Exit): Outcome {
  const zoned = { now: exit.now, timeZone: exit.timeZone }
  const plain = messageIn(message).replace(/^Internal error:? ?/, '')
  if (at === 'tools') return { fault: fault('agent.tools_failed', `${name}: ${plain}`), resetsAt: null }
  if (at === 'model') return { fault: fault('agent.model_unavailable', `${name}: ${plain}`), resetsAt: null }
  if (code === -32000) return { fault: fault('agent.needs_login', `${name}: ${plain}`), resetsAt: null }
  if (at === 'resume' && code !== null)
    return { fault: fault('agent.no_session', `${name}: ${plain}`), resetsAt: null }
  if (at === 'initialize' && code !== null)
    return {
      fault: fault('agent.exit_nonzero', `${name} does not speak the Agent Client Protocol: ${plain}`),
      resetsAt: null,
    }
  // 400 may be a wrong key as well: then its words say so.
  const status = code !== null && code > 400 && code < 600 ? code : null
  // The connection ended: what it printed besides says more than that.
  const gone = code === null ? tellingWords(exit.stderr) : ''
  const ended = `${name} ended ${exit.code === null ? 'by a signal' : `with exit code ${exit.code}`}`
  return classify(name, { text: code === null ? gone || ended : plain, status }, zoned)
}

/** Some hand the answer of a server through as it came: its message is what a person reads. */
function messageIn(text: string): string {
  const told = asObject(eventIn(text)?.['error'])['message']
  return typeof told === 'string' && told !== '' ? told : text
}
