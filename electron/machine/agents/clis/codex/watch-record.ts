import type { Refusal } from '../../../../../shared/agents/agent-turn.ts'
import { eventIn, mayDoAll, type CliRequest, type Event, type ReaderContext } from '../../cli.ts'
import { moneyOf } from './cost.ts'
import type { Following } from '../../records/follow-file.ts'
import { spentTooMuch } from '../../records/budget.ts'
import { followRecord, homeOf, recordLength } from './find-record.ts'
import { readRecord } from './record.ts'

/** What is read of a run besides what it prints, while it goes on. */
interface Watched {
  /** Its session has begun. */
  begin(sessionId: string): void
  /** Once it has ended. Never rejects. */
  settled(): Promise<void>
  stop(): void
  refusals(): readonly Refusal[]
  /** Why more may have been refused; null: nothing is known to be missing. */
  unseen(): string | null
  usage(): Event | null
}

export function watchRecord(request: CliRequest, context: ReaderContext): Watched {
  const { calls, cutOff, redactIn = (event) => event } = context
  const home = homeOf(request)
  const before = request.session === null ? null : recordLength(home, request.session.id)
  let following: Following | null = null
  let unseen: string | null = null

  const onUsage = (usage: Event): void => {
    const { costUsd } = moneyOf(usage, request)
    const over = spentTooMuch(costUsd, request, 'told')
    if (over !== null) cutOff(over)
  }
  const record = readRecord(request, calls, onUsage)
  return {
    begin(sessionId) {
      following ??= followRecord({
        home,
        sessionId,
        from: sessionId === request.session?.id && before !== null ? before : Promise.resolve(0),
        onLine: (line) => {
          const told = eventIn(line)
          if (told !== null) record.push(redactIn(told))
        },
      })
    },
    async settled() {
      unseen = (await following?.end()) ?? null
    },
    stop: () => following?.stop(),
    refusals: record.refusals,
    unseen: () => (mayDoAll(request) ? null : unseen),
    usage: record.usage,
  }
}
