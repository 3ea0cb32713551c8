import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { SCHEMA_NUMBER } from '../schema/migrations.ts'
import { linkFault, type LinkFault } from './faults.ts'
import type { Link } from './link.ts'

/** The oldest schema that this Threadbeat works with. */
export const NEEDED_NUMBER = 10

/** The schema of a hub that this Threadbeat may use. hub.newer, hub.unfit: it is to be upgraded. */
export async function readSchema(
  link: Link,
  known = SCHEMA_NUMBER,
): Promise<Result<{ readonly number: number }, LinkFault>> {
  const rows = await link.query(
    'select max(number) as number, max(min_reader) as least from threadbeat.migration',
  )
  if (!rows.ok) return rows
  const [number, least] = ['number', 'least'].map((name) => Number(rows.value[0]?.[name] ?? 0)) as [
    number,
    number,
  ]
  if (least > known)
    return err(
      linkFault(
        'hub.newer',
        `the hub has schema ${number}, for which ${least} must be known; here ${known} is`,
      ),
    )
  if (number < NEEDED_NUMBER)
    return err(
      linkFault(
        'hub.unfit',
        `the hub has schema ${number}, and ${NEEDED_NUMBER} is needed: run threadbeat hub upgrade`,
      ),
    )
  return ok({ number })
}
