import {
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentCapabilities,
  type AnyMessage,
  type ClientContext,
  type LoadSessionResponse,
  type McpServer,
  type RequestPermissionRequest,
  type ResumeSessionResponse,
  type SessionConfigOption,
} from '@agentclientprotocol/sdk'

/**
 * One prompt to an agent that speaks the Agent Client Protocol, version 1: initialize, a session, its model, the
 * prompt, the answer. A bundle of its own, read when the first such agent is started.
 */

/** What is wanted of the agent. */
interface Wish {
  readonly folder: string // the session's
  readonly prompt: string
  readonly model: string | null // null: as it is set; also where the agent was told by an argument
  readonly effort: string | null
  readonly session: string | null // to go on with; null: a new one
  readonly keepSession: boolean
  readonly server: { readonly name: string; readonly url: string; readonly token: string } | null
}

/** Who listens. None may throw. */
export interface Listener {
  /** Before the prompt. `model`: as the session has it; null: not told. */
  readonly onSession: (id: string, model: string | null) => void
  /** A message about the turn, as the protocol's `session/update` has it; not those of an earlier turn. */
  readonly onUpdate: (update: Readonly<Record<string, unknown>>) => void
  /** Whether the call may go on. */
  readonly mayGoOn: (call: Readonly<Record<string, unknown>>) => Promise<boolean>
}

export interface Ending {
  readonly sessionId: string | null // null: it did not come so far
  /** The model as the session has it; null: not told. */
  readonly model: string | null
  /** Why the turn ended, in the protocol's words; null: it did not. */
  readonly stopReason: string | null
  readonly failure: Failure | null
}
export interface Failure {
  readonly at: 'initialize' | 'session' | 'resume' | 'tools' | 'model' | 'prompt'
  readonly message: string
  readonly code: number | null // of the protocol, or an HTTP status; null: the connection ended
}

export interface Pipe {
  readonly readable: ReadableStream<AnyMessage>
  readonly writable: WritableStream<AnyMessage>
}

/** The protocol's code for what is not there. */
const NOT_FOUND = -32002

/** A step that came to nothing. */
class Stopped extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

/** Contract: never rejects. */
export async function converse(pipe: Pipe, wish: Wish, listener: Listener): Promise<Ending> {
  const ending = { sessionId: null, model: null, stopReason: null } as {
    -readonly [K in 'sessionId' | 'model' | 'stopReason']: Ending[K]
  }
  let isOurs = false // until the session stands, what comes tells of earlier turns
  const app = client({ name: 'Threadbeat' })
    .onRequest(methods.client.session.requestPermission, async ({ params }) => ({
      outcome: chosen(params, await listener.mayGoOn({ ...params.toolCall })),
    }))
    // Read as it comes: an agent that tells of something in a way of its own has told of it all the same.
    .onNotification(methods.client.session.update, updateIn, ({ params }) => {
      if (isOurs) listener.onUpdate(params)
    })
  try {
    await app.connectWith(pipe, async (agent) => {
      const capabilities = await step('initialize', () => greet(agent))
      const session = await step(wish.session === null ? 'session' : 'resume', () =>
        openSession(agent, wish, capabilities),
      )
      ending.sessionId = session.id
      ending.model = modelIn(session.options)
      const model = await step('model', () => choose(agent, session, wish))
      ending.model = model ?? ending.model
      isOurs = true
      listener.onSession(session.id, ending.model)
      const { stopReason } = await step('prompt', () =>
        agent.request(methods.agent.session.prompt, {
          sessionId: session.id,
          prompt: [{ type: 'text', text: wish.prompt }],
        }),
      )
      ending.stopReason = stopReason
      if (!wish.keepSession && wish.session === null && capabilities.sessionCapabilities?.delete != null)
        await agent.request(methods.agent.session.delete, { sessionId: session.id }).catch(() => undefined)
    })
    return { ...ending, failure: null }
  } catch (error) {
    return { ...ending, failure: error instanceof Stopped ? error.failure : failureOf('prompt', error) }
  }
}

const updateIn = (params: unknown): Readonly<Record<string, unknown>> => {
  const { update } = { ...(params as { readonly update?: object }) }
  return { ...update }
}

async function step<T>(at: Failure['at'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Stopped ? error : new Stopped(failureOf(at, error))
  }
}

const failureOf = (at: Failure['at'], error: unknown): Failure => ({
  at,
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof RequestError ? error.code : null,
})

