/**
 * What the wire protocols of the model server have in common: how one is described, and how conversations
 * are read from JSON.
 */
import { TOOL_SERVER } from '../../shared/agents/agent-turn.ts'

export type Protocol = 'messages' | 'responses' | 'chat' | 'gemini'
export interface ModelUsage {
  readonly input: number // not from the cache
  readonly cached: number
  readonly output: number
}

export interface ToolResult {
  readonly id: string
  readonly tool: string // as the CLI spells it
  readonly text: string
}
export interface OfferedTool {
  readonly name: string
  readonly namespace: string | null // Codex: the tools of one MCP server are grouped
  /** Codex with its newer models: a tool that only a script in its one tool `exec` can call. */
  readonly inScript?: boolean
}
/** One request for an answer. */
export interface Asked {
  readonly index: number // 0 for the first since the start
  readonly protocol: Protocol
  readonly model: string
  readonly stream: boolean
  readonly system: string // system prompt and developer messages
  /** All that was said by the user so far, oldest first; what the CLIs add to it stands among them. */
  readonly prompts: readonly string[]
  readonly replies: readonly string[] // what the model has said so far: not empty in a resumed session
  readonly tools: readonly string[] // offered, as the CLI spells them
  /** Of the calls that came after the newest prompt; `history` has all. */
  readonly results: readonly ToolResult[]
  readonly history: readonly ToolResult[]
  readonly body: unknown
}
/** How a protocol reads a conversation, and how it writes an answer. */
export interface Wire {
  readonly name: Protocol
  readonly ending: RegExp // of the path
  /** Where the path says it rather than the body: the model, and whether the answer is streamed. */
  readonly inPath?: (pathname: string) => { readonly model: string; readonly stream: boolean }
  read(body: Json): Omit<Asked, 'index' | 'protocol' | 'model' | 'stream' | 'body'>
  /** Events in order, as `event name` (null: none) and data. `text` pieces are made of `say`. */
  events(reply: Reply): Iterable<readonly [string | null, unknown]>
  whole(reply: Reply): unknown
  error(status: number): unknown
  readonly ends: string | null // a last line that is no JSON
}
export interface Reply {
  readonly id: string
  readonly model: string
  readonly pieces: Iterable<string> // of the text; none: a call alone
  readonly call: {
    readonly id: string
    readonly name: string
    readonly namespace: string | null
    readonly inScript?: boolean
    readonly args: unknown
  } | null
  readonly usage: ModelUsage
}
export type Json = Readonly<Record<string, unknown>>

const offered = new WeakMap<object, readonly OfferedTool[]>()
const toolsOffered = ({ body }: Pick<Asked, 'body'>): readonly OfferedTool[] =>
  offered.get(body as object) ?? []
export const spelling = ({ name, namespace }: OfferedTool): string =>
  namespace === null ? name : `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`
/** Remembered beside the body, since only the wire knows how a grouped tool is called. */
export function remember(body: Json, tools: readonly OfferedTool[]): readonly string[] {
  offered.set(body, tools)
  return tools.map(spelling)
}

/**
 * Whether this is how a CLI spells that tool of Threadbeat: Claude Code and Codex with underscores, Copilot
 * with a dash, opencode and Gemini with one underscore.
 */
export const isTool = (spelt: string, bare: string): boolean =>
  [
    bare,
    `mcp__${TOOL_SERVER}__${bare}`,
    `${TOOL_SERVER}-${bare}`,
    `${TOOL_SERVER}_${bare}`,
    `mcp_${TOOL_SERVER}_${bare}`,
  ].includes(spelt)
/** The tool of that name as the CLI offers it. */
export function toolFor(bare: string, asked: Asked): OfferedTool {
  const tools = toolsOffered(asked)
  return (
    tools.find((t) => t.name === bare && t.namespace === null) ??
    tools.find((t) => isTool(spelling(t), bare)) ?? {
      name: bare,
      namespace: null,
      // Those of an MCP server are not described to a model that calls tools from a script.
      inScript: tools.some((t) => t.inScript),
    }
  )
}

export type Entry =
  | { readonly kind: 'prompt' | 'reply'; readonly text: string }
  | { readonly kind: 'result'; readonly result: ToolResult }
/** Reminders that a CLI slips in beside tool results do not begin a new turn. */
const isAside = (text: string): boolean =>
  /^\s*<(?:system-reminder|system_notification|environment_context)\b/.test(text)
export function told(entries: readonly Entry[]): Pick<Asked, 'prompts' | 'replies' | 'results' | 'history'> {
  const resultsOf = (some: readonly Entry[]): ToolResult[] =>
    some.flatMap((e) => (e.kind === 'result' ? [e.result] : []))
  const textsOf = (kind: 'prompt' | 'reply'): string[] =>
    entries.flatMap((e) => (e.kind === kind && e.text !== '' ? [e.text] : []))
  const newest = entries.findLastIndex((e) => e.kind === 'prompt' && !isAside(e.text))
  return {
    prompts: textsOf('prompt'),
    replies: textsOf('reply'),
    results: resultsOf(entries.slice(newest + 1)),
    history: resultsOf(entries),
  }
}

export const ERROR_WORDS: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.',
  401: 'Invalid API key provided.',
  404: 'The model does not exist.',
  429: 'Rate limit reached, please try again later.',
  500: 'Internal server error',
  529: 'Overloaded',
}

export const asRecord = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(asRecord) : [])
export const str = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Content is a text, or a list of blocks. */
export const blocks = (content: unknown): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : list(content)
export const textOf = (content: unknown): string =>
  blocks(content)
    .map((b) => str(b['text']))
    .join('\n')
export function texts(pieces: Iterable<string>): readonly string[] {
  const text = [...pieces].join('')
  return text === '' ? [] : [text]
}
