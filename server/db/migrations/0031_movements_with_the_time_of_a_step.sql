DROP INDEX "ticket_movements_updated_idx";--> statement-breakpoint
DROP INDEX "ticket_movements_status_idx";--> statement-breakpoint
ALTER TABLE "ticket_movements" ADD COLUMN "due_minutes" integer;--> statement-breakpoint
update public.ticket_movements m set due_minutes = t.due_minutes from public.tickets t where t.id = m.id and t.due_minutes is not null;
--> statement-breakpoint
create or replace function public.begin_ticket_movements() returns trigger
language plpgsql as $$
begin
  insert into public.ticket_movements (id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, due_at, due_minutes, created_at)
  select id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, due_at, due_minutes, created_at from arrived;
  return null;
end
$$;
--> statement-breakpoint
create or replace function public.follow_ticket_movement() returns trigger
language plpgsql as $$
begin
  update public.ticket_movements set
    updated_at = new.updated_at, archived = new.archived, status = new.status, type_id = new.type_id, customer_id = new.customer_id, branch_id = new.branch_id, representative_id = new.representative_id, region_id = new.region_id, sector_id = new.sector_id, operator_id = new.operator_id, carrier_id = new.carrier_id, reason_id = new.reason_id, step_key = new.step_key, due_at = new.due_at, due_minutes = new.due_minutes, created_at = new.created_at
  where id = new.id;
  return null;
end
$$;
--> statement-breakpoint
drop trigger ticket_movements_follow on public.tickets;
--> statement-breakpoint
create trigger ticket_movements_follow after update on public.tickets
for each row when ((old.updated_at, old.archived, old.status, old.type_id, old.customer_id, old.branch_id, old.representative_id, old.region_id, old.sector_id, old.operator_id, old.carrier_id, old.reason_id, old.step_key, old.due_at, old.due_minutes, old.created_at)
  is distinct from (new.updated_at, new.archived, new.status, new.type_id, new.customer_id, new.branch_id, new.representative_id, new.region_id, new.sector_id, new.operator_id, new.carrier_id, new.reason_id, new.step_key, new.due_at, new.due_minutes, new.created_at))
execute function public.follow_ticket_movement();
--> statement-breakpoint
CREATE INDEX "ticket_movements_updated_idx" ON "ticket_movements" USING btree ("archived","updated_at","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","due_minutes","step_key");--> statement-breakpoint
CREATE INDEX "ticket_movements_status_idx" ON "ticket_movements" USING btree ("archived","status","updated_at","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","due_minutes","step_key");