/** Of a text: more is kept of none (`PATH_CHARS` of shared/hub/others/read-states.ts). */
const TEXT_CHARS = 4100
/** As JSON, of what has an inside. */
const INSIDE_BYTES = 2000

/**
 * SQL: of a JSON object of another machine what is read here, each value up to a size. Whoever reads many rows at once
 * knows how much they are, whatever a machine has written. `fields`: a parameter, text[].
 */
export const picked = (body: string, fields: string): string => `coalesce((
  select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'string'
      then to_jsonb(left(e.value #>> '{}', ${TEXT_CHARS})) else e.value end)
  from jsonb_each(case jsonb_typeof(${body}) when 'object' then ${body} else '{}' end) e
  where e.key = any (${fields}::text[])
    and (jsonb_typeof(e.value) = 'string' or octet_length(e.value::text) <= ${INSIDE_BYTES})), '{}')`

/** What `shared/hub/others/read-states.ts` reads. */
export const STATE_FIELDS = [
  ...['number', 'name', 'repoPath', 'state', 'because', 'pause', 'last', 'openAlerts'],
  ...['severity', 'raisedAt', 'text', 'thread', 'step', 'resolvedAt', 'acknowledgedAt', 'snoozedUntil'],
]
/** What `shared/hub/others/read-outcomes.ts` reads. */
export const OUTCOME_FIELDS = [
  'run',
  'item',
  'outcome',
  'skipReason',
  'summary',
  'startedAt',
  'finishedAt',
  'usd',
]
