import type { Statements } from '../connection/statements.ts'

const SUMMARY_CHARS = 2000
const TEXT_CHARS = 4000
/** The last rows among which that of a run is which ends in the same transaction. */
const NEAR_ROWS = 50

const changed = (...columns: readonly string[]): string =>
  columns.map((column) => `new.${column} IS NOT old.${column}`).join(' OR ')

const insert = (epoch: string, kind: string, thread: string, body: string): string =>
  `INSERT INTO hub_outbox (epoch, at, kind, thread_id, body)
    SELECT '${epoch}', CAST(hub_now() AS INTEGER), '${kind}', ${thread}, ${body}`

/** Once for each thread, until its state is told. */
const mark = (thread: string): string =>
  `INSERT INTO hub_marks (thread_id) SELECT ${thread}
    WHERE NOT EXISTS (SELECT 1 FROM hub_marks WHERE thread_id = ${thread})`

/** Without what it said in full, its prompt, its message and its arguments. */
const RUN = `json_object('run', new.id, 'item', new.kind, 'outcome', new.outcome, 'skipReason', new.skip_reason,
    'tiers', json(new.tiers), 'reasons', json(new.reasons), 'startedAt', new.started_at,
    'finishedAt', new.finished_at, 'durationMs', new.duration_ms, 'summary', substr(new.summary, 1, ${SUMMARY_CHARS}),
    'fault', new.fault_code, 'runner', new.runner, 'model', new.model,
    'usd', (SELECT sum(usd) FROM spent WHERE run_id = new.id))`

const runTriggers = (epoch: string): readonly string[] => {
  const ended = `BEGIN
    ${insert(epoch, 'outcome', 'new.thread_id', RUN)};
    ${mark('new.thread_id')};`
  const master = `
    ${insert(
      epoch,
      'report',
      'new.thread_id',
      `json_object('from', 'master', 'runId', new.id, 'at', new.finished_at,
        'text', substr(coalesce(new.report, new.summary, ''), 1, ${TEXT_CHARS}))`,
    )}
      WHERE new.kind = 'heartbeat' AND EXISTS (SELECT 1 FROM json_each(new.tiers) WHERE value = 'daily')
        AND new.outcome NOT IN ('skipped', 'unchanged', 'stopped', 'interrupted')
        AND EXISTS (SELECT 1 FROM threads WHERE id = new.thread_id AND role = 'master');`
  return [
    `TRIGGER hub_run_ended AFTER UPDATE OF outcome ON main.runs
      WHEN old.outcome IS NULL AND new.outcome IS NOT NULL ${ended}${master} END`,
    // One that was cancelled while it waited ends as it begins.
    `TRIGGER hub_run_passed_over AFTER INSERT ON main.runs WHEN new.outcome IS NOT NULL ${ended} END`,
    `TRIGGER hub_run_began AFTER INSERT ON main.runs WHEN new.outcome IS NULL BEGIN
      ${mark('new.thread_id')}; END`,
    // Counted in the transaction of its end, after it.
    `TRIGGER hub_run_paid AFTER UPDATE OF usd ON main.spent WHEN new.usd IS NOT old.usd BEGIN
      UPDATE hub_outbox
        SET body = json_set(body, '$.usd', (SELECT sum(usd) FROM spent WHERE run_id = new.run_id))
        WHERE seq > (SELECT max(seq) - ${NEAR_ROWS} FROM hub_outbox) AND kind = 'outcome'
          AND body ->> '$.run' = new.run_id
          AND seq > (SELECT acked FROM hub_epochs WHERE epoch = '${epoch}');
    END`,
  ]
}

/** As the hub is told of it; without the command that may be run again, which never leaves this machine. */
const alertBody = (
  step: string,
  a: string,
): string => `json_object('alert', ${a}.id, 'step', ${step}, 'thread', ${a}.thread_id, 'key', ${a}.key,
    'severity', ${a}.severity, 'text', substr(${a}.text, 1, ${TEXT_CHARS}), 'raisedAt', ${a}.raised_at,
    'deliveredAt', ${a}.delivered_at, 'suppressedBy', ${a}.suppressed_by, 'acknowledgedAt', ${a}.acknowledged_at,
    'note', substr(${a}.note, 1, ${SUMMARY_CHARS}), 'snoozedUntil', ${a}.snoozed_until,
    'handedOverAt', ${a}.handed_over_at, 'resolvedAt', ${a}.resolved_at, 'resolvedBy', ${a}.resolved_by)`

