import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { HubDetails, JoinedMachine } from '../../../../shared/hub/status.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { machineOf } from '../session/rows.ts'
import { asMember } from './membership-steps.ts'

const inviterOf = (name: unknown, leftAt: unknown): JoinedMachine['invitedBy'] =>
  typeof name === 'string' ? { name, hasLeft: leftAt !== null } : null
const nameOrNull = (name: unknown): string | null => (typeof name === 'string' ? name : null)

export const status = (dataDir: string): Promise<Result<HubDetails, Fault>> =>
  asMember(dataDir, async (link, { machine, host, port, database }) => {
    const hub = await link.query(
      `select current_setting('server_version') as server, keep_days, threadbeat.now_ms() as now,
         (select max(number) from threadbeat.migration) as schema,
         (select sum(pg_total_relation_size(c.oid)) from pg_class c
          where c.relnamespace = 'threadbeat'::regnamespace and c.relkind = 'r') as bytes
       from threadbeat.hub`,
    )
    if (!hub.ok) return hub
    const machines = await link.query(
      `select m.*, threadbeat.is_connected(m.id, m.role) as connected, o.name as invited_by, o.left_at as inviter_left_at
       from threadbeat.machine m
       left join threadbeat.invitation i on i.machine = m.id left join threadbeat.machine o on o.id = i.invited_by
       where m.left_at is null order by m.name, m.id`,
    )
    if (!machines.ok) return machines
    const open = await link.query(
      `select i.expires_at, m.name from threadbeat.invitation i left join threadbeat.machine m on m.id = i.invited_by
       where i.machine is null and i.expires_at > threadbeat.now_ms() order by i.expires_at`,
    )
    if (!open.ok) return open
    const { server, keep_days: keepDays, now, schema, bytes } = hub.value[0] ?? {}
    return ok({
      hubNow: Number(now),
      machine,
      host,
      port,
      database,
      schema: Number(schema),
      knownSchema: MIGRATIONS.length,
      server: String(server),
      bytes: Number(bytes),
      keepDays: Number(keepDays),
      machines: machines.value.map((row) => ({
        ...machineOf(row),
        joinedAt: Number(row['joined_at']),
        invitedBy: inviterOf(row['invited_by'], row['inviter_left_at']),
      })),
      invitations: open.value.map(({ name, expires_at: expiresAt }) => ({
        by: nameOrNull(name),
        expiresAt: Number(expiresAt),
      })),
    })
  })
