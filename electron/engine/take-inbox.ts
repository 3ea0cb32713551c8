import { readInboxFile } from '../../shared/inbox.ts'
import type { ItemId } from '../../shared/ids.ts'
import type { Engine } from './engine.ts'
import type { Ports } from './ports.ts'
import type { Store } from './store-port.ts'

/**
 * Takes what lies in the inbox folder. A file is deleted only after its work is in the history, under an id made of the file, so that
 * a crash in between neither loses nor doubles it. What cannot be taken is moved aside once, with the reason, and never looked at again.
 * `stuck` remembers files that cannot be taken away.
 */
export async function takeInbox(ports: Ports, store: Store, engine: Engine, stuck: Set<string>): Promise<void> {
  for (const file of await ports.inbox.collect()) {
    // A file that cannot be taken away is worked once, not at every look.
    const identity = `${file.name} ${file.version}`
    if (stuck.has(identity)) continue
    const read = readInboxFile(file.name, file.content)
    const thread = read.ok ? store.threads().filter((t) => t.number === read.value.to || t.name === read.value.to) : []
    const reason = !read.ok ? read.error
      : thread.length === 0 ? `there is no thread ${JSON.stringify(read.value.to)}`
      : thread.length > 1 ? `${thread.length} threads are named ${JSON.stringify(read.value.to)}; use a number` : null
    if (!read.ok || reason !== null) {
      ports.log('warn', 'inbox.rejected', { name: file.name, reason })
      if (!(await ports.inbox.reject(file, reason ?? ''))) stuck.add(identity)
      continue
    }
    if (read.value.kind === 'heartbeat') engine.requestBeat(thread[0]!.id, 'inbox', null)
    else store.sendMessage(thread[0]!.id, read.value.text, read.value.from, ports.clock.now(), `itm_inbox-${file.version}-${file.name}` as ItemId)
    if (!(await ports.inbox.accept(file))) stuck.add(identity)
  }
  engine.tick()
}
