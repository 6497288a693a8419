CREATE INDEX "outbox_emails_created_idx" ON "outbox_emails" USING btree ("created_at");--> statement-breakpoint
-- Nothing changes an entry of the audit, and nothing deletes one that is not a year old. What is older goes when the sweep says
-- that it sweeps this table (server/db/sweepRows.ts).
create or replace function public.refuse_audit_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if current_setting('balcao.varredura', true) = 'audit_log' and old.at < now() - interval '365 days' then
      return old;
    end if;
  end if;
  raise exception 'audit_log is append-only';
end
$$;
