import { readInboxFile, type InboxMessage } from '../../../shared/events/inbox.ts'
import type { ItemId } from '../../../shared/base/ids.ts'
import { redactSecrets } from '../../../shared/base/secrets/redactor.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { numbered } from '../../../shared/threads/master.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { InboxFile } from '../ports/disk.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Events } from './events.ts'
import { nameOfRef, once } from './once.ts'

/** What others drop into the inbox folder: events, messages and wishes for a beat. */
interface InboxTaking {
  /**
   * Takes what lies there. Looks come one after the other: a drop that comes while a file is read is seen by
   * the next one. Never rejects.
   */
  look(): Promise<void>
  /** Looks now, and whenever something is dropped. Returns its end. */
  follow(): () => void
  /** When no file is being taken. */
  idle(): Promise<void>
}

interface InboxParts {
  readonly ports: Pick<Ports, 'clock' | 'inbox' | 'log'>
  readonly store: Pick<Store, 'threads' | 'queue' | 'meta' | 'together'>
  readonly events: Events
  readonly pulse: Pick<Pulse, 'tick'>
}

export function createInboxTaking(parts: InboxParts): InboxTaking {
  const { inbox, log } = parts.ports
  /** Files that cannot be taken away: worked once, not at every look. */
  const stuck = new Set<string>()
  let taking: Promise<void> = Promise.resolve()

  async function takeAll(): Promise<void> {
    for (const file of await inbox.collect()) {
      const identity = identityOf(file)
      if (!stuck.has(identity) && !(await takeOne(parts, file))) stuck.add(identity)
    }
    parts.pulse.tick()
  }
  const look = (): Promise<void> =>
    (taking = taking
      .then(takeAll)
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'inbox', message: String(error) })))

  return {
    look,
    follow() {
      const end = inbox.watch(() => void look())
      void look()
      return end
    },
    idle: () => taking,
  }
}

/**
 * A file is deleted only after its work is in the history, under an id made of the file, so that a crash in
 * between neither loses nor doubles it. What cannot be taken is moved aside once, with the reason, and never
 * looked at again. false: the file could not be taken away.
 */
async function takeOne(parts: InboxParts, file: InboxFile): Promise<boolean> {
  const { ports, store } = parts
  const delivery = read(file, store.threads.list())
  if (!delivery.ok) {
    ports.log('warn', 'inbox.rejected', { name: file.name, reason: delivery.error })
    return ports.inbox.reject(file, delivery.error)
  }
  deliver(parts, file, delivery.value)
  return ports.inbox.accept(file)
}

interface Delivery {
  readonly message: InboxMessage
  readonly thread: Thread
}

function read(file: InboxFile, threads: readonly Thread[]): Result<Delivery, string> {
  const message = readInboxFile(file.name, file.content)
  if (!message.ok) return message
  const { to } = message.value
  const [thread, ...others] = addressees(threads, message.value)
  if (thread === undefined) return err(`there is no thread ${JSON.stringify(to)}`)
  if (others.length > 0)
    return err(`${others.length + 1} threads are named ${JSON.stringify(to)}; use a number`)
  return ok({ message: message.value, thread })
}

/** By number or name; an event also by a folder, which means the innermost thread around it. */
function addressees(threads: readonly Thread[], { kind, to, folder }: InboxMessage): readonly Thread[] {
  const own = threads.filter((t) => t.repoPath === folder)
  if (own.length > 0) return own
  const named = typeof to === 'number' ? numbered(threads, to) : threads.filter((t) => t.name === to)
  if (named.length > 0 || kind !== 'event' || typeof to !== 'string' || !/^(?:\/|[A-Za-z]:\\)/.test(to))
    return named
  const around = threads.filter(
    (t) => to === t.repoPath || to.startsWith(`${t.repoPath}/`) || to.startsWith(`${t.repoPath}\\`),
  )
  return around.sort((a, b) => b.repoPath.length - a.repoPath.length).slice(0, 1)
}

/** The same for a file that is read twice, so that it is delivered once; a whole word, whatever its name holds. */
function itemOf({ version, name }: InboxFile): ItemId {
  const word = encodeURIComponent(name).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `itm_inbox-${version}-${word}` as ItemId
}

function deliver({ ports, store, events }: InboxParts, file: InboxFile, { message, thread }: Delivery): void {
  const { kind, source, text, wake, urgent, marker, command, from, ref } = message
  if (kind === 'heartbeat') events.wake(thread.id, 'inbox')
  else if (kind === 'message')
    store.queue.sendMessage(thread.id, redactSecrets(text), from, ports.clock.now(), itemOf(file))
  else
    once(store, ref === null ? identityOf(file) : nameOfRef(ref), () =>
      events.add(thread.id, {
        source,
        text,
        trusted: false,
        wake,
        urgent: urgent && marker === undefined,
        own: events.ownerOf(marker) === thread.id,
        command,
        at: Math.floor(file.writtenAt),
      }),
    )
}

const identityOf = (file: InboxFile): string => `${file.name} ${file.version}`
