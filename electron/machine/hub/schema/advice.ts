import type { Migration } from './migration.ts'

/**
 * What goes from list to list: the newest list of each thread whose owner allows it, and how suggestions that another
 * machine offered stand. Of a list the hub has no other copy, so that one that is taken back is gone.
 */
export const ADVICE: Migration = {
  number: 7,
  minReader: 1,
  sql: ({ machines }) => `
    create table threadbeat.advice (
      machine uuid not null references threadbeat.machine,
      kind text not null check (kind in ('list', 'suggestion')),
      id text not null,
      rev bigint not null unique,
      at bigint not null,
      epoch_no bigint not null,
      seq bigint not null,
      body jsonb not null,
      primary key (machine, kind, id)
    );

    create function threadbeat.keep_advice() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare base bigint;
      begin
        if not exists (select from fresh where kind in ('list', 'suggestion')) then return null; end if;
        perform threadbeat.lock_revs();
        base := threadbeat.next_rev((select max(rev) from threadbeat.advice));
        insert into threadbeat.advice as a (machine, kind, id, rev, at, epoch_no, seq, body)
          select n.machine, n.kind, n.id, base + row_number() over (order by n.no, n.seq), n.at, n.no, n.seq, n.body
          from (
            select distinct on (f.machine, f.kind, i.id) f.*, i.id, e.no
            from fresh f
            join threadbeat.epoch e using (machine, epoch),
            lateral (select case when f.kind = 'list' then f.thread
              when f.body ->> 'offeredBy' is not null then f.body ->> 'number' end) i (id)
            where f.kind in ('list', 'suggestion') and length(i.id) between 1 and 200
            order by f.machine, f.kind, i.id, e.no desc, f.seq desc
          ) n
          on conflict (machine, kind, id) do update set
            rev = excluded.rev, at = excluded.at, epoch_no = excluded.epoch_no, seq = excluded.seq, body = excluded.body
          where (a.epoch_no, a.seq) < (excluded.epoch_no, excluded.seq);
        delete from threadbeat.event e using fresh f
          where f.kind = 'list' and (e.machine, e.epoch, e.seq, e.at) = (f.machine, f.epoch, f.seq, f.at);
        return null;
      end $$;
    -- By its name it comes after keep_state, which has made the rows of the starts.
    create trigger keep_the_advice after insert on threadbeat.event
      referencing new table as fresh for each statement execute function threadbeat.keep_advice();

    create function threadbeat.drop_lists() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        delete from threadbeat.advice a where a.machine = new.id and a.kind = 'list';
        return null;
      end $$;
    create trigger lists_of_who_left after update of left_at on threadbeat.machine
      for each row when (new.left_at is not null) execute function threadbeat.drop_lists();

    alter table threadbeat.advice enable row level security;
    create policy see on threadbeat.advice for select using ((select threadbeat.me()) is not null);
    grant select on threadbeat.advice to ${machines};
    revoke all on all functions in schema threadbeat from public;
  `,
}
