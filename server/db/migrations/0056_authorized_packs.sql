ALTER TABLE "price_negotiations" ADD COLUMN "packaging_id" integer;--> statement-breakpoint
ALTER TABLE "price_negotiations" ADD COLUMN "price_factor" numeric(15, 3);--> statement-breakpoint
-- Offers of before the content of the packaging was stored: it is taken for what it is now, so that it is noticed when it changes.
update public.order_items i set offer = i.offer || jsonb_build_object('factor', trim_scale(coalesce(k.conversion_factor, 1))::text)
from public.order_items j
join public.orders o on o.id = j.order_id
left join public.packagings k on k.id = j.packaging_id
where j.id = i.id and o.stage = 'ORCAMENTO' and o.status in ('COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO')
  and j.offer is not null and j.offer ->> 'factor' is null and (j.packaging_id is null or k.id is not null);
--> statement-breakpoint
-- Prices asked for or authorised before their packaging was stored are those of the line where nothing shows that it changed.
update public.price_negotiations n set
  tint_id = case when n.units is null then (j.tint ->> 'idCor')::integer else n.tint_id end,
  units = coalesce(k.conversion_factor, 1),
  packaging_id = j.packaging_id,
  price_factor = coalesce(k.price_factor, 1)
from public.order_items j
left join public.packagings k on k.id = j.packaging_id
where j.id = n.item_id and n.status in ('P', 'A') and (j.packaging_id is null or k.id is not null)
  and (n.units is null or n.units = coalesce(k.conversion_factor, 1))
  and (j.list_price = n.list_price or (j.offer ->> 'at')::timestamptz <= n.created_at);
--> statement-breakpoint
-- Otherwise it is known where only one packaging of the product holds as much.
update public.price_negotiations n set packaging_id = k.id, price_factor = k.price_factor
from (
  select product_id, conversion_factor, min(id) as id, min(price_factor) as price_factor
  from public.packagings group by product_id, conversion_factor having count(*) = 1
) k
where n.status in ('P', 'A') and n.units is not null and n.price_factor is null
  and k.product_id = n.product_id and k.conversion_factor = n.units;
