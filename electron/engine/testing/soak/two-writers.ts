import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import type { SaveResult } from '../../../../shared/contract/playbook.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { openHost, type Host } from '../../../host/host.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { createStore } from '../../../store/store.ts'
import { settingsInMemory } from '../../../store/testing/settings-in-memory.ts'
import { randomId } from '../../../machine/clock/ids.ts'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'
import { runAndKill } from './run-and-kill.ts'

interface WritersResult {
  readonly rounds: number
  readonly written: Readonly<Record<'editor' | 'agent' | 'tool', number>> // lines that stood in the file
  readonly conflicts: number
  readonly merges: number
  /** Lines that are neither in the file nor in a version, and were in no conflict that was shown. */
  readonly lost: readonly string[]
}

const START = '# HEARTBEAT.md\n\n## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look around\n\n## Notes\n'
/** The file is pruned beyond this, so that a long soak stays fast; only lines that a version holds go. */
const LINES_KEPT = 160

const openAt = async (folder: string): Promise<Host> => {
  const opened = await openHost({
    dataDir: join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
    schedule: true,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/**
 * The killed process: one real HEARTBEAT.md, written by a person in the editor, an agent with its tools,
 * and another tool that knows nothing of either. Prints what stood in the file, and `ready` when each of
 * them has written.
 */
export async function beWriters(folder: string, seed: number): Promise<never> {
  const host = await openAt(folder)
  const client = createRouterClient(host.router, { context: { origin: 'test' as const } })
  const { id } = host.snapshot().threads[0]!
  const file = join(folder, 'repo', 'HEARTBEAT.md')
  const random = randomFrom(seed)
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 120))
  let serial = 0
  const fresh = (who: string): string => `${who}-${seed}-${serial++}`
  const begun = new Set<string>()
  function wrote(who: 'editor' | 'agent' | 'tool', lines: readonly string[]): void {
    say(`wrote ${JSON.stringify(lines)}`)
    if (begun.has(who)) return
    begun.add(who)
    if (begun.size === 3) say('ready')
  }
  await Promise.all([editor(), agent(), tool()])
  throw new Error('writers ended')

  /** As the window: a save that fails is tried again. */
  async function save(input: { text: string; base: string; existed: boolean }): Promise<SaveResult> {
    for (;;) {
      try {
        return await client.doc.save({ id, ...input })
      } catch {
        await pause()
      }
    }
  }
  async function editor(): Promise<void> {
    let base = (await client.doc.read({ id })).text
    for (;;) {
      const line = fresh('editor')
      const mine = random() < 0.3 ? changed(base, line) : inserted(base, line)
      await pause() // the person types, others write
      let result: SaveResult = await save({ text: mine, base, existed: true })
      if (result.state === 'conflict') {
        say(`conflict ${JSON.stringify(linesOf(result.mine))}`)
        const { theirs, merged } = result
        const own = random() < 0.5 ? merged : mine
        const decided = random() < 0.3 ? theirs : own
        await pause()
        result = await save({ text: decided, base: theirs, existed: true })
      }
      if (result.state === 'gone') result = await save({ text: mine, base, existed: false })
      if (result.state === 'merged') say('merged')
      if (result.state === 'saved' || result.state === 'merged') {
        wrote(
          'editor',
          linesOf(result.text).filter((l) => l.startsWith('editor')),
        )
        base = result.text
      } else base = (await client.doc.read({ id })).text
    }
  }
  async function agent(): Promise<void> {
    for (;;) {
      const line = fresh('agent')
      const edit =
        random() < 0.5 ? { do: 'appendNote', text: line } : { do: 'addTask', tier: 'quick', text: line }
      const { ok } = await client.tools.call({ id, tool: 'heartbeat_write', input: { edits: [edit] } })
      if (ok) wrote('agent', [line])
      await pause()
    }
  }
  async function tool(): Promise<void> {
    for (;;) {
      await pause()
      const line = fresh('tool')
      let text = textOf(file) || START // it was killed between taking the file away and writing it again
      if (random() < 0.15) {
        // It holds an old text for a while, and writes over whatever came meanwhile; what stood there was
        // noticed before.
        await pause()
        await client.doc.authors({ id })
      } else if (random() < 0.05) {
        await client.doc.authors({ id })
        rmSync(file, { force: true })
        await pause()
        text = START
      }
      const next = random() < 0.3 ? changed(text, line) : inserted(text, line)
      if (random() < 0.5) writeFileSync(file, next)
      else {
        writeFileSync(`${file}.swp`, next)
        renameSync(`${file}.swp`, file)
      }
      await client.doc.authors({ id }) // as its watcher would, before the tool writes over its own lines
      wrote('tool', [line])
    }
  }
  function inserted(text: string, line: string): string {
    const lines = pruned(text).split('\n')
    const at = 9 + Math.floor(random() * Math.max(1, lines.length - 9))
    return [...lines.slice(0, at), `- ${line}`, ...lines.slice(at)].join('\n')
  }
  /** Words added to a line that stands there: two who do so at once are a conflict. */
  function changed(text: string, line: string): string {
    const lines = text.split('\n')
    const last = lines.findLastIndex((l) => l.startsWith('- '))
    return last < 7
      ? inserted(text, line)
      : [...lines.slice(0, last), `${lines[last]} ${line}`, ...lines.slice(last + 1)].join('\n')
  }
}

const linesOf = (text: string): string[] => text.match(/\b(?:editor|agent|tool)-\d+-\d+\b/g) ?? []
function pruned(text: string): string {
  const lines = text.split('\n')
  return lines.length <= LINES_KEPT
    ? text
    : [...lines.slice(0, 9), ...lines.slice(lines.length - LINES_KEPT / 2)].join('\n')
}

/**
 * Lets them write and kills them at random moments; then looks for every line. `again` starts the process:
 * [program, …args].
 */
export async function playWriters(
  rounds: number,
  seed: number,
  again: readonly string[],
): Promise<WritersResult> {
  const random = randomFrom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-writers-'))
  const file = join(folder, 'repo', 'HEARTBEAT.md')
  const threadId = await prepare(folder, file)
  const owed = new Set<string>() // stood in the file once; not yet seen in a version
  const settled = new Set<string>()
  const shown = new Set<string>() // in a conflict
  const lost: string[] = []
  const written = { editor: 0, agent: 0, tool: 0 }
  let conflicts = 0
  let merges = 0
  let seen = 0 // versions up to here have been looked through

  for (let round = 0; round < rounds; round++) {
    await runAndKill([...again, folder, String(seed * 1000 + round)], 300 + random() * 700, (word, rest) => {
      if (word === 'merged') merges++
      if (word === 'conflict') conflicts++
      for (const line of word === 'conflict' || word === 'wrote' ? (JSON.parse(rest) as string[]) : []) {
        if (word === 'conflict') shown.add(line)
        else if (!owed.has(line) && !settled.has(line)) {
          owed.add(line)
          written[line.split('-')[0] as keyof typeof written]++
        }
      }
    })

    const opened = openDatabase(join(folder, 'data', 'threadbeat.db'))
    if (!opened.ok) throw new Error(opened.error.message)
    const store = createStore(opened.value.db, randomId, settingsInMemory())
    const kept = store.versions.list(threadId, 200).filter((v) => v.id > seen)
    for (const { id } of kept) {
      for (const line of linesOf(store.versions.text(threadId, id)!.text)) {
        settled.add(line)
        owed.delete(line)
      }
      seen = Math.max(seen, id)
    }
    store.close()
    const now = new Set(linesOf(textOf(file)))
    for (const line of owed) {
      if (now.has(line)) continue
      owed.delete(line)
      settled.add(line)
      if (!shown.has(line)) lost.push(line)
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return { rounds, written, conflicts, merges, lost }
}

/** '': there is none. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function prepare(folder: string, file: string): Promise<ThreadId> {
  mkdirSync(join(folder, 'repo'))
  execFileSync('git', ['init', '-q', join(folder, 'repo')])
  writeFileSync(file, START)
  const host = await openAt(folder)
  const client = createRouterClient(host.router, { context: { origin: 'test' as const } })
  const { added } = await client.threads.add({ paths: [join(folder, 'repo')], trust: true })
  await client.threads.change({ id: added[0]!.id, intervalMs: 24 * 3_600_000 })
  await host.stop('wait')
  return added[0]!.id
}
