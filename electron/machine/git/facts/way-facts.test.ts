import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { markingPrefix, MARKER_VARIABLE } from '../../process/marks.ts'
import { photograph } from '../../agents/testing/photograph.ts'
import { testFolder } from '../../agents/testing/folders.ts'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import type { WayFacts } from '../../../../shared/runs/in-the-way.ts'
import { HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { agentName, findAgentSession } from '../../process/agent-session.ts'
import { wayFacts } from './way-facts.ts'

const folder = testFolder()
let count = 0
const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path
const NOW = Date.parse('2026-11-22T12:00:00Z')
const touch = (path: string, agoMs: number): void =>
  utimesSync(path, (NOW - agoMs) / SECOND, (NOW - agoMs) / SECOND)
const factsOf = async (path: string): Promise<WayFacts> => {
  const facts = await wayFacts(path, NOW)
  if (!facts.ok) throw new Error(facts.error.message)
  return facts.value
}

const running: ChildProcess[] = []
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')))
/**
 * A process that says when it runs and then waits; a script, so that the name it goes by is the script's.
 */
async function start(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  prefix: readonly string[] = [],
): Promise<void> {
  const [first, ...rest] = [...prefix, program, ...args] as [string, ...string[]]
  const child = spawn(first, rest, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.push(child)
  await once(child.stdout, 'data')
}
const script = (name: string, shebang = '#!/bin/sh'): string => {
  const path = join(folder, `bin-${++count}`, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(
    path,
    shebang.includes('node')
      ? `${shebang}\nprocess.stdout.write('up'); process.stdin.resume()\n`
      : `${shebang}\necho up; read line\n`,
  )
  chmodSync(path, 0o755)
  return path
}

describe('signs of somebody at work', () => {
  it('are none in a clean repository, nor in a bare one, and looking writes nothing', async () => {
    for (const path of [await make(), await make('bare'), await make('empty')]) {
      const before = photograph(path)
      expect(await factsOf(path)).toEqual({
        lock: null,
        operation: null,
        operationAgeMs: null,
        editedMsAgo: null,
        session: null,
      })
      expect(photograph(path)).toEqual(before)
    }
  })
  it('are a lock of the index and its age, in a linked worktree its own', async () => {
    for (const path of [await make(), await make('worktree')]) {
      const lock = join(
        execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: path, encoding: 'utf8' }).trim(),
        'index.lock',
      )
      writeFileSync(lock, '')
      touch(lock, 12 * SECOND)
      expect((await factsOf(path)).lock).toEqual({ ageMs: 12 * SECOND })
      touch(lock, -20 * MINUTE) // from the future
      expect((await factsOf(path)).lock).toEqual({ ageMs: 20 * MINUTE })
    }
  })
  it('are an operation in progress and its age', async () => {
    const path = await make('merge_in_progress')
    touch(join(path, '.git/MERGE_HEAD'), 2 * HOUR)
    expect(await factsOf(path)).toMatchObject({ operation: 'merge', operationAgeMs: 2 * HOUR })
  })
  it('are the newest edit, where git sees one', async () => {
    const path = await make('dirty')
    touch(join(path, 'src/index.txt'), 5 * MINUTE)
    touch(join(path, 'notes.txt'), 90 * SECOND)
    expect((await factsOf(path)).editedMsAgo).toBe(90 * SECOND)
    touch(join(path, 'notes.txt'), -HOUR) // a clock that was wrong
    expect((await factsOf(path)).editedMsAgo).toBe(5 * MINUTE)
    rmSync(join(path, 'notes.txt'))
    rmSync(join(path, 'src/index.txt'))
    expect((await factsOf(path)).editedMsAgo).toBeNull()
  })
  it('are not our own files', async () => {
    const path = await make()
    for (const name of [
      'HEARTBEAT.md',
      'HEARTBEAT.json',
      '.heartbeat.json',
      '.HEARTBEAT.md.0123456789ab.tmp',
    ])
      writeFileSync(join(path, name), 'x')
    expect((await factsOf(path)).editedMsAgo).toBeNull()
  })
  it('cannot be told of what is no repository', async () => {
    expect(await wayFacts(join(folder, 'nowhere'), NOW)).toMatchObject({
      ok: false,
      error: { code: 'repo.missing' },
    })
  })
})

describe.runIf(process.platform === 'linux')('an agent session', () => {
  it.each([
    ['a script of a shell', 'codex', '#!/bin/sh'],
    ['a script of Node', 'claude', `#!${process.execPath}`],
  ])('is found as %s, in the repository and below it, and not beside it', async (_, name, shebang) => {
    const path = await make()
    await start(script(name, shebang), [], join(path, '..'))
    await start(script('not-an-agent', shebang), [], path)
    expect((await factsOf(path)).session).toBeNull()
    await start(script(name, shebang), ['--model', 'x'], join(path, 'src'))
    expect((await factsOf(path)).session).toBe(name)
  })
  it('is found through a link to the repository', async () => {
    const path = await make()
    symlinkSync(path, `${path}-link`)
    await start(script('aider'), [], `${path}-link`)
    expect((await factsOf(`${path}-link`)).session).toBe('aider')
  })
  it('is not one that Threadbeat started, also when it cleared its environment', async () => {
    const path = await make()
    await start(script('claude'), [], path, { [MARKER_VARIABLE]: 'run_1' })
    const prefix = await markingPrefix('run_2')
    if (prefix.length > 0) await start(script('claude'), [], path, {}, prefix)
    expect(await findAgentSession(path)).toBeNull()
  })
  it('is over when the process has ended', async () => {
    const path = await make()
    await start(script('gemini'), [], path)
    expect(await findAgentSession(path)).toBe('gemini')
    const child = running.at(-1)!
    child.stdin!.end('\n')
    await once(child, 'exit')
    expect(await findAgentSession(path)).toBeNull()
  })
})

describe('the name of an agent', () => {
  it.each<readonly [readonly string[], string, string | null]>([
    [['/usr/local/bin/claude'], 'claude', 'claude'],
    [['claude', '--resume'], 'node', 'claude'],
    [['node', '--no-warnings', '/x/node_modules/@anthropic-ai/claude-code/cli.js'], 'node', 'claude'],
    [['/x/node_modules/@openai/codex/vendor/x86_64/codex/codex', 'resume'], 'codex', 'codex'],
    [['node', '/x/node_modules/@github/copilot/index.js'], 'node', 'copilot'],
    [['/usr/bin/python3.12', '/home/x/.local/bin/aider'], 'aider', 'aider'],
    [['/x/.local/share/cursor-agent/versions/1/node', 'index.js'], 'node', 'cursor-agent'],
    [['anything'], 'gemini', 'gemini'],
    [['codex', 'app-server'], 'codex', null],
    [['node', '/x/bin/claude', 'mcp', 'serve'], 'node', null],
    [['vim', 'claude'], 'vim', null],
    [['grep', '-r', 'codex'], 'grep', null],
    [['node', 'claude-notes.js'], 'node', null],
    [[], 'kthreadd', null],
  ])('%j (%s): %s', (words, comm, name) => expect(agentName(words, comm)).toBe(name))
})
