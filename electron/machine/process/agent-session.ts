import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, sep } from 'node:path'

/** Each process that Threadbeat started for a run carries this variable. */
const MARKER = 'THREADBEAT_RUN_ID='
/**
 * Such a process may have cleared its environment; then a limit on file locks of its run is left, which
 * nobody else sets that high.
 */
const MARKED_LIMIT = 2 ** 52

/** Programs by which a person works with an agent in a terminal or an editor. */
const AGENTS: ReadonlySet<string> = new Set([
  'claude',
  'codex',
  'copilot',
  'aider',
  'gemini',
  'cursor-agent',
  'opencode',
  'qwen',
  'goose',
  'crush',
])
/** Agents that run as a script: the interpreter has the name, the script the path of the package. */
const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|sh|bash|dash|zsh)$/
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/\/@anthropic-ai\/claude-code\//, 'claude'],
  [/\/@openai\/codex\//, 'codex'],
  [/\/@github\/copilot\//, 'copilot'],
  [/\/@google\/gemini-cli\//, 'gemini'],
  [/\/@qwen-code\/qwen-code\//, 'qwen'],
  [/\/cursor-agent\//, 'cursor-agent'],
]
/** Started by an editor or another program and waiting for it: nobody's session. */
const SERVICES: ReadonlySet<string> = new Set(['mcp', 'mcp-server', 'app-server', 'serve', 'server'])

/** Between two groups of processes others get their turn. */
const GROUP = 64

/**
 * The name of an agent CLI that works in the folder (a real path) or below it and that Threadbeat did not
 * start. null: none, or not to be told: other people's processes and systems without /proc say nothing.
 * Contract: never rejects.
 */
export async function findAgentSession(folder: string): Promise<string | null> {
  if (process.platform !== 'linux') return null
  for (const [i, pid] of listPids().entries()) {
    if (i % GROUP === GROUP - 1) await new Promise((next) => setImmediate(next))
    const name = agentName(read(pid, 'cmdline').split('\0').slice(0, -1), read(pid, 'comm').trimEnd())
    if (name !== null && isInside(workingFolder(pid), folder) && !isOwn(pid)) return name
  }
  return null
}

/**
 * Which agent a command line is; null: none. `comm`: the name the process gave itself, cut by the kernel to
 * 15 characters.
 */
export function agentName(words: readonly string[], comm: string): string | null {
  const [program = '', ...rest] = words
  const plain = programName(program)
  const at = INTERPRETERS.test(plain) ? rest.findIndex((word) => !word.startsWith('-')) : -1
  const script = at < 0 ? null : (rest[at] ?? null)
  const found =
    named(plain) ??
    packaged(program) ??
    (script === null ? null : (named(programName(script)) ?? packaged(script))) ??
    named(comm)
  if (found === null) return null
  const first = rest.slice(at + 1).find((word) => !word.startsWith('-'))
  return first !== undefined && SERVICES.has(first) ? null : found
}

const programName = (path: string): string =>
  basename(path)
    .replace(/\.(?:[cm]?js|py|exe)$/, '')
    .replace(/^-/, '')
const named = (name: string): string | null => (AGENTS.has(name) ? name : null)
const packaged = (path: string): string | null => PACKAGES.find(([rule]) => rule.test(path))?.[1] ?? null
const isInside = (path: string | null, folder: string): boolean =>
  path !== null && (path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep))

function isOwn(pid: number): boolean {
  if (
    read(pid, 'environ')
      .split('\0')
      .some((entry) => entry.startsWith(MARKER))
  )
    return true
  const limit = /^Max file locks\s+\S+\s+(\d+)/m.exec(read(pid, 'limits'))?.[1]
  // Gone meanwhile: nothing can be read of it any more.
  return (limit !== undefined && Number(limit) >= MARKED_LIMIT) || workingFolder(pid) === null
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function listPids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}
