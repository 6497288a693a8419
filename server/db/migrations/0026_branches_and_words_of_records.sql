DROP INDEX "records_search_idx";--> statement-breakpoint
ALTER TABLE "customer_branches" ADD COLUMN "representative_id" integer;--> statement-breakpoint
update public.customer_branches b set representative_id = c.representative_id
from public.customers c where c.id = b.customer_id and c.representative_id is not null;
--> statement-breakpoint
-- A row that arrives waits for whoever is changing its customer's representative, and the other way round: otherwise neither
-- would see what the other has written.
create function public.begin_customer_branch() returns trigger
language plpgsql as $$
begin
  select representative_id into new.representative_id from public.customers where id = new.customer_id for share;
  return new;
end
$$;
--> statement-breakpoint
create function public.follow_representative() returns trigger
language plpgsql as $$
begin
  update public.customer_branches set representative_id = new.representative_id where customer_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger customer_branches_begin before insert or update of customer_id on public.customer_branches
for each row execute function public.begin_customer_branch();
--> statement-breakpoint
create trigger customers_representative_follow after update of representative_id on public.customers
for each row when (old.representative_id is distinct from new.representative_id)
execute function public.follow_representative();
--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "folded_search" text GENERATED ALWAYS AS (public.fold_text(search)) STORED;--> statement-breakpoint
CREATE INDEX "customer_branches_representative_idx" ON "customer_branches" USING btree ("representative_id","branch_id");--> statement-breakpoint
CREATE INDEX "customers_of_representative_idx" ON "customers" USING btree ("representative_id","id");--> statement-breakpoint
CREATE INDEX "records_search_idx" ON "records" USING gin ("folded_search" gin_trgm_ops);
