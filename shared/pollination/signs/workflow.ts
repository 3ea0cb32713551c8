import { boundedLines, indentOf } from './bounded-lines.ts'
import type { Found } from './found.ts'

const STEP = /^[ -]*(?:run|script|command|before_script): ?(.*)$/
const USES = /^[ -]*uses: *['"]?([\w.@/-]+)/
const PINNED = /@[0-9a-f]{40}$/
/** A list of versions under a key that names a language. */
const VERSIONS =
  /^[ -]*['"]?(?:node|node-version|node_version|node_js|python|python-version|py|go|go-version|rust|toolchain|version|ruby|deno|php)s?['"]?: *(.*)$/
const isBlock = (value: string): boolean => /^[|>][+-]?\d?$/.test(value.trim()) || value.trim() === ''

/** Two or more in `[a, b]`, or in the items that follow. */
function namesVersions(value: string, following: readonly string[]): boolean {
  if (value.startsWith('[')) return value.includes(',')
  return (
    value.trim() === '' &&
    following.filter((line) => /^ *- *['"]?[\w.^>=-]+['"]?\s*(#.*)?$/.test(line)).length >= 2
  )
}

/**
 * One configuration of a CI service, line by line: a file that is no YAML gives what its lines look like.
 * Comments are left out.
 */
export function readWorkflow(text: string, found: Found): void {
  const lines = boundedLines(text)
  /** Columns of the key whose block of commands is open; null: none is. */
  let block: number | null = null
  for (const [i, line] of lines.entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    if (block !== null && indentOf(line) > block) {
      addCommand(trimmed.replace(/^- /, ''), found)
      continue
    }
    block = null
    const [, command] = STEP.exec(line) ?? []
    if (command !== undefined) {
      if (isBlock(command)) block = indentOf(line)
      else addCommand(command.trim(), found)
      continue
    }
    const [, action] = USES.exec(line) ?? []
    if (action !== undefined) {
      found.uses.push(action.split('@')[0] ?? '')
      if (PINNED.test(action)) found.pinned++
    }
    const [, versions] = VERSIONS.exec(line) ?? []
    if (versions !== undefined && namesVersions(versions, lines.slice(i + 1, i + 3))) found.versions = true
    found.workflow.push(line)
  }
}

function addCommand(command: string, found: Found): void {
  found.commands.push(command)
  found.ciCommands.push(command)
}
