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
        -- What was told of a run is taken back, and nothing else is made of it.
        if old.verb = 'fetch-run' and old.ended = 'done' and new.ended = 'done' and new.ended_text = '' then
          new.ended_at := old.ended_at;
          return new;
        end if;
        return null;
      end $$;

    -- Those with these ids, null: all, of what the caller asked or answered; beside them what it asked two minutes ago,
    -- of which it knows nothing any more, and what has expired, whosever it is.
    create function threadbeat.clear_told_runs(ids uuid[]) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
      begin
        update threadbeat.mail m set ended_text = ''
          where m.verb = 'fetch-run' and m.ended = 'done' and m.ended_text <> '' and (
            (me in (m.sender, m.recipient) and (ids is null or m.id = any (ids)))
            or (m.sender = me and m.ended_at < threadbeat.now_ms() - 120000)
            or m.expires_at < threadbeat.now_ms());
      end $$;

    revoke all on all functions in schema threadbeat from public;
    grant execute on function threadbeat.clear_told_runs to ${machines};
  `,
}
