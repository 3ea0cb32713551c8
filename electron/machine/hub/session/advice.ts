import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { BODY_BYTES, type Fact } from '../../../../shared/hub/fact.ts'
import type { RemoteAdvice } from '../../../../shared/hub/status.ts'
import type { Link } from '../connection/link.ts'
import { adviceOf } from './rows.ts'

/** As this machine told them last. */
export async function openSuggestions(
  link: Link,
  machine: string,
): Promise<Result<readonly Fact['body'][], Fault>> {
  const rows = await link.query(
    `select * from threadbeat.advice where machine = $1 and kind = 'suggestion' and body ->> 'state' = 'proposed'`,
    [machine],
  )
  return rows.ok ? ok(rows.value.map((row) => adviceOf(row).body)) : rows
}

/** All lists, and suggestions of the other machines. */
export async function readAdvice(
  link: Link,
  machine: string,
  afterRev: number,
  limit: number,
): Promise<Result<readonly RemoteAdvice[], Fault>> {
  const rows = await link.query(
    `select a.machine, a.id, a.kind, a.rev, a.at,
       case when octet_length(a.body::text) <= ${BODY_BYTES} then a.body else '{}' end as body from threadbeat.advice a
     join threadbeat.machine m on m.id = a.machine and m.left_at is null
     where a.rev > $1 and (a.kind = 'list' or a.machine <> $2) order by a.rev limit $3`,
    [String(afterRev), machine, limit],
  )
  return rows.ok ? ok(rows.value.map(adviceOf)) : rows
}
