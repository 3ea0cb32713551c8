import type { Migration } from './migration.ts'

/** The newest of each suggestion, whoever made it: other machines may decide about those that are open. */
const NEWEST = `
  select distinct on (f.machine, f.kind, i.id) f.machine, f.kind, i.id, f.at, e.no, f.seq,
    case f.kind when 'suggestion' then f.body || jsonb_build_object('thread', f.thread) else f.body end as body`
const KEYED = `
  lateral (select case f.kind when 'list' then f.thread else f.body ->> 'number' end) i (id)
  where f.kind in ('list', 'suggestion') and length(i.id) between 1 and 200
  order by f.machine, f.kind, i.id, e.no desc, f.seq desc`
const KEEP = `
  on conflict (machine, kind, id) do update set
    rev = excluded.rev, at = excluded.at, epoch_no = excluded.epoch_no, seq = excluded.seq, body = excluded.body
  where (a.epoch_no, a.seq) < (excluded.epoch_no, excluded.seq)`

export const SUGGESTIONS: Migration = {
  number: 11,
  minReader: 1,
  sql: () => `
    create or replace function threadbeat.keep_advice() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare base bigint;
      begin
        if not exists (select from fresh where kind in ('list', 'suggestion')) then return null; end if;
        perform threadbeat.lock_revs();
        base := threadbeat.next_rev((select max(rev) from threadbeat.advice));
        insert into threadbeat.advice as a (machine, kind, id, rev, at, epoch_no, seq, body)
          select n.machine, n.kind, n.id, base + row_number() over (order by n.no, n.seq), n.at, n.no, n.seq, n.body
          from (${NEWEST} from fresh f join threadbeat.epoch e using (machine, epoch), ${KEYED}) n
          ${KEEP};
        -- A decision is of use to others until they have heard of it; how an offer stands, to who made it for longer.
        delete from threadbeat.advice a using (select distinct machine from fresh) f
          where a.machine = f.machine and a.kind = 'suggestion' and a.body ->> 'offeredBy' is null
            and a.body ->> 'state' <> 'proposed' and a.at < threadbeat.now_ms() - 30::bigint * 86400000;
        delete from threadbeat.event e using fresh f
          where f.kind = 'list' and (e.machine, e.epoch, e.seq, e.at) = (f.machine, f.epoch, f.seq, f.at);
        return null;
      end $$;

    do $$
    declare base bigint;
    begin
      base := threadbeat.next_rev((select max(rev) from threadbeat.advice));
      insert into threadbeat.advice as a (machine, kind, id, rev, at, epoch_no, seq, body)
        select n.machine, n.kind, n.id, base + row_number() over (order by n.no, n.seq), n.at, n.no, n.seq, n.body
        from (${NEWEST} from threadbeat.event f join threadbeat.epoch e using (machine, epoch), ${KEYED}) n
        where n.body ->> 'state' = 'proposed'
        ${KEEP};
    end $$;
    revoke all on all functions in schema threadbeat from public;
  `,
}
