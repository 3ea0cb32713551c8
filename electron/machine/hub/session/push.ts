import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { Fact } from '../../../../shared/hub/fact.ts'
import { linkFault, type LinkFault } from '../connection/faults.ts'
import type { Link } from '../connection/link.ts'
import { storableFact, withoutBody, type StorableFact } from './storable.ts'

const INSERT = `
  insert into threadbeat.event (machine, epoch, seq, at, kind, thread, body)
  select $1::uuid, * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::jsonb[])
  on conflict do nothing`

/**
 * One statement, and so one transaction, states included. Where the server refuses what is in a row, the others go
 * without it, and it goes without its body: nothing waits behind it for ever.
 */
export async function pushFacts(
  link: Link,
  machine: string,
  facts: readonly Fact[],
): Promise<Result<void, LinkFault>> {
  if (facts.length === 0) return ok(undefined)
  const whole = await insert(link, machine, facts.map(storableFact))
  if (whole.ok || !isOfTheRow(whole.error)) return whole
  const [first] = facts
  if (facts.length === 1) return pushWithoutBody(link, machine, first!, whole.error)
  const half = Math.ceil(facts.length / 2)
  const older = await pushFacts(link, machine, facts.slice(0, half))
  return older.ok ? pushFacts(link, machine, facts.slice(half)) : older
}

async function pushWithoutBody(
  link: Link,
  machine: string,
  fact: Fact,
  { message, state }: LinkFault,
): Promise<Result<void, LinkFault>> {
  const rest = withoutBody(fact, `the hub refused it (${state ?? 'no state'})`)
  const bare = { ...rest, kind: rest.kind.slice(0, 40), thread: null }
  const stored = await insert(link, machine, [bare])
  if (stored.ok) return stored
  const name = `row ${fact.seq} of start ${fact.epoch}`
  return err(
    linkFault(stored.error.code, `${name} is refused: ${stored.error.message}; with its body: ${message}`),
  )
}

async function insert(
  link: Link,
  machine: string,
  rows: readonly StorableFact[],
): Promise<Result<void, LinkFault>> {
  const column = (name: keyof StorableFact): readonly (string | null)[] => rows.map((row) => row[name])
  const names = ['epoch', 'seq', 'at', 'kind', 'thread', 'body'] as const
  const answer = await link.query(INSERT, [machine, ...names.map(column)])
  return answer.ok ? ok(undefined) : answer
}

/** What a value is (22), a check that it breaks (23514), or a limit of the server that it goes beyond (54). */
const isOfTheRow = ({ state }: LinkFault): boolean => state !== null && /^(22|23514|54)/.test(state)
