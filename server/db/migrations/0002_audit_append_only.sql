-- What was done stays written: no update and no delete reaches the audit log (QUALITY.md, Audit).
create or replace function public.refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end
$$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on public.audit_log
for each row execute function public.refuse_audit_change();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on public.audit_log
for each statement execute function public.refuse_audit_change();
