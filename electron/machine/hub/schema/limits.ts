import type { Migration } from './migration.ts'

/** A login that was taken over can invite others, but not without end: 20 codes are open at most, and 100 machines there. */
export const FLEET_LIMITS: Migration = {
  number: 8,
  minReader: 1,
  sql: () => `
    create function threadbeat.room_for_machine() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        if (select count(*) from threadbeat.machine where left_at is null) >= 100 then
          raise exception using errcode = 'TB007', message = 'the fleet has 100 machines; the limit is 100';
        end if;
        return new;
      end $$;
    create trigger room before insert on threadbeat.machine
      for each row execute function threadbeat.room_for_machine();
    revoke all on all functions in schema threadbeat from public;
  `,
}

/** One login that was taken over leaves the others room: a machine has 5 of the 20 codes at most. */
export const CODES_OF_EACH: Migration = {
  number: 15,
  minReader: 1,
  sql: () => `
    create function threadbeat.room_for_code() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        if (select count(*) from threadbeat.invitation i
            where i.invited_by = new.invited_by and i.machine is null and i.expires_at > threadbeat.now_ms()) >= 5 then
          raise exception using errcode = 'TB003', message = '5 codes of this machine are open; the limit is 5';
        end if;
        return new;
      end $$;
    create trigger room before insert on threadbeat.invitation
      for each row execute function threadbeat.room_for_code();
    revoke all on all functions in schema threadbeat from public;
  `,
}
