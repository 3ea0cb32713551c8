import type { Migration } from './migration.ts'

/**
 * A machine that stops says so, one that leaves takes its open codes along, and the others hear at once of who came, left,
 * stopped or fell asleep.
 */
export const STOPPED: Migration = {
  number: 14,
  minReader: 1,
  sql: ({ machines }) => `
    -- null: it did not say so. One that joins is there when it tells of itself for the first time.
    alter table threadbeat.machine add column stopped_at bigint;
    alter table threadbeat.machine alter column stopped_at set default threadbeat.now_ms();

    create function threadbeat.stop() returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
        now_ms bigint := threadbeat.now_ms();
      begin
        update threadbeat.machine m set stopped_at = now_ms, last_seen_at = now_ms, asleep_since = null where m.id = me;
      end $$;

    create or replace function threadbeat.tell(version text, own_now bigint, last_beat bigint, every_ms bigint, asleep boolean)
      returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
        now_ms bigint := threadbeat.now_ms();
      begin
        update threadbeat.machine m set
          version = tell.version, last_seen_at = now_ms, skew_ms = own_now - now_ms,
          last_beat_at = last_beat - (own_now - now_ms), interval_ms = every_ms, stopped_at = null,
          asleep_since = case when asleep then coalesce(m.asleep_since, now_ms) end
        where m.id = me;
        return now_ms;
      end $$;

    create or replace function threadbeat.leave(out events bigint, out states bigint, out mail bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
        gone record;
      begin
        select count(*) into events from threadbeat.event e where e.machine = me;
        select count(*) into states from threadbeat.state s where s.machine = me;
        select count(*) into mail from threadbeat.mail m where me in (m.sender, m.recipient);
        update threadbeat.machine m set left_at = threadbeat.now_ms() where m.id = me;
        for gone in delete from threadbeat.invitation i where i.invited_by = me and i.machine is null returning i.role
        loop
          perform threadbeat.drop_login(gone.role);
        end loop;
        execute format('alter role %I nologin password null', session_user);
      end $$;

    create function threadbeat.ring_machines() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        perform pg_notify('threadbeat', 'machines');
        return null;
      end $$;
    create trigger came after insert on threadbeat.machine
      for each row execute function threadbeat.ring_machines();
    create trigger changed after update on threadbeat.machine for each row
      when ((old.stopped_at is null, old.asleep_since is null, old.left_at is null)
        is distinct from (new.stopped_at is null, new.asleep_since is null, new.left_at is null))
      execute function threadbeat.ring_machines();
    revoke all on all functions in schema threadbeat from public;
    grant execute on function threadbeat.stop to ${machines};
  `,
}
