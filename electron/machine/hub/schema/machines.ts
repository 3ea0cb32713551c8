import type { Migration } from './migration.ts'

/**
 * Who is in the fleet. Instants are milliseconds since 1970 by the hub's clock. Each function that works with the
 * owner's rights looks only where it says, and asks who has logged in: `session_user`, which no machine can change.
 */
export const MACHINES: Migration = {
  number: 1,
  minReader: 1,
  sql: ({ id, owner, machines }) => `
    alter default privileges revoke execute on functions from public;
    alter default privileges revoke all on tables from public;

    create table threadbeat.hub (
      id text primary key,
      owner_role name not null,
      machine_role name not null,
      keep_days integer not null default 400 check (keep_days between 31 and 36500)
    );
    create unique index one_hub on threadbeat.hub ((true));
    insert into threadbeat.hub (id, owner_role, machine_role) values ('${id}', '${owner}', '${machines}');

    create table threadbeat.machine (
      id uuid primary key,
      role name not null unique,
      name text not null check (length(name) between 1 and 200),
      class text not null check (class in ('laptop', 'workstation', 'server')),
      version text not null check (length(version) <= 100),
      joined_at bigint not null,
      left_at bigint,
      last_seen_at bigint not null,
      last_beat_at bigint,
      asleep_since bigint,
      skew_ms bigint not null default 0,
      interval_ms bigint
    );
    create table threadbeat.invitation (
      role name primary key,
      invited_by uuid references threadbeat.machine, -- null: by who administers the hub
      invited_at bigint not null,
      expires_at bigint not null,
      machine uuid references threadbeat.machine -- null: nobody has joined with it yet
    );

    create function threadbeat.now_ms() returns bigint language sql volatile
      set search_path = pg_catalog, pg_temp
      as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

    -- null: no machine of the fleet, or no longer
    create function threadbeat.me() returns uuid language sql stable security definer
      set search_path = pg_catalog, pg_temp
      as $$ select id from threadbeat.machine where role = session_user and left_at is null $$;

    create function threadbeat.need_me() returns uuid language plpgsql stable
      set search_path = pg_catalog, pg_temp
      as $$
      declare me uuid := threadbeat.me();
      begin
        if me is null then
          raise exception using errcode = 'TB001', message = 'this login is of no machine of the fleet';
        end if;
        return me;
      end $$;

    -- A verifier alone, so that no password stands in a log of the server.
    create function threadbeat.set_password(verifier text, until text) returns void language plpgsql
      set search_path = pg_catalog, pg_temp
      as $$
      begin
        if verifier !~ '^SCRAM-SHA-256\\$[0-9]{4,6}:[A-Za-z0-9+/=]{16,100}\\$[A-Za-z0-9+/=]{44}:[A-Za-z0-9+/=]{44}$' then
          raise exception using errcode = 'TB002', message = 'no SCRAM-SHA-256 verifier';
        end if;
        execute format('alter role %I password %L valid until %L', session_user, verifier, until);
      end $$;

    create function threadbeat.invite(verifier text, hours integer, out role name, out expires_at bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        hub threadbeat.hub;
        me uuid := threadbeat.me();
      begin
        select * into strict hub from threadbeat.hub;
        if me is null and not pg_has_role(session_user, hub.owner_role, 'member') then
          perform threadbeat.need_me();
        end if;
        if verifier !~ '^SCRAM-SHA-256\\$' or hours not between 1 and 24 then
          raise exception using errcode = 'TB002', message = 'no SCRAM-SHA-256 verifier, or not 1 to 24 hours';
        end if;
        if (select count(*) from threadbeat.invitation i
            where i.machine is null and i.expires_at > threadbeat.now_ms()) >= 20 then
          raise exception using errcode = 'TB003', message = '20 invitations are open; the limit is 20';
        end if;
        role := hub.machine_role || '_' || right(gen_random_uuid()::text, 12);
        expires_at := threadbeat.now_ms() + hours * 3600000;
        execute format('create role %I login connection limit 8 password %L valid until %L in role %I',
          role, verifier, to_timestamp(expires_at / 1000.0), hub.machine_role);
        insert into threadbeat.invitation (role, invited_by, invited_at, expires_at)
          values (role, me, threadbeat.now_ms(), expires_at);
      end $$;

    create function threadbeat.join_fleet(id uuid, name text, class text, version text, verifier text) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        invited threadbeat.invitation;
        now_ms bigint := threadbeat.now_ms();
      begin
        select * into invited from threadbeat.invitation i where i.role = session_user and i.machine is null for update;
        if not found then
          raise exception using errcode = 'TB004', message = 'a machine has joined with this code already';
        end if;
        if invited.expires_at <= now_ms then
          raise exception using errcode = 'TB005', message = 'this code has expired';
        end if;
        insert into threadbeat.machine (id, role, name, class, version, joined_at, last_seen_at)
          values (join_fleet.id, session_user, join_fleet.name, join_fleet.class, join_fleet.version, now_ms, now_ms);
        update threadbeat.invitation i set machine = join_fleet.id where i.role = session_user;
        perform threadbeat.set_password(verifier, 'infinity');
      end $$;

    create function threadbeat.rotate(verifier text) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        perform threadbeat.need_me();
        perform threadbeat.set_password(verifier, 'infinity');
      end $$;

    -- last_beat: by the machine's own clock, as own_now is
    create function threadbeat.tell(version text, own_now bigint, last_beat bigint, every_ms bigint, asleep boolean)
      returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        me uuid := threadbeat.need_me();
        now_ms bigint := threadbeat.now_ms();
      begin
        update threadbeat.machine m set
          version = tell.version, last_seen_at = now_ms, skew_ms = own_now - now_ms,
          last_beat_at = last_beat - (own_now - now_ms), interval_ms = every_ms,
          asleep_since = case when asleep then coalesce(m.asleep_since, now_ms) end
        where m.id = me;
        return now_ms;
      end $$;

    create function threadbeat.lock_key(machine uuid) returns bigint language sql immutable
      set search_path = pg_catalog, pg_temp
      as $$ select hashtextextended(machine::text, 8) $$;

    -- A machine is connected while a login of its own holds the lock of its id.
    create function threadbeat.is_connected(machine uuid, role name) returns boolean
      language sql stable set search_path = pg_catalog, pg_temp
      as $$ select exists (
        select from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.usename = is_connected.role
          and l.database = (select oid from pg_database where datname = current_database())
          and (l.classid::bigint << 32 | l.objid::bigint) = threadbeat.lock_key(is_connected.machine)) $$;

    alter table threadbeat.hub enable row level security;
    alter table threadbeat.machine enable row level security;
    alter table threadbeat.invitation enable row level security;
    alter table threadbeat.migration enable row level security;
    create policy see on threadbeat.migration for select using (true);
    create policy see on threadbeat.hub for select using ((select threadbeat.me()) is not null);
    create policy see on threadbeat.machine for select using ((select threadbeat.me()) is not null);
    create policy see on threadbeat.invitation for select using ((select threadbeat.me()) is not null);
    grant usage on schema threadbeat to ${machines};
    grant select on threadbeat.migration, threadbeat.hub, threadbeat.machine, threadbeat.invitation to ${machines};

    revoke all on all functions in schema threadbeat from public;
    grant execute on function threadbeat.now_ms(), threadbeat.me(), threadbeat.need_me(), threadbeat.invite, threadbeat.join_fleet,
      threadbeat.rotate, threadbeat.tell, threadbeat.lock_key, threadbeat.is_connected to ${machines};
  `,
}
