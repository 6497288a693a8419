ALTER TABLE "product_waits" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feed_entries" ADD COLUMN "changed" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_pending" ADD COLUMN "changed" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_birth_idx" ON "customers" USING btree ("birth_date");--> statement-breakpoint
CREATE INDEX "customer_contacts_birth_idx" ON "customer_contacts" USING btree ("birth_date");
--> statement-breakpoint
create or replace view relatorio_interno.clientes with (security_barrier) as
select c.id, c.document, c.legal_name, c.trade_name, c.address, c.region_id, c.representative_id, c.prospect,
  c.blocked, c.last_purchase_on, c.open_titles, c.simulation, c.extra_fields, c.created_at, c.birth_date,
  c.classification_id
from public.customers c
where (
  (select e.tudo from relatorio.escopo() e)
  or exists (
    select from public.customer_branches b
    where b.customer_id = c.id and b.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  )
  or c.representative_id = (select e.representante from relatorio.escopo() e)
  or c.id = (select e.cliente from relatorio.escopo() e)
)
and case when (select e.painel from relatorio.escopo() e) is null then true
  else c.id = (select e.painel from relatorio.escopo() e) end;
--> statement-breakpoint
-- How the company classifies a customer is no concern of the customer's.
create or replace view relatorio.clientes with (security_barrier) as
select
  c.id as cliente_id, c.document as documento, c.legal_name as razao_social, c.trade_name as cliente,
  c.address ->> 'cidade' as cidade, c.address ->> 'uf' as uf, c.region_id as regiao_id, r.name as regiao,
  c.representative_id as representante_id, p.name as representante, c.prospect as prospecto,
  c.blocked as bloqueado, c.last_purchase_on as ultima_compra,
  current_date - c.last_purchase_on as dias_sem_compra, c.open_titles as titulos_em_aberto,
  c.created_at as cadastrado_em,
  (select count(*) from public.invoices v where v.customer_id = c.id
    and v.status = 'AUTORIZADA' and v.kind = 'VENDA' and v.branch_id = any ((select x.vistas from relatorio_interno.filiais_vistas x)::integer[]))::integer as notas,
  coalesce((select sum(v.total) from public.invoices v where v.customer_id = c.id
    and v.status = 'AUTORIZADA' and v.kind = 'VENDA' and v.branch_id = any ((select x.vistas from relatorio_interno.filiais_vistas x)::integer[])), 0) as comprado,
  case when (select e.interno from relatorio.escopo() e) then c.extra_fields end as campos,
  case when (select e.interno from relatorio.escopo() e) then l.name end as classificacao,
  c.birth_date as nascimento
from relatorio_interno.clientes c
left join public.regions r on r.id = c.region_id
left join public.representatives p on p.id = c.representative_id
left join public.customer_classifications l on l.id = c.classification_id
where not c.simulation;
--> statement-breakpoint
create or replace view relatorio.estoque with (security_barrier) as
select
  k.id as estoque_id, k.product_id as produto_id, g.code as produto_codigo, g.description as produto,
  g.brand as marca, g.unit as unidade, not g.inactive as produto_ativo, f.id as filial_id, f.trade_name as filial,
  q.disponivel, k.reserved as reservado, k.low as minimo,
  case when q.disponivel <= 0 then 'Sem estoque' when q.disponivel <= k.low then 'Estoque baixo' else 'Em estoque' end
    as situacao,
  nullif(k.max_per_order, -1) as maximo_por_pedido, k.arrives_on as chega_em, k.counted_at as contado_em,
  (select count(*) from public.product_waits w
    where w.product_id = k.product_id and w.branch_id = k.branch_id and w.closed_at is null
    and w.told_at is null)::integer as esperando
from relatorio_interno.filiais f
join public.product_stock k on k.branch_id = f.id
left join public.products g on g.id = k.product_id
cross join lateral (select greatest(k.quantity - k.reserved, 0) as disponivel) q
where (select e.tudo or e.filiais is not null or e.representante is not null from relatorio.escopo() e);
--> statement-breakpoint
create or replace view relatorio.pessoas with (security_barrier) as
select n.id as pessoa_id, n.name as pessoa, n.type as perfil, d.name as setor, n.active as ativa,
  exists (select from public.person_absences a, (select (now() at time zone 'America/Sao_Paulo')::date as hoje) h
    where a.person_id = n.id and a.from_day <= h.hoje and a.until_day >= h.hoje) as ausente
from public.people n left join public.sectors d on d.id = n.sector_id
where n.type <> 'CONSUMIDOR_FINAL' and (select e.interno from relatorio.escopo() e);
