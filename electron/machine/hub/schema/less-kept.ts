import type { Migration } from './migration.ts'

/**
 * Of a thread's state the newest counts, which stands in `state`: its events were half of all rows. What is kept for
 * history is kept for a hundred days: two hundred repositories came to 50 MB a day.
 */
export const LESS_KEPT: Migration = {
  number: 10,
  minReader: 1,
  sql: () => `
    create function threadbeat.drop_state_events() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        delete from threadbeat.event e using fresh f
          where f.kind = 'thread' and (e.machine, e.epoch, e.seq, e.at) = (f.machine, f.epoch, f.seq, f.at);
        return null;
      end $$;
    -- By its name it comes after keep_state, which has taken the newest of each.
    create trigger keep_the_state_alone after insert on threadbeat.event
      referencing new table as fresh for each statement execute function threadbeat.drop_state_events();
    delete from threadbeat.event where kind = 'thread';

    alter table threadbeat.hub alter keep_days set default 100;
    update threadbeat.hub set keep_days = 100 where keep_days = 400;
    revoke all on all functions in schema threadbeat from public;
  `,
}
