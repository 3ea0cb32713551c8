import { readInboxFile, type InboxMessage } from '../../../shared/events/inbox.ts'
import type { ItemId } from '../../../shared/base/ids.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Engine } from '../loop/engine.ts'
import type { Ports } from '../ports/ports.ts'
import type { InboxFile } from '../ports/disk.ts'
import type { Store } from '../ports/store.ts'

/**
 * Takes what lies in the inbox folder. A file is deleted only after its work is in the history, under an id
 * made of the file, so that a crash in between neither loses nor doubles it. What cannot be taken is moved
 * aside once, with the reason, and never looked at again. `stuck` remembers files that cannot be taken
 * away.
 */
export async function takeInbox(
  ports: Ports,
  store: Store,
  engine: Engine,
  stuck: Set<string>,
): Promise<void> {
  for (const file of await ports.inbox.collect()) {
    // A file that cannot be taken away is worked once, not at every look.
    const identity = `${file.name} ${file.version}`
    if (stuck.has(identity)) continue
    const read = readInboxFile(file.name, file.content)
    const thread = read.ok ? addressed(store.threads.list(), read.value) : []
    const reason = !read.ok
      ? read.error
      : thread.length === 0
        ? `there is no thread ${JSON.stringify(read.value.to)}`
        : thread.length > 1
          ? `${thread.length} threads are named ${JSON.stringify(read.value.to)}; use a number`
          : null
    if (!read.ok || reason !== null) {
      ports.log('warn', 'inbox.rejected', { name: file.name, reason })
      if (!(await ports.inbox.reject(file, reason ?? ''))) stuck.add(identity)
      continue
    }
    if (read.value.kind === 'heartbeat') engine.wake(thread[0]!.id, 'inbox')
    else if (read.value.kind === 'event')
      addOnce(file, () =>
        engine.events.add(thread[0]!.id, {
          source: read.value.source,
          text: read.value.text,
          trusted: false,
          wake: read.value.wake,
          urgent: read.value.urgent && read.value.marker === undefined,
          own: engine.events.ownerOf(read.value.marker) === thread[0]!.id,
        }),
      )
    else
      store.queue.sendMessage(
        thread[0]!.id,
        read.value.text,
        read.value.from,
        ports.clock.now(),
        `itm_inbox-${file.version}-${file.name}` as ItemId,
      )
    if (!(await ports.inbox.accept(file))) stuck.add(identity)
  }
  engine.tick()

  /**
   * The mark and the fact are one transaction: a file that could not be taken away before a crash tells
   * nothing twice.
   */
  function addOnce(file: InboxFile, add: () => void): void {
    store.together(() => {
      const told = JSON.parse(store.meta.get('inbox_events') ?? '[]') as string[]
      if (told.includes(`${file.name} ${file.version}`)) return
      add()
      store.meta.set(
        'inbox_events',
        JSON.stringify([...told, `${file.name} ${file.version}`].slice(-TOLD_KEPT)),
      )
    })
  }
}

const TOLD_KEPT = 50

/** By number or name; an event also by a folder, which means the innermost thread around it. */
function addressed(threads: readonly Thread[], { kind, to }: InboxMessage): readonly Thread[] {
  const named = threads.filter((t) => t.number === to || t.name === to)
  if (named.length > 0 || kind !== 'event' || typeof to !== 'string' || !/^(?:\/|[A-Za-z]:\\)/.test(to))
    return named
  const around = threads.filter(
    (t) => to === t.repoPath || to.startsWith(`${t.repoPath}/`) || to.startsWith(`${t.repoPath}\\`),
  )
  return around.sort((a, b) => b.repoPath.length - a.repoPath.length).slice(0, 1)
}
