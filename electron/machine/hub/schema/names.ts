import { LOOKALIKES, NAME_MARKS, NOT_NAMES } from '../../../../shared/hub/machine.ts'
import type { Migration } from './migration.ts'

/** `HIDDEN` of shared/base/hidden-text.ts and control characters, as PostgreSQL reads it; a test compares the two. */
const HIDDEN = String.raw`[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]`
const MARKS = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\s]+`
const ENDS = "^[-.''`_~]+|[-.''`_~]+$"

/** Of Latin, Greek, Cyrillic and Armenian letters: `lower` knows those of ASCII alone where the database's locale is C. */
const UPPER = Array.from({ length: 0x590 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => letter > '\u007f' && letter.toLowerCase() !== letter && letter.toLowerCase().length === 1,
)

/**
 * Of the machines in a fleet no two have the same name, so that a name says which machine is meant. Names count as the
 * same where they differ alone in case, blanks, marks on letters, or letters that look the same (`nameKey`).
 */
export const NAMES: Migration = {
  number: 13,
  minReader: 1,
  sql: () => `
    create function threadbeat.name_key(name text) returns text language sql immutable
      set search_path = pg_catalog, pg_temp
      as $$ select translate(regexp_replace(regexp_replace(replace(translate(lower(normalize(name, nfkd)),
          '${UPPER.join('')}', '${UPPER.map((letter) => letter.toLowerCase()).join('')}'), 'ß', 'ss'),
          '${MARKS}', '', 'g'), '${ENDS}', '', 'g'),
        '${LOOKALIKES.letters}', '${LOOKALIKES.like}') $$;

    create function threadbeat.is_fit_name(name text) returns boolean language sql immutable
      set search_path = pg_catalog, pg_temp
      as $$ select name = btrim(name) and name !~ '${HIDDEN}' and name !~ '${NAME_MARKS.source}'
        and threadbeat.name_key(name) <> all ('{"",${NOT_NAMES.join()}}') $$;

    -- Those that were there before: nobody knows beforehand what such a name will be.
    update threadbeat.machine m set name = 'machine ' || left(gen_random_uuid()::text, 8)
      where m.left_at is null and not threadbeat.is_fit_name(m.name);
    update threadbeat.machine m set name = left(m.name, 180) || ' ' || left(gen_random_uuid()::text, 8)
      where m.left_at is null and exists (select from threadbeat.machine o
        where o.left_at is null and threadbeat.name_key(o.name) = threadbeat.name_key(m.name)
          and (o.joined_at, o.id) < (m.joined_at, m.id));
    create unique index machine_name on threadbeat.machine (threadbeat.name_key(name)) where left_at is null;

    create function threadbeat.fit_name() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare taken text;
      begin
        if not threadbeat.is_fit_name(new.name) then
          raise exception using errcode = 'TB008', message =
            'no machine may have this name: it is blank, says something else, or has characters that are not seen, '
            'quotation marks, brackets, commas, colons or semicolons';
        end if;
        select m.name into taken from threadbeat.machine m
          where m.left_at is null and threadbeat.name_key(m.name) = threadbeat.name_key(new.name);
        if found then
          raise exception using errcode = 'TB009', message = format('a machine of the fleet is called "%s" already: '
            'choose another name, or, where that one is gone for good, take it out first (threadbeat hub remove)', taken);
        end if;
        return new;
      end $$;
    create trigger fit_name before insert on threadbeat.machine
      for each row execute function threadbeat.fit_name();
    revoke all on all functions in schema threadbeat from public;
  `,
}
