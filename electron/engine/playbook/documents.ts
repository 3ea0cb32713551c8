import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import { type HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { workKey } from '../../../shared/runs/judge.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { DocFacts } from '../../../shared/views/snapshot.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { atATime } from '../../../shared/base/at-a-time.ts'
import { createVersions, type PlaybookVersions } from './playbook-versions.ts'
import type { Ports } from '../ports/ports.ts'
import type { DueTask } from '../ports/agents.ts'
import type { Store } from '../ports/store.ts'
import { threadWatches } from '../threads/thread-watches.ts'

/**
 * What is known of each HEARTBEAT.md since it was last read. A reading, never a second truth: every run
 * reads the file anew.
 */
export interface Documents {
  facts(id: ThreadId): DocFacts | null
  /** Tasks with times of day. */
  timed(id: ThreadId): readonly { readonly text: string; readonly times: readonly string[] }[]
  /** Commands of the file that nobody has approved; 0 where the thread's runner needs no approvals. */
  approvalsWanted(thread: Thread): number
  /** The file as the app itself has just written it. */
  note(id: ThreadId, doc: HeartbeatDoc, tracked: boolean): void
  readonly versions: PlaybookVersions
  /** Reads the file again; nothing of an untrusted repository is read. */
  refresh(id: ThreadId): Promise<void>
  /** Watches the files of trusted threads that are not watched yet, and forgets those that are gone. */
  follow(): void
  onChange(listener: (id: ThreadId) => void): () => void
  close(): void
}

/** Looks at the disk at a time: hundreds at once would keep the window waiting for half a minute. */
const AT_A_TIME = 2

/** Lines in which a command may stand: tasks, and work that is still to do. */
export const commandLines = (doc: HeartbeatDoc): readonly DueTask[] => [
  ...doc.tasks,
  ...doc.work
    .filter((w) => w.state === 'pending')
    .map((w) => ({ key: workKey(w), tier: 'quick' as const, text: w.title })),
]

export function createDocuments(ports: Ports, store: Store): Documents {
  const known = new Map<
    ThreadId,
    {
      readonly facts: DocFacts
      readonly commands: readonly ApprovalRequest[]
      readonly timed: readonly { readonly text: string; readonly times: readonly string[] }[]
    }
  >()
  const listed = new Map<ThreadId, string>()
  const listeners = new Set<(id: ThreadId) => void>()
  const versions = createVersions(ports, store)
  let closed = false // the history may be gone before the disk has answered
  const changed = (id: ThreadId): void => {
    for (const listener of [...listeners]) listener(id)
  }

  function remember(id: ThreadId, facts: DocFacts, doc: HeartbeatDoc | null): void {
    known.set(id, {
      facts,
      commands: known.get(id)?.commands ?? [],
      timed:
        doc === null
          ? []
          : doc.tasks.filter((t) => t.timed.length > 0).map((t) => ({ text: t.text, times: t.timed })),
    })
    changed(id)
    const thread = store.threads.get(id)
    if (thread === null || doc === null || doc.conflicted) return
    // Listing asks the disk about every command: only when the lines have changed.
    const lines = commandLines(doc)
    const gist = JSON.stringify(lines.map((l) => l.text))
    if (gist === listed.get(id)) return
    listed.set(id, gist)
    void ports.repositories.listCommands(thread.repoPath, lines).then((commands) => {
      if (closed || known.get(id) === undefined || listed.get(id) !== gist) return
      known.set(id, { ...known.get(id)!, commands })
      changed(id)
    })
  }

  const factsOf = (doc: HeartbeatDoc, tracked: boolean): DocFacts => {
    const count = (tier: Tier): number => doc.tasks.filter((t) => t.tier === tier).length
    return {
      flags: doc.flags.map((f) => f.text),
      tasks: { quick: count('quick'), hourly: count('hourly'), daily: count('daily') },
      problems: doc.problems.filter((p) => p.severity !== 'info').length,
      exists: true,
      tracked,
      pendingWork: doc.work.filter((w) => w.state === 'pending').length,
    }
  }

  const soon = atATime(AT_A_TIME)

  async function refresh(id: ThreadId): Promise<void> {
    if (closed) return
    const thread = store.threads.get(id)
    if (thread === null || thread.trustedAt === null) return
    const tracked = await ports.repositories.isTracked(thread.repoPath)
    const read = await ports.files.read(thread.repoPath)
    if (closed) return
    if (read.ok) {
      if (read.value.encoding === 'utf-8') versions.seen(thread, read.value.text)
      const doc = parse(read.value.text)
      remember(id, factsOf(doc, tracked.ok && tracked.value), doc)
    } else if (read.error.code === 'file.missing') {
      remember(
        id,
        {
          flags: [],
          tasks: { quick: 0, hourly: 0, daily: 0 },
          problems: 0,
          exists: false,
          tracked: false,
          pendingWork: 0,
        },
        null,
      )
    } else {
      known.delete(id)
      changed(id)
    }
  }

  const watches = threadWatches(
    store,
    (id, path) => {
      const end = ports.files.watch(path, () => void soon(() => refresh(id)))
      void soon(async () => {
        await ports.files.sweep(path)
        await refresh(id)
      })
      return end
    },
    (id, newPath) => {
      if (newPath !== null) return
      known.delete(id)
      listed.delete(id)
    },
  )

  return {
    facts: (id) => known.get(id)?.facts ?? null,
    timed: (id) => known.get(id)?.timed ?? [],
    approvalsWanted(thread) {
      const commands = thread.agent.kind === 'local' ? (known.get(thread.id)?.commands ?? []) : []
      if (commands.length === 0) return 0
      const approved = store.permissions.approvals(thread.id)
      return commands.filter((c) => !approved.has(c.hash)).length
    },
    note(id, doc, tracked) {
      const thread = store.threads.get(id)
      if (thread !== null) versions.wrote(thread, serialize(doc))
      remember(id, factsOf(doc, tracked), doc)
    },
    versions,
    refresh: (id) => soon(() => refresh(id)),
    follow: () => watches.follow(),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      watches.close()
    },
  }
}
