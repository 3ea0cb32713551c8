import type { Fault } from '../../../shared/base/faults.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Ports } from '../ports/ports.ts'
import type { Pulse } from '../pulse/pulse.ts'

/** The one way to a person's screen: one thing after the other, in the order in which it was put in. */
export interface Outbox {
  /** `work` begins when everything before it is done. What it throws is reported as a bug. */
  inTurn(work: () => Promise<void>): void
  /** Shows a notice now: for work whose turn it is. false: the system would not show it. */
  show(notice: Notice): Promise<boolean>
  /** Remembers that a banner may stand there, under what it tells of. */
  noteStanding(tag: string): void
  /** Takes back, silently, those of which `isStanding` says that they tell nothing any more. */
  withdrawUnless(isStanding: (tag: string) => boolean): void
  /** Why notifications do not work; null: they do, as far as is known. */
  fault(): Fault | null
  /** Whether one was tried since the start. */
  isTried(): boolean
  /** When everything that was put in is done. */
  idle(): Promise<void>
}

export function createOutbox(
  { notifier, log }: Pick<Ports, 'notifier' | 'log'>,
  pulse: Pick<Pulse, 'announce'>,
): Outbox {
  /** Banners of this process. */
  const standing = new Set<string>()
  let queue: Promise<void> = Promise.resolve()
  let fault: Fault | null = null
  let tried = false

  return {
    inTurn(work) {
      queue = queue
        .then(work)
        .catch((error: unknown) => log('error', 'bug.caught', { where: 'outbox', message: String(error) }))
    },
    async show(notice) {
      const shown = await notifier.show(notice)
      const before = fault
      tried = true
      fault = shown.ok ? null : shown.error
      if (before?.code !== fault?.code) pulse.announce(null)
      if (!shown.ok) log('warn', 'alert.undeliverable', { threadId: notice.threadId, code: shown.error.code })
      return shown.ok
    },
    noteStanding: (tag) => void standing.add(tag),
    withdrawUnless(isStanding) {
      for (const tag of [...standing]) {
        if (isStanding(tag)) continue
        standing.delete(tag)
        notifier.withdraw?.(tag)
      }
    },
    fault: () => fault,
    isTried: () => tried,
    idle: () => queue,
  }
}