async function greet(agent: ClientContext): Promise<AgentCapabilities> {
  const { protocolVersion, agentCapabilities } = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    // Files and terminals are the agent's own affair: what it does with them it asks for.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'threadbeat', title: 'Threadbeat', version: '1' },
  })
  if (protocolVersion !== PROTOCOL_VERSION)
    throw new Stopped({
      at: 'initialize',
      message: `it speaks version ${protocolVersion} of the Agent Client Protocol; Threadbeat speaks ${PROTOCOL_VERSION}`,
      code: null,
    })
  return agentCapabilities ?? {}
}

interface Session {
  readonly id: string
  readonly options: readonly SessionConfigOption[]
}

async function openSession(
  agent: ClientContext,
  { folder, session, server }: Wish,
  { mcpCapabilities, loadSession, sessionCapabilities }: AgentCapabilities,
): Promise<Session> {
  if (server !== null && mcpCapabilities?.http !== true)
    throw new Stopped({ at: 'tools', message: 'it takes no MCP server over HTTP', code: null })
  const mcpServers: McpServer[] =
    server === null
      ? []
      : [
          {
            type: 'http',
            name: server.name,
            url: server.url,
            headers: [{ name: 'Authorization', value: `Bearer ${server.token}` }],
          },
        ]
  if (session === null) {
    const made = await agent.request(methods.agent.session.new, { cwd: folder, mcpServers })
    return { id: made.sessionId, options: made.configOptions ?? [] }
  }
  const asked = { sessionId: session, cwd: folder, mcpServers }
  if (sessionCapabilities?.resume != null) {
    const { configOptions } = await agent.request<ResumeSessionResponse>(methods.agent.session.resume, asked)
    return { id: session, options: configOptions ?? [] }
  }
  if (loadSession !== true)
    throw new Stopped({ at: 'resume', message: 'it keeps no sessions', code: NOT_FOUND })
  const { configOptions } = await agent.request<LoadSessionResponse>(methods.agent.session.load, asked)
  return { id: session, options: configOptions ?? [] }
}

type Choices = Extract<SessionConfigOption, { type: 'select' }>

const choicesOf = (options: readonly SessionConfigOption[], category: string): Choices | null =>
  options.find((o): o is Choices => o.type === 'select' && o.category === category) ?? null

const modelIn = (options: readonly SessionConfigOption[]): string | null =>
  choicesOf(options, 'model')?.currentValue ?? null

/** The value that is meant: as it stands there, or without its provider. null: it is not offered. */
function valueOf({ options }: Choices, wanted: string): string | null {
  const values = options.flatMap((o) => ('options' in o ? o.options : [o])).map(({ value }) => value)
  return values.find((v) => v === wanted) ?? values.find((v) => v.endsWith(`/${wanted}`)) ?? null
}

/** → the model that was chosen; null: none was to be. */
async function choose(
  agent: ClientContext,
  { id, options }: Session,
  { model, effort }: Wish,
): Promise<string | null> {
  let chosenModel: string | null = null
  if (model !== null) {
    const choices = choicesOf(options, 'model')
    chosenModel = choices === null ? null : valueOf(choices, model)
    if (choices === null || chosenModel === null)
      throw new Stopped({ at: 'model', message: `the model "${model}" is not available`, code: null })
    if (chosenModel !== choices.currentValue)
      await agent.request(methods.agent.session.setConfigOption, {
        sessionId: id,
        configId: choices.id,
        value: chosenModel,
      })
  }
  const efforts = choicesOf(options, 'thought_level')
  const value = efforts === null || effort === null ? null : valueOf(efforts, effort)
  if (efforts !== null && value !== null)
    await agent.request(methods.agent.session.setConfigOption, { sessionId: id, configId: efforts.id, value })
  return chosenModel
}

/** For this once: what holds for longer is a person's to say, and is refused where nothing less is offered. */
function chosen(
  { options }: Pick<RequestPermissionRequest, 'options'>,
  may: boolean,
): { outcome: 'selected'; optionId: string } | { outcome: 'cancelled' } {
  const once = may ? options.find((o) => o.kind === 'allow_once') : undefined
  if (once !== undefined) return { outcome: 'selected', optionId: once.optionId }
  const kinds = ['reject_once', 'reject_always']
  const option = kinds.flatMap((kind) => options.filter((o) => o.kind === kind))[0]
  return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId }
}
