-- Rows of reports have the standard words of every catalogue, and what the company calls them is said where they are shown. Statuses of
-- quotes and orders had the names of parameter statusPedido, by which no condition that was chosen in the studio found them.
create or replace view relatorio.pedidos with (security_barrier) as
select
  o.id as pedido_id, o.stage as fase, case o.stage when 'PEDIDO' then 'Pedido' else 'Orçamento' end as fase_nome,
  s.situacao,
  case s.situacao
    when 'AGUARDANDO' then 'Aguardando' when 'ANALISE' then 'Análise' when 'BLOQUEADO' then 'Bloqueado'
    when 'CANCELADO' then 'Cancelado' when 'DEPOSITO' then 'Aguardando Comprovante'
    when 'DEVOLUCAO' then 'Devolução' when 'ENTREGUE' then 'Entregue' when 'FATURADO' then 'Faturado'
    when 'LIBERADO' then 'Aguardando Separação' when 'SEPARACAO' then 'Separação'
    when 'TRANSPORTE' then 'Transporte' when 'ATIVO' then 'Ativo' when 'VENCIDO' then 'Vencido'
    when 'REJEITADO' then 'Rejeitado' when 'COTACAO' then 'Cotação'
    when 'ORCAMENTO_ANALISE' then 'Orçamento em Análise' when 'PERDIDO' then 'Orçamento Perdido'
    when 'PAGAMENTO_EXPIRADO' then 'Pagamento Expirado' when 'PAGAMENTO_PENDENTE' then 'Pagamento Pendente'
    when 'PAGAMENTO_REALIZADO' then 'Pagamento Realizado' else s.situacao end
    as situacao_nome,
  s.situacao not in ('ENTREGUE', 'DEVOLUCAO', 'CANCELADO', 'REJEITADO', 'PERDIDO', 'VENCIDO') as aberto,
  o.stage = 'PEDIDO' and o.status in ('FATURADO', 'TRANSPORTE', 'ENTREGUE') and o.invoiced_on is not null as vendido,
  o.customer_id as cliente_id, c.trade_name as cliente, o.branch_id as filial_id, f.trade_name as filial,
  f.state as filial_uf, c.region_id as regiao_id, r.name as regiao, o.representative_id as representante_id,
  p.name as representante, o.seller_id as vendedor_id, n.name as vendedor, o.channel as canal, o.group_id as grupo,
  k.name as origem, m.name as cobranca, l.name as plano, b.name as tabela_preco, h.name as tipo_frete,
  o.carrier_id as transportadora_id, a.trade_name as transportadora, o.pickup as retira,
  o.purchase_order as ordem_compra, o.item_count as itens, o.subtotal, o.tax_total as impostos, o.freight as frete,
  o.bonus as bonificado, o.coupon_code as cupom, o.coupon_discount as desconto_cupom, o.total as valor,
  o.subtotal - o.coupon_discount as valor_produtos,
  case when i.interno and i.mostra then o.cost end as custo,
  case when i.interno and i.mostra then o.subtotal - o.coupon_discount - o.cost end as lucro,
  case when i.mostra then o.profit_percent end as margem,
  o.loss_reason_id as motivo_perda_id, q.name as motivo_perda,
  -- As its index is worded, and without a coalesce, which keeps a condition from reaching the index.
  case when o.status <> 'PERDIDO' then null when o.lost_at is null then o.updated_at else o.lost_at end as perdido_em,
  z.name as perdido_por,
  (select case when y.status = 'AGUARDANDO' and y.expires_at <= now() - interval '90 seconds' then 'EXPIRADO' else y.status end
    from public.payment_links y where y.order_id = o.id order by (y.status = 'PAGO') desc, y.id desc limit 1) as pagamento,
  (select y.paid_at from public.payment_links y where y.order_id = o.id and y.status = 'PAGO' order by y.id desc limit 1)
    as pago_em,
  o.created_at as criado_em, o.updated_at as atualizado_em, o.valid_until as valido_ate,
  o.scheduled_on as programado_para, o.ordered_at as pedido_em, o.billing_released_at as liberado_em,
  o.invoiced_on as faturado_em, d.entregue_em,
  round((extract(epoch from o.ordered_at - o.created_at) / 86400)::numeric, 2) as dias_ate_pedido,
  o.invoiced_on - (o.ordered_at at time zone f.time_zone)::date as dias_ate_faturar,
  (d.entregue_em at time zone f.time_zone)::date - (o.ordered_at at time zone f.time_zone)::date as dias_ate_entregar,
  o.total - o.coupon_discount as valor_a_pagar
from relatorio_interno.pedidos o
left join public.customers c on c.id = o.customer_id
left join public.branches f on f.id = o.branch_id
left join public.regions r on r.id = c.region_id
left join public.representatives p on p.id = o.representative_id
left join public.people n on n.id = o.seller_id
left join public.people z on z.id = o.lost_by_id
left join public.traffic_sources k on k.id = o.traffic_source_id
left join public.payment_methods m on m.id = o.payment_method_id
left join public.payment_plans l on l.id = o.payment_plan_id
left join public.price_tables b on b.id = o.price_table_id
left join public.freight_types h on h.id = o.freight_type_id
left join public.carriers a on a.id = o.carrier_id
left join public.loss_reasons q on q.id = o.loss_reason_id
-- Past its validity it is expired, whether or not that has been stored (statusOn).
cross join lateral (
  select case when o.status = 'ATIVO' and o.valid_until < (now() at time zone f.time_zone)::date then 'VENCIDO'
    else o.status end as situacao
) s
cross join lateral (
  select (select e.interno from relatorio.escopo() e) as interno,
    not (o.branch_id = any ((select x.filiais from relatorio_interno.sem_margem x)::integer[])) as mostra
) i
-- When the first consignment arrived, as its carrier says.
cross join lateral (
  select (
    select min(t.at) from public.invoices v
    join public.tracking_events t on t.kind = v.tracking ->> 'tipo' and t.tracking_code = v.tracking ->> 'codigo'
    where v.order_id = o.id and v.tracking is not null and relatorio.diz_entregue(t.description)
  ) as entregue_em
) d;
--> statement-breakpoint
drop view relatorio_interno.situacoes_proprias;
