-- Drops everything in the schema except extensions, which may belong to another user.
do $$
declare
    statement text;
    statements text[] := array(
        select format('drop %s if exists %s cascade',
            case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                else 'table' end, oid::regclass)
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
            and deptype in ('e', 'a', 'i'))
    ) || array(
        select format('drop routine if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid
            and deptype = 'e')
    ) || array(
        select format('drop type if exists %s cascade', oid::regtype)
        from pg_type where typnamespace = 'public'::regnamespace and (typtype in ('e', 'd')
            or exists (select from pg_class where oid = typrelid and relkind = 'c'))
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = pg_type.oid
            and deptype = 'e')
    );
begin
    foreach statement in array statements loop
        execute statement;
    end loop;
end
$$;
