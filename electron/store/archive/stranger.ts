import { plural } from '../../../shared/base/amounts.ts'
import { WITHDRAWN } from '../../../shared/jobs/job.ts'
import type { Database } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'
import { parsed } from './contents.ts'
import { forgetCommands, holdBack } from './hold-back.ts'

/** What is counted before it is taken away, in one word and in several. */
const TAKEN: readonly (readonly [one: string, many: string, query: string])[] = [
  ['trust of 1 thread', 'trust of # threads', 'FROM threads WHERE trusted_at IS NOT NULL'],
  ['1 approval', '# approvals', 'FROM approvals'],
  ['1 permission', '# permissions', "FROM permissions WHERE decision <> 'asked'"],
  ['1 permission to try suggestions', '# permissions to try suggestions', 'FROM trial_consents'],
  ['1 list for other machines', '# lists for other machines', 'FROM threads WHERE shares_list = 1'],
  ['1 session', '# sessions', 'FROM sessions'],
  ['1 waiting message', '# waiting messages', "FROM queue_items WHERE kind = 'message'"],
  ['1 waiting start of a job', '# waiting starts of jobs', "FROM queue_items WHERE kind = 'job'"],
  ['1 waiting delivery of a webhook', '# waiting deliveries of webhooks', 'FROM deliveries'],
  [
    'the token of the local webhook',
    'the token of the local webhook',
    "FROM meta WHERE key = 'webhook_token'",
  ],
]

/**
 * Makes a history that somebody else may have written fit to be kept: of its own it executes, allows and sends
 * nothing, and what it says is told to no agent as a person's word. Returns sentences: what was not taken
 * over. The database has the newest schema.
 */
export function withoutAuthority(db: Database): readonly string[] {
  const notTaken = TAKEN.flatMap(([one, many, query]) => {
    const n = Number(db.prepare(`SELECT count(*) AS n ${query}`).get()?.['n'])
    if (n === 0) return []
    return [`${n === 1 ? one : many.replace('#', String(n))} not taken over`]
  })
  atomically(db, () => {
    for (const row of db.prepare('SELECT id FROM threads').all()) holdBack(db, String(row['id']))
    db.exec(`UPDATE slots SET fate = 'missed', cause = 'imported', item_id = NULL
      WHERE fate = 'queued' AND item_id IN (SELECT id FROM queue_items)`)
    db.prepare(
      "UPDATE job_runs SET state = 'skipped', summary = ? WHERE state IN ('waiting', 'running')",
    ).run(WITHDRAWN)
    db.exec(`DELETE FROM queue_items; DELETE FROM sessions; DELETE FROM deliveries;
      DELETE FROM meta WHERE key = 'webhook_token';
      UPDATE events SET trusted = 0; UPDATE threads SET config = NULL`)
    forgetCommands(db)
  })
  const switchedOff = switchOffWebhooks(db)
  return switchedOff === 0 ? notTaken : [...notTaken, `${plural(switchedOff, 'webhook')} switched off`]
}

/** Returns how many were on. */
export function switchOffWebhooks(db: Database): number {
  let switchedOff = 0
  for (const { id, target } of db.prepare('SELECT id, target FROM webhook_targets').all()) {
    const read = parsed(String(target))
    if (typeof read !== 'object' || read === null) throw new Error('a webhook cannot be read')
    if ((read as { enabled?: unknown }).enabled !== false) switchedOff++
    // Written as it was read: of a name that stands there twice another reader may take the other one.
    db.prepare('UPDATE webhook_targets SET target = ? WHERE id = ?').run(
      JSON.stringify({ ...read, enabled: false }),
      id!,
    )
  }
  return switchedOff
}
