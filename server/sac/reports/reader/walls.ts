/**
 * The second wall behind the guard, where the console may build it: what runs text as SQL, leaves the transaction,
 * waits, signals or reads files is taken from everybody in this database but its owner.
 */
export const WALLS = `do $$
declare
  f record;
begin
  for f in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and p.proname ~ '^(set_config|query_to_xml|table_to_xml|schema_to_xml|database_to_xml|cursor_to_xml|ts_stat|ts_rewrite$|pg_notify|pg_advisory|pg_try_advisory|pg_sleep|pg_terminate_backend|pg_export_snapshot|pg_logical_emit_message|pg_read_|pg_ls_|pg_stat_file|pg_current_logfile|lo_|loread|lowrite|pg_get_keywords)'
      and has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('grant execute on function %s to %I', f.name, '$OWNER');
  end loop;
end $$`;
