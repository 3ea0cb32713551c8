/** Of a text, as JSON; and of what has an inside. */
const SCALAR_BYTES = 26_000
const INSIDE_BYTES = 2000

/**
 * SQL: of a JSON object of another machine what is read here, each value up to a size. Whoever reads many rows at once
 * knows how much they are, whatever a machine has written. `fields`: a parameter, text[].
 */
export const picked = (body: string, fields: string): string => `coalesce((
  select jsonb_object_agg(e.key, e.value) from jsonb_each(case jsonb_typeof(${body}) when 'object' then ${body} else '{}' end) e
  where e.key = any (${fields}::text[]) and octet_length(e.value::text) <=
    case when jsonb_typeof(e.value) in ('object', 'array') then ${INSIDE_BYTES} else ${SCALAR_BYTES} end), '{}')`

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
