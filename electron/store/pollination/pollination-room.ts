import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, type Instant } from '../../../shared/base/time.ts'
import type { SuggestionState } from '../../../shared/pollination/lines/life.ts'
import type { PollinationRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { json, number, shape, text } from '../connection/table.ts'
import { SUGGESTION_RULES, SUGGESTIONS, SUGGESTIONS_TOLD } from './tables.ts'

/** An alert whose cause a later beat saw gone, or that a person answered, was no false alarm. */
const WORTH = shape({
  key: text(),
  raised: number(),
  confirmed: number(),
  dismissed: number(),
  runs: json<readonly string[]>(),
})
/**
 * A person put it off and it stands, or called it settled and within a day it came back in the same words: nothing was
 * done.
 */
const DISMISSED = `(a.acknowledged_at IS NULL AND a.handed_over_at IS NULL AND (
  (a.resolved_at IS NULL AND a.snoozed_until IS NOT NULL) OR
  (a.resolved_by = 'person' AND EXISTS (
    SELECT 1 FROM alerts b WHERE b.thread_id = a.thread_id AND b.key = a.key AND b.fingerprint = a.fingerprint
      AND b.raised_at BETWEEN a.resolved_at AND a.resolved_at + ${DAY} AND b.id <> a.id))))`
const RUNS_NAMED = 3

/** What a suggestion may have been before. */
const BEFORE: Record<Exclude<SuggestionState, 'proposed'>, readonly SuggestionState[]> = {
  accepted: ['proposed'],
  adapted: ['proposed'],
  declined: ['proposed'],
  expired: ['proposed', 'declined'],
  retired: ['accepted', 'adapted'],
}

const OPENED = { state: 'proposed', reason: '', proposed: null } as const

export function pollinationRoom(connection: Connection): PollinationRoom {
  const { list, find, count, value, insert, update, run, verb, remembered } = connection
  const openCount = remembered(
    () => value(`SELECT sum(state = 'proposed') FROM suggestions`) as number | null,
  )
  return {
    propose: (suggestion) =>
      verb((touch) => {
        touch('all')
        const { threadId, pattern, proposedAt: at } = suggestion
        const open = find(
          SUGGESTIONS,
          `WHERE thread_id IS ? AND pattern = ? AND state = 'proposed'`,
          threadId,
          pattern,
        )
        if (open !== null) return open.number
        const absent = { origin: 'lists', offered: null, replaces: null } as const
        insert(SUGGESTIONS, { ...absent, ...suggestion, ...OPENED, by: 'app', at })
        return Number(value('SELECT max(number) FROM suggestions'))
      }),
    renew: (suggestionNumber, change) =>
      verb(() => void update(SUGGESTIONS, { number: suggestionNumber, state: 'proposed' }, change)),
    decide: (suggestionNumber, change) =>
      verb((touch) => {
        touch('all')
        const { tier, text } = find(SUGGESTIONS, 'WHERE number = ?', suggestionNumber) ?? change
        const proposed = change.state === 'adapted' ? { proposed: { tier, text } } : {}
        return BEFORE[change.state].some(
          (state) => update(SUGGESTIONS, { number: suggestionNumber, state }, { ...change, ...proposed }) > 0,
        )
      }),
    restore: (records) =>
      verb(() => {
        for (const record of records) {
          run('DELETE FROM suggestions WHERE number = ?', record.number)
          insert(SUGGESTIONS, record)
        }
      }),
    list: (threadId, limit) =>
      threadId === null
        ? list(SUGGESTIONS, 'ORDER BY at DESC, number DESC LIMIT ?', limit)
        : list(SUGGESTIONS, 'WHERE thread_id = ? ORDER BY at DESC, number DESC LIMIT ?', threadId, limit),
    open: () => list(SUGGESTIONS, `WHERE state = 'proposed' ORDER BY number`),
    ...toldVerbs(connection),
    reopen: reopener(connection),
    openCount,
    byNumber: (suggestionNumber) => find(SUGGESTIONS, 'WHERE number = ?', suggestionNumber),
    proposedSince: (at) =>
      count(
        `SELECT count(*) FROM suggestions
         WHERE origin = 'lists' AND proposed_at > ? AND NOT (state = 'expired' AND by = 'app')`,
        at,
      ),
    expiredFor: (reason) =>
      list(SUGGESTIONS, `WHERE state = 'expired' AND reason = ? ORDER BY number`, reason),
    ...ruleVerbs(connection),
    worth: (threadId, since) => worthOf(connection, threadId, since),
  }
}

const worthOf = (
  { query }: Connection,
  threadId: ThreadId,
  since: Instant,
): ReturnType<PollinationRoom['worth']> =>
  new Map(
    query(
      WORTH,
      `SELECT key, count(*) AS raised,
            sum((acknowledged_at IS NOT NULL OR handed_over_at IS NOT NULL OR resolved_by IS NOT NULL)
              AND NOT ${DISMISSED}) AS confirmed,
            sum(${DISMISSED}) AS dismissed,
            json_group_array(run_id ORDER BY raised_at DESC) FILTER (WHERE run_id IS NOT NULL) AS runs
          FROM alerts a WHERE thread_id = ? AND raised_at >= ? AND key IS NOT NULL AND severity <> 'notice'
            AND (resolved_by IS NULL OR resolved_by <> 'replaced')
          GROUP BY key`,
      threadId,
      since,
    ).map(({ key, raised, confirmed, dismissed, runs }) => [
      key,
      { raised, confirmed, dismissed, runs: runs.slice(0, RUNS_NAMED) },
    ]),
  )

const ruleVerbs = ({
  list,
  find,
  insert,
  update,
  run,
  verb,
}: Connection): Pick<PollinationRoom, 'rules' | 'addRule' | 'changeRule' | 'removeRule'> => {
  const SAME = 'WHERE pattern = ? AND scope = ? AND thread_id IS ?'
  const remove = (id: number): boolean => run('DELETE FROM suggestion_rules WHERE id = ?', id) > 0
  return {
    rules: () => list(SUGGESTION_RULES, 'ORDER BY id'),
    addRule: (rule) =>
      verb(() => {
        const kept = `reason = excluded.reason, suggestion = excluded.suggestion, at = excluded.at`
        insert(SUGGESTION_RULES, rule, `ON CONFLICT DO UPDATE SET ${kept}`)
        return find(SUGGESTION_RULES, SAME, rule.pattern, rule.scope, rule.threadId)!.id
      }),
    changeRule: (id, change) =>
      verb(() => {
        const rule = find(SUGGESTION_RULES, 'WHERE id = ?', id)
        if (rule === null) return
        const same = find(SUGGESTION_RULES, SAME, rule.pattern, change.scope, rule.threadId)
        if (same !== null && same.id !== id) remove(same.id)
        update(SUGGESTION_RULES, { id }, change)
      }),
    removeRule: (id) => verb(() => remove(id)),
  }
}

const toldVerbs = ({ list, insert, verb }: Connection): Pick<PollinationRoom, 'toldOf' | 'noteTold'> => ({
  toldOf: (threadId) =>
    new Map(list(SUGGESTIONS_TOLD, 'WHERE thread_id = ?', threadId).map(({ number: of, at }) => [of, at])),
  noteTold: (threadId, suggestionNumbers, at) =>
    verb(() => {
      for (const told of suggestionNumbers)
        insert(SUGGESTIONS_TOLD, { threadId, number: told, at }, 'ON CONFLICT DO UPDATE SET at = excluded.at')
    }),
})

const reopener =
  ({ find, update, verb }: Connection): PollinationRoom['reopen'] =>
  (suggestionNumber, change) =>
    verb((touch) => {
      const record = find(SUGGESTIONS, 'WHERE number = ?', suggestionNumber)
      if (record === null || record.state === 'proposed') return false
      const { threadId, pattern } = record
      const open = `WHERE thread_id IS ? AND pattern = ? AND state = 'proposed'`
      if (find(SUGGESTIONS, open, threadId, pattern) !== null) return false
      touch('all')
      return (
        update(
          SUGGESTIONS,
          { number: suggestionNumber },
          { ...change, at: Math.max(change.at, record.at + 1), ...record.proposed, ...OPENED },
        ) > 0
      )
    })
