import type { Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { Link } from '../connection/link.ts'

/** All of it or nothing; whoever else asks over this link meanwhile would be in it. */
export async function inTransaction<T>(
  link: Link,
  work: () => Promise<Result<T, Fault>>,
): Promise<Result<T, Fault>> {
  const begun = await link.query('begin')
  if (!begun.ok) return begun
  const done = await work()
  const ended = await link.query(done.ok ? 'commit' : 'rollback')
  return done.ok && !ended.ok ? ended : done
}
