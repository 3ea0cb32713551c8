import { asList, asObject, asText, eventIn, type Event } from '../../cli.ts'
import type { Asks } from './refused.ts'

const SHELLS = /^(?:exec_command|shell|shell_command|local_shell|container\.exec)$/
const IN_SCRIPT = /\b(?:cmd|command)["']?\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/gs
const PATCHED = /\*\*\* (?:Update|Add|Delete) File: ([^\n\\"'`]+)/g
const MOST = 200

/** What a call in the record is to do; a script may call several times. Empty: it is not told. */
export function asksIn(call: Event): readonly Asks[] {
  const name = asText(call['name']) ?? ''
  if (call['type'] === 'custom_tool_call') {
    const input = asText(call['input']) ?? ''
    if (name === 'apply_patch') return patchIn(input)
    return name === 'exec' ? asksInScript(input) : [{ kind: 'other', text: name }]
  }
  const args = eventIn(asText(call['arguments']) ?? '') ?? asObject(call['action'])
  if (call['type'] === 'local_shell_call' || SHELLS.test(name)) return commandAsks(commandOf(args))
  if (name === 'apply_patch') return patchIn(asText(args['input']) ?? '')
  return [{ kind: 'other', text: [asText(call['namespace']), name].filter(Boolean).join('__') }]
}

function commandOf(args: Event): string {
  const command = args['cmd'] ?? args['command']
  if (typeof command === 'string') return command
  const words = asList(command).flatMap((word) => asText(word) ?? [])
  return shellScript(words) ?? words.join(' ')
}

/** The command line of `bash -lc '…'`, as an argument list; null: it is none. */
export const shellScript = (words: readonly string[]): string | null =>
  words.length === 3 && /(?:^|[\\/])(?:ba|z|da)?sh$/.test(words[0]!) && /^-l?c$/.test(words[1]!)
    ? words[2]!
    : null

const commandAsks = (command: string): readonly Asks[] => {
  const patch = patchIn(command)
  return patch.length > 0 || command === '' ? patch : [{ kind: 'command', text: command }]
}

/** Its files, once each. */
function patchIn(text: string): readonly Asks[] {
  const paths = [...new Set([...text.matchAll(PATCHED)].map(([, path]) => path!.trim()))]
  return paths.length === 0 ? [] : [{ kind: 'write', text: paths.slice(0, MOST).join(', ') }]
}

/** Where Codex' models write scripts: the calls in it, as far as reading can tell. */
function asksInScript(script: string): readonly Asks[] {
  const commands = [...script.matchAll(IN_SCRIPT)]
    .slice(0, MOST)
    .flatMap(([, literal]) => commandAsks(unquoted(literal!)))
  if (commands.length > 0) return commands
  const patch = patchIn(script)
  return patch.length > 0 || !/exec_command|apply_patch/.test(script)
    ? patch
    : [{ kind: 'script', text: script }]
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unquoted = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, char = '') =>
      code === undefined
        ? (ESCAPES[char as string] ?? (char as string))
        : String.fromCharCode(parseInt(code, 16)),
    )
