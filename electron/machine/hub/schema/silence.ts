import type { Migration } from './migration.ts'

/** Who of the fleet noticed that a server fell silent: one for each silence, so that it is told once. */
export const SILENCE: Migration = {
  number: 6,
  minReader: 1,
  sql: ({ machines }) => `
    create table threadbeat.silence (
      machine uuid not null references threadbeat.machine,
      since bigint not null, -- when the hub heard of it last
      noticed_by uuid not null references threadbeat.machine,
      noticed_at bigint not null,
      constraint one_silence primary key (machine, since)
    );
    alter table threadbeat.silence enable row level security;

    -- Whether it is silent now, by the hub's clock, and the caller is who noticed it: the first, or who
    -- comes after one that has left. Of what is over nothing is kept.
    create function threadbeat.notice_silence(machine uuid) returns boolean
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
        silent threadbeat.machine;
      begin
        select * into silent from threadbeat.machine m
          where m.id = notice_silence.machine and m.id <> me and m.class = 'server' and m.left_at is null
            and m.asleep_since is null and m.last_seen_at < threadbeat.now_ms() - 180000;
        if not found then return false; end if;
        delete from threadbeat.silence s where s.machine = silent.id and s.since < silent.last_seen_at;
        insert into threadbeat.silence as s (machine, since, noticed_by, noticed_at)
          values (silent.id, silent.last_seen_at, me, threadbeat.now_ms())
          on conflict on constraint one_silence do update
            set noticed_by = excluded.noticed_by, noticed_at = excluded.noticed_at
            where exists (select from threadbeat.machine m where m.id = s.noticed_by and m.left_at is not null);
        return exists (select from threadbeat.silence s
          where s.machine = silent.id and s.since = silent.last_seen_at and s.noticed_by = me);
      end $$;

    revoke all on all functions in schema threadbeat from public;
    grant execute on function threadbeat.notice_silence to ${machines};
  `,
}
