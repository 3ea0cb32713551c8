import type { Migration } from './migration.ts'

/** What machines ask of each other. Read and settled by whom it is for; who sent it sees what became of it. */
export const MAIL: Migration = {
  number: 3,
  minReader: 1,
  sql: ({ machines }) => `
    create table threadbeat.mail (
      id uuid primary key,
      seq bigint not null unique,
      sender uuid not null default threadbeat.me() references threadbeat.machine,
      recipient uuid not null references threadbeat.machine,
      verb text not null check (length(verb) between 1 and 40),
      args jsonb not null check (octet_length(args::text) <= 200000),
      at bigint not null,
      expires_at bigint not null,
      ended text check (ended in ('done', 'refused', 'expired', 'already')),
      ended_text text check (length(ended_text) <= 10000),
      ended_at bigint,
      check ((ended is null) = (ended_at is null))
    );
    create index mail_for on threadbeat.mail (recipient, seq);
    create index mail_old on threadbeat.mail (expires_at);

    create function threadbeat.stamp_mail() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        if not exists (select from threadbeat.machine m where m.id = new.recipient and m.left_at is null) then
          raise exception using errcode = 'TB006', message = 'no machine of the fleet has the id ' || new.recipient;
        end if;
        perform threadbeat.lock_revs();
        new.seq := threadbeat.next_rev((select max(seq) from threadbeat.mail));
        new.at := threadbeat.now_ms();
        new.expires_at := least(new.expires_at, new.at + 30 * 86400000::bigint);
        new.ended := null;
        new.ended_text := null;
        new.ended_at := null;
        return new;
      end $$;
    create trigger stamp before insert on threadbeat.mail
      for each row execute function threadbeat.stamp_mail();

    create function threadbeat.end_mail() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp
      as $$
      begin
        if old.ended is not null then return null; end if;
        new.ended_at := threadbeat.now_ms();
        return new;
      end $$;
    create trigger end_once before update on threadbeat.mail
      for each row execute function threadbeat.end_mail();

    create function threadbeat.ring() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp
      as $$
      begin
        perform pg_notify('threadbeat_' || case tg_op when 'INSERT' then new.recipient else new.sender end, '');
        return null;
      end $$;
    create trigger ring after insert or update on threadbeat.mail
      for each row execute function threadbeat.ring();

    alter table threadbeat.mail enable row level security;
    create policy see on threadbeat.mail for select
      using (sender = (select threadbeat.me()) or recipient = (select threadbeat.me()));
    create policy send on threadbeat.mail for insert with check (sender = (select threadbeat.me()));
    create policy settle on threadbeat.mail for update
      using (recipient = (select threadbeat.me())) with check (recipient = (select threadbeat.me()));
    grant select on threadbeat.mail to ${machines};
    grant insert (id, recipient, verb, args, expires_at) on threadbeat.mail to ${machines};
    grant update (ended, ended_text) on threadbeat.mail to ${machines};
    revoke all on all functions in schema threadbeat from public;
  `,
}
