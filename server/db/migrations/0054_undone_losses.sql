ALTER TABLE "orders" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost_by_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost_from" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lost_by_id_people_id_fk" FOREIGN KEY ("lost_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was lost on the last day can be undone like what is lost from now on.
update public.orders o set lost_at = l.at, lost_by_id = l.person_id, lost_from = l.data ->> 'de'
from public.customer_log l
where o.status = 'PERDIDO' and o.updated_at > now() - interval '1 day'
  and l.type = 'ORCAMENTO' and l.item_id = o.id and l.at > now() - interval '1 day' and l.data ->> 'acao' = 'PERDER';
