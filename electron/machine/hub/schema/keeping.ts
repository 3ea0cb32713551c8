import type { Migration } from './migration.ts'

/** How a machine leaves, and what is taken away in time. */
export const KEEPING: Migration = {
  number: 4,
  minReader: 1,
  sql: ({ machines }) => `
    -- The login ends at once; what the machine has told stays, and is counted.
    create function threadbeat.leave(out events bigint, out states bigint, out mail bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare me uuid := threadbeat.need_me();
      begin
        select count(*) into events from threadbeat.event e where e.machine = me;
        select count(*) into states from threadbeat.state s where s.machine = me;
        select count(*) into mail from threadbeat.mail m where me in (m.sender, m.recipient);
        update threadbeat.machine m set left_at = threadbeat.now_ms() where m.id = me;
        execute format('alter role %I nologin password null', session_user);
      end $$;

    create function threadbeat.drop_login(role name) returns void
      language plpgsql set search_path = pg_catalog, pg_temp
      as $$
      begin
        execute format('drop role if exists %I', role);
      exception when others then
        raise warning 'the login % is no longer needed and could not be dropped: %', role, sqlerrm;
      end $$;

    -- Called by every machine each few hours; whoever comes first does it.
    create function threadbeat.keep_house() returns void
      language plpgsql security definer
      set search_path = pg_catalog, pg_temp
      set lock_timeout = '3s'
      as $$
      declare
        oldest bigint;
        part record;
        gone record;
        day bigint := 86400000;
      begin
        perform threadbeat.need_me();
        if not pg_try_advisory_xact_lock(8390876208524617317) then return; end if;
        perform threadbeat.make_partitions();
        select threadbeat.now_ms() - keep_days * day into strict oldest from threadbeat.hub;
        for part in
          select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'threadbeat.event'::regclass and c.relname ~ '^event_[0-9]{4}_[0-9]{2}$'
            and extract(epoch from to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') * 1000 <= oldest
        loop
          execute format('drop table threadbeat.%I', part.relname);
        end loop;
        delete from threadbeat.event_default where received_at < oldest;
        delete from threadbeat.state where kind = 'alert' and rev < oldest * 1000;
        delete from threadbeat.mail where expires_at < threadbeat.now_ms() - 30 * day;
        for gone in delete from threadbeat.invitation
          where machine is null and expires_at < threadbeat.now_ms() - day returning role
        loop
          perform threadbeat.drop_login(gone.role);
        end loop;
        for gone in select role from threadbeat.machine m join pg_roles r on r.rolname = m.role
          where left_at < threadbeat.now_ms() - day
        loop
          perform threadbeat.drop_login(gone.role);
        end loop;
      end $$;

    revoke all on all functions in schema threadbeat from public;
    grant execute on function threadbeat.leave, threadbeat.keep_house to ${machines};
  `,
}
