ALTER TABLE "order_items" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "flex" numeric(15, 4) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_prices" ADD COLUMN "price_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_since" timestamp with time zone;--> statement-breakpoint
-- The moment of a price is written wherever the price comes from: a screen, an import, an integration.
create function public.remember_price_moment() returns trigger
language plpgsql as $$
begin
  new.price_since = now();
  return new;
end
$$;
--> statement-breakpoint
create trigger products_price_since before update of price on public.products
for each row when (old.price is distinct from new.price) execute function public.remember_price_moment();
--> statement-breakpoint
create trigger product_prices_price_since before update of price on public.product_prices
for each row when (old.price is distinct from new.price) execute function public.remember_price_moment();
--> statement-breakpoint
create trigger product_prices_price_begins before insert on public.product_prices
for each row execute function public.remember_price_moment();
--> statement-breakpoint
-- Lines of open quotes stand as offered when their quote was last written. Which floor a seller had then is not known: their
-- prices were judged when they were written.
update public.order_items i set offer = jsonb_build_object(
  'at', to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'until', ((o.updated_at at time zone b.time_zone)::date + coalesce(
    (select (v.value #>> '{}')::integer from public.parameters v
     where v.area = 'CALLCENTER' and v.key = 'validadeOrcamento' and v.branch_id in (0, o.branch_id)
     order by v.branch_id desc limit 1), 7))::text,
  'ruled', trim_scale(i.list_price)::text,
  'lowest', trim_scale(least(i.price, i.list_price))::text,
  'unitPrice', trim_scale(coalesce(t.price, p.price))::text,
  'tableId', coalesce(o.price_table_id, c.price_table_id),
  'planPercent', coalesce(trim_scale(m.percent), 0)::text,
  'taxRates', p.tax_percents,
  'stock', coalesce(trim_scale(greatest(s.quantity - s.reserved, 0)), 0)::text,
  'replaced', null,
  'keptAt', null)
from public.order_items j
join public.orders o on o.id = j.order_id
join public.customers c on c.id = o.customer_id
join public.branches b on b.id = o.branch_id
join public.products p on p.id = j.product_id
left join public.payment_plans m on m.id = o.payment_plan_id
left join public.product_prices t
  on t.product_id = j.product_id and t.price_table_id = coalesce(o.price_table_id, c.price_table_id)
left join public.product_stock s on s.product_id = j.product_id and s.branch_id = j.branch_id
where j.id = i.id and o.stage = 'ORCAMENTO' and o.status in ('COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO');
