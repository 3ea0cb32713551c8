import type { Migration } from './migration.ts'

/** What a reader does not see, or what turns the order of what he sees. Joiners and selectors have a use in some scripts. */
const HIDDEN = String.raw`[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]`
const UNSEEN_OR_BLANK = String.raw`[\s\u200c\u200d\ufe0e\ufe0f]+`

/**
 * Of the machines in a fleet no two have the same name, so that a name says which machine is meant. Names count as the
 * same where they differ in case, blanks, or the form of their letters (NFKC) alone.
 */
export const NAMES: Migration = {
  number: 13,
  minReader: 1,
  sql: () => `
    create function threadbeat.name_key(name text) returns text language sql immutable
      set search_path = pg_catalog, pg_temp
      as $$ select lower(regexp_replace(normalize(name, nfkc), '${UNSEEN_OR_BLANK}', '', 'g')) $$;

    -- Those that were there before: who joined later has the beginning of its id behind its name.
    update threadbeat.machine m set name = left(m.name, 190) || ' ' || left(m.id::text, 8)
      where m.left_at is null and exists (select from threadbeat.machine o
        where o.left_at is null and threadbeat.name_key(o.name) = threadbeat.name_key(m.name)
          and (o.joined_at, o.id) < (m.joined_at, m.id));
    create unique index machine_name on threadbeat.machine (threadbeat.name_key(name)) where left_at is null;

    create function threadbeat.fit_name() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        if new.name <> btrim(new.name) or new.name ~ '${HIDDEN}' then
          raise exception using errcode = 'TB008',
            message = 'the name of a machine has no invisible characters, and no blanks around it';
        end if;
        if exists (select from threadbeat.machine m
            where m.left_at is null and threadbeat.name_key(m.name) = threadbeat.name_key(new.name)) then
          raise exception using errcode = 'TB009', message = format('a machine of the fleet is called "%s" already: '
            'choose another name, or, where that one is gone for good, take it out first', new.name);
        end if;
        return new;
      end $$;
    create trigger fit_name before insert on threadbeat.machine
      for each row execute function threadbeat.fit_name();
    revoke all on all functions in schema threadbeat from public;
  `,
}
