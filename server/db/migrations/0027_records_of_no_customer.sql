DROP INDEX "records_customer_idx";--> statement-breakpoint
CREATE INDEX "records_customer_idx" ON "records" USING btree ("customer_id","type");--> statement-breakpoint
-- A pair that exists is left to the conflict, without a lock: each invoice names one again. The lock of one that arrives is
-- exclusive, for whoever writes it changes the customer afterwards, and two that share it would then wait for each other.
create or replace function public.begin_customer_branch() returns trigger
language plpgsql as $$
begin
  if exists (select from public.customer_branches where customer_id = new.customer_id and branch_id = new.branch_id) then
    return new;
  end if;
  select representative_id into new.representative_id from public.customers where id = new.customer_id for no key update;
  return new;
end
$$;
