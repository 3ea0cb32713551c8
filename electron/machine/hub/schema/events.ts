import type { Migration } from './migration.ts'

/**
 * What happened, and the newest state of each thread and alert. A machine writes only its own events; the states
 * follow from them in the same transaction, so that no machine can write one, and none goes back.
 */
export const EVENTS: Migration = {
  number: 2,
  minReader: 1,
  sql: ({ machines }) => `
    -- The starts of each machine in the order in which the hub heard of them: seq alone goes back where a data folder
    -- was restored.
    create table threadbeat.epoch (
      machine uuid not null references threadbeat.machine,
      epoch text not null,
      no bigint generated always as identity,
      last_seq bigint not null,
      primary key (machine, epoch)
    );
    create table threadbeat.event (
      machine uuid not null references threadbeat.machine,
      epoch text not null check (length(epoch) <= 100),
      seq bigint not null,
      at bigint not null, -- by the machine's clock, which may be wrong
      kind text not null check (length(kind) <= 40),
      thread text check (length(thread) <= 200),
      body jsonb not null check (octet_length(body::text) <= 200000),
      received_at bigint not null default threadbeat.now_ms(),
      primary key (machine, epoch, seq, at)
    ) partition by range (at);
    create table threadbeat.event_default partition of threadbeat.event default;

    create table threadbeat.state (
      machine uuid not null references threadbeat.machine,
      kind text not null,
      id text not null,
      rev bigint not null unique,
      at bigint not null,
      epoch_no bigint not null,
      seq bigint not null,
      body jsonb not null,
      primary key (machine, kind, id)
    );

    -- Microseconds by the clock, and always more than what was given before: also after the hub came back from a copy
    -- of yesterday, so that no reader's cursor stands above what it has not seen. Who asks holds the lock to its end,
    -- so revisions become visible in their order.
    create function threadbeat.next_rev(highest bigint) returns bigint language plpgsql volatile
      set search_path = pg_catalog, pg_temp
      as $$ begin return greatest(coalesce(highest, 0) + 1, threadbeat.now_ms() * 1000); end $$;
    create function threadbeat.lock_revs() returns void language sql volatile
      set search_path = pg_catalog, pg_temp
      as $$ select pg_advisory_xact_lock(8390876208524617316) $$;

    create function threadbeat.keep_state() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare base bigint;
      begin
        if not exists (select from fresh) then return null; end if;
        perform threadbeat.lock_revs();
        insert into threadbeat.epoch as e (machine, epoch, last_seq)
          select f.machine, f.epoch, max(f.seq) from fresh f group by f.machine, f.epoch order by min(f.seq)
          on conflict (machine, epoch) do update set last_seq = greatest(e.last_seq, excluded.last_seq);
        base := threadbeat.next_rev((select max(rev) from threadbeat.state));
        insert into threadbeat.state as s (machine, kind, id, rev, at, epoch_no, seq, body)
          select n.machine, n.kind, n.id, base + row_number() over (order by n.no, n.seq), n.at, n.no, n.seq, n.body
          from (
            select distinct on (f.machine, f.kind, i.id) f.*, i.id, e.no
            from fresh f
            join threadbeat.epoch e using (machine, epoch),
            lateral (select case f.kind when 'thread' then f.thread else f.body ->> 'alert' end) i (id)
            where f.kind in ('thread', 'alert') and length(i.id) between 1 and 200
            order by f.machine, f.kind, i.id, e.no desc, f.seq desc
          ) n
          on conflict (machine, kind, id) do update set
            rev = excluded.rev, at = excluded.at, epoch_no = excluded.epoch_no, seq = excluded.seq, body = excluded.body
          where (s.epoch_no, s.seq) < (excluded.epoch_no, excluded.seq);
        perform pg_notify('threadbeat', f.machine::text) from fresh f group by f.machine;
        return null;
      end $$;
    create trigger keep_state after insert on threadbeat.event
      referencing new table as fresh for each statement execute function threadbeat.keep_state();

    -- The months around now; what came for one of them before it was there moves out of the default.
    create function threadbeat.make_partitions() returns void
      language plpgsql security definer
      set search_path = pg_catalog, pg_temp
      set timezone = 'UTC'
      set lock_timeout = '3s'
      as $$
      declare
        month timestamptz;
        part text;
        low bigint;
        high bigint;
      begin
        for ahead in -2 .. 2 loop
          month := date_trunc('month', clock_timestamp()) + make_interval(months => ahead);
          part := 'event_' || to_char(month, 'YYYY_MM');
          continue when to_regclass('threadbeat.' || part) is not null;
          low := extract(epoch from month) * 1000;
          high := extract(epoch from month + interval '1 month') * 1000;
          execute format('create table threadbeat.%I (like threadbeat.event including defaults including constraints)', part);
          execute format('alter table threadbeat.%I enable row level security', part);
          execute format('with gone as (delete from threadbeat.event_default where at >= %s and at < %s returning *)
            insert into threadbeat.%I select * from gone', low, high, part);
          execute format('alter table threadbeat.event attach partition threadbeat.%I for values from (%s) to (%s)',
            part, low, high);
        end loop;
      end $$;
    select threadbeat.make_partitions();

    alter table threadbeat.epoch enable row level security;
    alter table threadbeat.event enable row level security;
    alter table threadbeat.event_default enable row level security;
    alter table threadbeat.state enable row level security;
    create policy see on threadbeat.epoch for select using ((select threadbeat.me()) is not null);
    create policy see on threadbeat.event for select using ((select threadbeat.me()) is not null);
    create policy tell on threadbeat.event for insert with check (machine = (select threadbeat.me()));
    create policy see on threadbeat.state for select using ((select threadbeat.me()) is not null);
    grant select on threadbeat.epoch, threadbeat.event, threadbeat.state to ${machines};
    grant insert (machine, epoch, seq, at, kind, thread, body) on threadbeat.event to ${machines};
    revoke all on all functions in schema threadbeat from public;
  `,
}