const STEP = `CASE
    WHEN new.resolved_at IS NOT NULL AND old.resolved_at IS NULL THEN 'resolved'
    WHEN new.resolved_at IS NULL AND old.resolved_at IS NOT NULL THEN 'reopened'
    WHEN new.handed_over_at IS NOT NULL AND old.handed_over_at IS NULL THEN 'handed over'
    WHEN new.acknowledged_at IS NOT NULL AND old.acknowledged_at IS NULL THEN 'acknowledged'
    WHEN new.snoozed_until IS NOT NULL AND new.snoozed_until IS NOT old.snoozed_until THEN 'snoozed'
    WHEN new.snoozed_until IS NULL AND old.snoozed_until IS NOT NULL THEN 'reopened'
    WHEN new.acknowledged_at IS NULL AND old.acknowledged_at IS NOT NULL THEN 'reopened'
    WHEN new.delivered_at IS NOT NULL AND new.delivered_at IS NOT old.delivered_at THEN 'delivered'
    WHEN new.suppressed_by IS NOT NULL AND new.suppressed_by IS NOT old.suppressed_by THEN 'suppressed'
    ELSE 'changed' END`
const ALERT_STEPS = [
  'severity',
  'text',
  'delivered_at',
  'suppressed_by',
  'acknowledged_at',
  'note',
  'snoozed_until',
  'handed_over_at',
  'resolved_at',
]

const alertTriggers = (epoch: string): readonly string[] => [
  `TRIGGER hub_alert_raised AFTER INSERT ON main.alerts BEGIN
    ${insert(epoch, 'alert', 'new.thread_id', alertBody("'raised'", 'new'))};
    ${mark('new.thread_id')}; END`,
  `TRIGGER hub_alert_changed AFTER UPDATE OF ${ALERT_STEPS.join(', ')} ON main.alerts
    WHEN ${changed(...ALERT_STEPS)} BEGIN
    ${insert(epoch, 'alert', 'new.thread_id', alertBody(STEP, 'new'))};
    ${mark('new.thread_id')}; END`,
  // With its thread. One that is over and too old is known to be over.
  `TRIGGER hub_alert_gone AFTER DELETE ON main.alerts WHEN old.resolved_at IS NULL BEGIN
    ${insert(epoch, 'alert', 'old.thread_id', `json_object('alert', old.id, 'step', 'removed')`)}; END`,
]

const THREAD_COLUMNS = [
  'name',
  'repo_path',
  'role',
  'agent',
  'interval_ms',
  'trusted_at',
  'pause',
  'schedule_problem',
  'failures',
  'tags',
  'remove_at',
]

const threadTriggers = (epoch: string): readonly string[] => [
  `TRIGGER hub_thread_added AFTER INSERT ON main.threads BEGIN ${mark('new.id')}; END`,
  `TRIGGER hub_thread_changed AFTER UPDATE OF ${THREAD_COLUMNS.join(', ')} ON main.threads
    WHEN ${changed(...THREAD_COLUMNS)} BEGIN ${mark('new.id')}; END`,
  `TRIGGER hub_thread_gone AFTER DELETE ON main.threads BEGIN
    DELETE FROM hub_marks WHERE thread_id = old.id;
    ${insert(epoch, 'thread', 'old.id', `json_object('state', 'removed', 'number', old.number, 'name', old.name)`)}; END`,
  `TRIGGER hub_thread_muted AFTER INSERT ON main.thread_mutes BEGIN ${mark('new.thread_id')}; END`,
  `TRIGGER hub_thread_muted_anew AFTER UPDATE OF until ON main.thread_mutes WHEN ${changed('until')} BEGIN
    ${mark('new.thread_id')}; END`,
  `TRIGGER hub_thread_unmuted AFTER DELETE ON main.thread_mutes
    WHEN EXISTS (SELECT 1 FROM threads WHERE id = old.thread_id) BEGIN ${mark('old.thread_id')}; END`,
]

const suggestionBody = (
  s: string,
): string => `json_object('number', ${s}.number, 'state', ${s}.state, 'pattern', ${s}.pattern, 'tier', ${s}.tier,
    'text', substr(${s}.text, 1, ${TEXT_CHARS}), 'because', substr(${s}.because, 1, ${TEXT_CHARS}),
    'reason', substr(${s}.reason, 1, ${SUMMARY_CHARS}), 'by', ${s}.by, 'origin', ${s}.origin,
    'offeredBy', ${s}.offered ->> '$.machine', 'replaces', json(${s}.replaces),
    'threadNumber', ${s}.thread_number, 'threadName', ${s}.thread_name, 'proposedAt', ${s}.proposed_at, 'at', ${s}.at)`

