CREATE TABLE "ticket_movements" (
	"id" integer PRIMARY KEY NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"archived" boolean NOT NULL,
	"status" text NOT NULL,
	"type_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"branch_id" integer NOT NULL,
	"representative_id" integer,
	"region_id" integer,
	"sector_id" integer,
	"operator_id" integer,
	"carrier_id" integer,
	"reason_id" integer,
	"step_key" text NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- What stands already moved when its row says.
insert into public.ticket_movements (id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, due_at, created_at)
select id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, due_at, created_at from public.tickets;
--> statement-breakpoint
-- The movement follows the ticket, whoever writes it. Rows that arrive together are taken together; what changes is taken
-- row by row, for a plan over a set would be kept for the session that first wrote one of another size.
create function public.begin_ticket_movements() returns trigger
language plpgsql as $$
begin
  insert into public.ticket_movements (id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, due_at, created_at)
  select id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, due_at, created_at from arrived;
  return null;
end
$$;
--> statement-breakpoint
create function public.follow_ticket_movement() returns trigger
language plpgsql as $$
begin
  update public.ticket_movements set
    updated_at = new.updated_at, archived = new.archived, status = new.status, type_id = new.type_id, customer_id = new.customer_id, branch_id = new.branch_id, representative_id = new.representative_id, region_id = new.region_id, sector_id = new.sector_id, operator_id = new.operator_id, carrier_id = new.carrier_id, reason_id = new.reason_id, step_key = new.step_key, due_at = new.due_at, created_at = new.created_at
  where id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger ticket_movements_begin after insert on public.tickets
referencing new table as arrived for each statement execute function public.begin_ticket_movements();
--> statement-breakpoint
create trigger ticket_movements_follow after update on public.tickets
for each row when ((old.updated_at, old.archived, old.status, old.type_id, old.customer_id, old.branch_id, old.representative_id, old.region_id, old.sector_id, old.operator_id, old.carrier_id, old.reason_id, old.step_key, old.due_at, old.created_at)
  is distinct from (new.updated_at, new.archived, new.status, new.type_id, new.customer_id, new.branch_id, new.representative_id, new.region_id, new.sector_id, new.operator_id, new.carrier_id, new.reason_id, new.step_key, new.due_at, new.created_at))
execute function public.follow_ticket_movement();
--> statement-breakpoint
-- Room on each page for what a message changes of a ticket: it is then written in place, and no index hears of it.
alter table public.tickets set (fillfactor = 90);
--> statement-breakpoint
DROP INDEX "tickets_updated_idx";--> statement-breakpoint
DROP INDEX "tickets_status_updated_idx";--> statement-breakpoint
DROP INDEX "tickets_customer_idx";--> statement-breakpoint
DROP INDEX "tickets_branch_idx";--> statement-breakpoint
DROP INDEX "tickets_representative_idx";--> statement-breakpoint
DROP INDEX "tickets_region_idx";--> statement-breakpoint
DROP INDEX "tickets_sector_idx";--> statement-breakpoint
DROP INDEX "tickets_operator_idx";--> statement-breakpoint
DROP INDEX "tickets_step_idx";--> statement-breakpoint
DROP INDEX "tickets_carrier_idx";--> statement-breakpoint
DROP INDEX "tickets_reason_idx";--> statement-breakpoint
ALTER TABLE "ticket_movements" ADD CONSTRAINT "ticket_movements_id_tickets_id_fk" FOREIGN KEY ("id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_movements_updated_idx" ON "ticket_movements" USING btree ("archived","updated_at","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "ticket_movements_status_idx" ON "ticket_movements" USING btree ("archived","status","updated_at","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_customer_idx" ON "tickets" USING btree ("customer_id","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_branch_idx" ON "tickets" USING btree ("branch_id","archived","created_at","id","due_at","status","type_id","representative_id","region_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_representative_idx" ON "tickets" USING btree ("representative_id","archived","created_at","id","due_at","status","type_id","branch_id","region_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_region_idx" ON "tickets" USING btree ("region_id","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_sector_idx" ON "tickets" USING btree ("sector_id","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_operator_idx" ON "tickets" USING btree ("operator_id","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_step_idx" ON "tickets" USING btree ("step_key","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_carrier_idx" ON "tickets" USING btree ("carrier_id","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_reason_idx" ON "tickets" USING btree ("reason_id","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","step_key");