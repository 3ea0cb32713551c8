import { TOOL_SERVER, type ToolCall } from '../../../../shared/agents/agent-turn.ts'
import { asList, asObject, asText, toolName, type Event } from '../cli.ts'

/** A tool call as far as an agent has told of it; each message about it tells a part. */
export interface Asked {
  readonly id: string
  /** The protocol's word: read, edit, delete, move, search, execute, think, fetch, switch_mode, other. */
  readonly kind: string
  readonly title: string
  readonly name: string | null // the tool's own; null: not told
  readonly input: Event // as the model gave it; empty: not told
  readonly paths: readonly string[] // that it is about, as the agent says, and as it was called with
}

const PATH_KEYS =
  /^(?:file_?path|path|notebook_path|absolute_?path|parent_?dir|dir_path|destination|source)$/i

/**
 * What was known of the call, and what this message adds. A question may be about a part of a call (a folder
 * outside), which has no kind of its own; what tells of the call itself may say that it is another one. Total.
 */
export function withMore(known: Asked | null, told: Event, isQuestion = true): Asked {
  const kind = asText(told['kind'])
  const isKnown =
    known !== null && known.kind !== 'other' && (kind === null || (isQuestion && kind === 'other'))
  const input = { ...known?.input, ...asObject(told['rawInput']) }
  return {
    id: asText(told['toolCallId']) ?? known?.id ?? '',
    kind: isKnown ? known.kind : (kind ?? 'other'),
    title: asText(told['title']) ?? known?.title ?? '',
    name: asText(told['name']) ?? known?.name ?? null,
    input,
    paths: [...new Set([...(known?.paths ?? []), ...pathsIn(told)])].slice(0, 1000),
  }
}

function pathsIn(told: Event): readonly string[] {
  const places = asList(told['locations']).map((place) => asText(asObject(place)['path']))
  const differences = asList(told['content'])
    .map(asObject)
    .filter(({ type }) => type === 'diff')
    .map(({ path }) => asText(path))
  const given = Object.entries(asObject(told['rawInput']))
    .filter(([key]) => PATH_KEYS.test(key))
    .map(([, value]) => asText(value))
  return [...places, ...differences, ...given].flatMap((path) => (path === null || path === '' ? [] : [path]))
}

/** The command line of a call that runs one. Some agents tell it as the title alone. */
export const commandOf = ({ input, title }: Asked): string =>
  (asText(input['command']) ?? (asListOfText(input['command']) || title)).trim()

const asListOfText = (value: unknown): string =>
  asList(value)
    .flatMap((word) => asText(word) ?? [])
    .join(' ')

/** How agents spell the tools of an MCP server: `threadbeat_report`, `report (threadbeat MCP Server)` … */
const OWN_TOOL = [
  new RegExp(`^(?:mcp_{1,2})?${TOOL_SERVER}(?:_{1,2}|[.:/-])([a-z_]{1,40})$`),
  new RegExp(`^([a-z_]{1,40}) \\(${TOOL_SERVER} MCP Server\\)$`, 'i'),
]

/** Which of Threadbeat's tools it is; null: none of them. */
export function ownToolOf({ kind, name, title }: Asked): string | null {
  if (kind !== 'other') return null
  for (const spelled of [name, title])
    for (const shape of OWN_TOOL) {
      const tool = shape.exec(spelled ?? '')?.[1]
      if (tool !== undefined) return tool
    }
  return null
}

const WRITES = new Set(['edit', 'delete', 'move'])
const READS = new Set(['read', 'search'])

/** As the log of calls has it. */
export function callOf(asked: Asked): {
  readonly name: string
  readonly input: unknown
  readonly kind: ToolCall['kind']
  readonly shown?: string
} {
  const own = ownToolOf(asked)
  if (own !== null) return { name: toolName(TOOL_SERVER, own), input: asked.input, kind: 'own' }
  if (asked.kind === 'execute')
    return { name: asked.kind, input: asked.input, kind: 'command', shown: commandOf(asked) }
  const [path] = asked.paths
  const input = path === undefined ? { title: asked.title, ...asked.input } : { path, ...asked.input }
  if (WRITES.has(asked.kind))
    // Each path by the same name: whoever asks what was written finds all of them.
    return {
      name: asked.kind,
      input: path === undefined ? input : asked.paths.map((each) => ({ path: each })),
      kind: 'write',
    }
  if (READS.has(asked.kind)) return { name: asked.kind, input, kind: 'read' }
  return { name: asked.kind === 'other' ? asked.title || 'tool' : asked.kind, input, kind: 'other' }
}