const SUGGESTION_COLUMNS = ['state', 'reason', 'tier', 'text', 'thread_id']

const otherTriggers = (epoch: string): readonly string[] => {
  const report = (condition: string): string => `WHEN new.key GLOB 'report:*' AND json_valid(new.value)
      AND length(new.value) < ${4 * TEXT_CHARS}${condition} BEGIN
    ${insert(epoch, 'report', `substr(new.key, 8)`, `json_patch(new.value, '{"from":"thread"}')`)}; END`
  return [
    `TRIGGER hub_suggestion_made AFTER INSERT ON main.suggestions BEGIN
      ${insert(epoch, 'suggestion', 'new.thread_id', suggestionBody('new'))}; END`,
    `TRIGGER hub_suggestion_changed AFTER UPDATE OF ${SUGGESTION_COLUMNS.join(', ')} ON main.suggestions
      WHEN ${changed(...SUGGESTION_COLUMNS)} BEGIN
      ${insert(epoch, 'suggestion', 'new.thread_id', suggestionBody('new'))}; END`,
    `TRIGGER hub_report_made AFTER INSERT ON main.meta ${report('')}`,
    `TRIGGER hub_report_changed AFTER UPDATE OF value ON main.meta ${report(' AND new.value IS NOT old.value')}`,
  ]
}

const triggersOf = (epoch: string): readonly string[] => [
  ...runTriggers(epoch),
  ...alertTriggers(epoch),
  ...threadTriggers(epoch),
  ...otherTriggers(epoch),
]

/** TEMP: of this connection alone, and gone with it. `epoch`: letters, digits, `_` and `-`. */
export function makeTriggers({ run }: Pick<Statements, 'run'>, epoch: string): void {
  for (const trigger of triggersOf(epoch)) run(`CREATE TEMP ${trigger}`)
}

export function dropTriggers({ query, run }: Pick<Statements, 'query' | 'run'>): void {
  const names = query(
    { read: (row) => String(row['name']) },
    `SELECT name FROM temp.sqlite_schema WHERE type = 'trigger' AND name GLOB 'hub_*'`,
  )
  for (const name of names) run(`DROP TRIGGER temp.${name}`)
}

const STANDING = alertBody(`'stated'`, 'a')
/** Alerts that stand and whose newest row, if they have one, says something else. */
export const stateAlerts = (epoch: string): string => `
  WITH told AS (
    SELECT body ->> '$.alert' AS id, json_remove(body, '$.step') AS said, max(seq) FROM hub_outbox
    WHERE kind = 'alert' GROUP BY 1)
  ${insert(epoch, 'alert', 'a.thread_id', STANDING)}
    FROM alerts a LEFT JOIN told ON told.id = a.id
    WHERE a.resolved_at IS NULL AND told.said IS NOT json_remove(${STANDING}, '$.step')
    ORDER BY a.raised_at, a.id`

/** ?1: the alert, as it stands. */
export const stateAlert = (epoch: string): string =>
  `${insert(epoch, 'alert', 'a.thread_id', STANDING)} FROM alerts a WHERE a.id = ?1`
/** ?1: an alert that is not there. */
export const alertIsGone = (epoch: string): string =>
  insert(epoch, 'alert', 'NULL', `json_object('alert', ?1, 'step', 'removed')`)

/** Suggestions that are open and whose newest row, if they have one, says something else. */
export const stateSuggestions = (epoch: string): string => `
  WITH told AS (
    SELECT body ->> '$.number' AS number, body AS said, max(seq) FROM hub_outbox
    WHERE kind = 'suggestion' GROUP BY 1)
  ${insert(epoch, 'suggestion', 's.thread_id', suggestionBody('s'))}
    FROM suggestions s LEFT JOIN told ON told.number = s.number
    WHERE s.state = 'proposed' AND told.said IS NOT ${suggestionBody('s')}
    ORDER BY s.number`

/** ?1: the number of the suggestion, as it stands. */
export const stateSuggestion = (epoch: string): string =>
  `${insert(epoch, 'suggestion', 's.thread_id', suggestionBody('s'))} FROM suggestions s WHERE s.number = ?1`
