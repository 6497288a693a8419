ALTER TABLE "company_rules" ADD COLUMN "late_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Who was told of a product's arrival is told again after it ran out. Judged when the transaction ends, since a count is written before the
-- orders that it includes are taken off.
create function public.stock_ran_out() returns trigger
language plpgsql as $$
begin
  update public.product_waits w set told_at = null
  where w.product_id = new.product_id and w.branch_id = new.branch_id and w.closed_at is null and w.told_at is not null
    and exists (select from public.product_stock k where k.id = new.id and k.quantity <= k.reserved);
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger product_stock_ran_out after update of quantity, reserved on public.product_stock
deferrable initially deferred for each row when (old.quantity > old.reserved and new.quantity <= new.reserved)
execute function public.stock_ran_out();
--> statement-breakpoint
update public.product_waits w set told_at = null
from public.product_stock k
where k.product_id = w.product_id and k.branch_id = w.branch_id and k.quantity <= k.reserved
  and w.closed_at is null and w.told_at is not null;
--> statement-breakpoint
-- A view that is no longer shown to the team is nobody's default.
delete from public.role_views r using public.saved_views v where v.id = r.view_id and not v.team;
