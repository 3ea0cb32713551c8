import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Fact, FactKind } from '../../../shared/hub/fact.ts'
import type { MailEnd, MailVerb } from '../../../shared/hub/mail.ts'
import { flag, json, number, numberOrNull, table, text, word, wordOrNull } from '../connection/table.ts'

export const HUB_OUTBOX = table('hub_outbox', {
  seq: number(),
  epoch: text(),
  at: number(),
  kind: word<FactKind>(),
  thread: wordOrNull<ThreadId>('thread_id'),
  body: json<Fact['body']>(),
})
export const HUB_MARKS = table('hub_marks', { threadId: word<ThreadId>() })
export const HUB_EPOCHS = table('hub_epochs', {
  epoch: text(),
  firstSeq: number(),
  lastSeq: numberOrNull(),
  acked: number(),
})
export const HUB_MAIL = table('hub_mail', {
  id: text(),
  seq: number(),
  epoch: text(),
  verb: word<MailVerb>(),
  sender: text(),
  expiresAt: number(),
  takenAt: number(),
  end: wordOrNull<MailEnd>('ended'),
  text: text(),
  isSettled: flag(),
})
