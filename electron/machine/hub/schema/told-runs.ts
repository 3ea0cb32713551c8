import type { Migration } from './migration.ts'

/**
 * What a machine answers about one of its runs has lines of its list: whoever asked takes it out of the hub once it is
 * read, and the machine itself where its list is not to be read any more.
 */
export const TOLD_RUNS: Migration = {
  number: 9,
  minReader: 1,
  sql: ({ machines }) => `
    create or replace function threadbeat.end_mail() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp
      as $$
      begin
        if old.ended is null then
          new.ended_at := threadbeat.now_ms();
          return new;
        end if;
        -- An answer is taken back, and nothing else is made of it.
        if new.ended = old.ended and new.ended_text = '' then
          new.ended_at := old.ended_at;
          return new;
        end if;
        return null;
      end $$;

    create function threadbeat.clear_told_runs() returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
      begin
        update threadbeat.mail set ended_text = ''
          where (sender = me or recipient = me) and verb = 'fetch-run' and ended = 'done' and ended_text <> '';
      end $$;

    revoke all on all functions in schema threadbeat from public;
    grant execute on function threadbeat.clear_told_runs to ${machines};
  `,
}
