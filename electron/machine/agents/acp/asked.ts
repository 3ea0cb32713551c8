import { TOOL_SERVER, type ToolCall } from '../../../../shared/agents/agent-turn.ts'
import { TOOL_NAMES } from '../../../../shared/agents/tool-limits.ts'
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
  readonly differs: boolean // it shows a difference of a file
  /** It asks about another kind of call than the one that was announced, or holds more than is looked through. */
  readonly isOdd: boolean
}

const PATH_KEYS =
  /^(?:file_?paths?|paths?|files?|notebook_path|absolute_?path|parent_?dir|dir_?path|destination|source|target(?:_?(?:file|path))?)$/i

/**
 * What was known of the call, and what this message adds. A question may be about a part of a call (a folder
 * outside), which has no kind of its own; what tells of the call itself may say that it is another one. Total.
 */
export function withMore(before: Asked | null, told: Event, isQuestion = true): Asked {
  const known = before ?? NOTHING
  const kind = asText(told['kind'])
  const isNamed = known.kind !== 'other'
  const isKnown = isNamed && (kind === null || (isQuestion && kind === 'other'))
  const isAnother = isQuestion && isNamed && !isKnown && kind !== known.kind
  const shows = asList(told['content']).some((part) => asObject(part)['type'] === 'diff')
  const input = asObject(told['rawInput'])
  const paths = [...new Set([...known.paths, ...pathsIn(told)])]
  return {
    id: asText(told['toolCallId']) ?? known.id,
    kind: isKnown ? known.kind : (kind ?? 'other'),
    differs: known.differs || shows,
    isOdd: known.isOdd || isAnother || isDeeper(input, DEEPEST) || paths.length > MOST_PATHS,
    title: asText(told['title']) ?? known.title,
    name: asText(told['name']) ?? known.name,
    input: { ...known.input, ...input },
    paths: paths.slice(0, MOST_PATHS),
  }
}

const NOTHING: Asked = {
  id: '',
  kind: 'other',
  differs: false,
  isOdd: false,
  title: '',
  name: null,
  input: {},
  paths: [],
}

function pathsIn(told: Event): readonly string[] {
  const places = asList(told['locations']).map((place) => asText(asObject(place)['path']))
  const differences = asList(told['content'])
    .map(asObject)
    .filter(({ type }) => type === 'diff')
    .map(({ path }) => asText(path))
  return [...places, ...differences, ...given(asObject(told['rawInput']), DEEPEST)].flatMap((path) =>
    path === null || path === '' ? [] : [path],
  )
}

const DEEPEST = 6
const MOST_PATHS = 1000
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))

const PATCH_LINE =
  /^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |(?:---|\+\+\+) (?:[ab]\/)?)(\S.*)$/gm

/** Paths in what a tool was called with, so many levels deep, and in the heads of a patch. */
function given(input: Event, levels: number): readonly (string | null)[] {
  if (levels === 0) return []
  return Object.entries(input).flatMap(([key, value]): readonly (string | null)[] => {
    if (PATH_KEYS.test(key)) return [value, ...asList(value)].map(asText)
    if (/patch|diff/i.test(key) && typeof value === 'string')
      return [...value.matchAll(PATCH_LINE)].map((m) => m[1] ?? null)
    return [value, ...asList(value)].flatMap((each) => given(asObject(each), levels - 1))
  })
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
      if (tool !== undefined && (TOOL_NAMES as readonly string[]).includes(tool)) return tool
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

const FOLDER_WORDS = /^(?:cwd|work_?dir|working_?dir(?:ectory)?|directory|dir_?path)$/i
const COMMAND_WORDS =
  /^(?:command|description|timeout\w*|is_?background|run_in_background|explanation|reason|title)$/i
const DOES_MORE = /^(?:command|cmd|script|content|new_?(?:string|text)|edits?|patch\w*|url|args|env|stdin)$/i
const RUNS = /^(?:command|cmd|script|args|env|stdin|url)$/i

/** Where a command is run; empty: in the folder of the session. */
export const foldersOf = ({ input }: Asked): readonly string[] =>
  Object.entries(input).flatMap(([key, value]) =>
    FOLDER_WORDS.test(key) && typeof value === 'string' ? [value] : [],
  )

/**
 * Whether a question has more in it than its kind says, so that no answer to it would be safe: a look that has
 * something to write, a command with more than its line, a call that was announced as another one.
 */
export function hasMore({ kind, input, isOdd, differs }: Asked): boolean {
  const keys = Object.keys(input)
  if (isOdd) return true
  switch (kind) {
    case 'execute':
      return keys.some((key) => !COMMAND_WORDS.test(key) && !FOLDER_WORDS.test(key))
    case 'read':
    case 'search':
    case 'think':
      return differs || keys.some((key) => DOES_MORE.test(key))
    case 'edit':
      return keys.some((key) => RUNS.test(key))
    default:
      return false
  }
}
