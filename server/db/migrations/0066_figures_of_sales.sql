-- What bounds a report begins an index, so that a period reads its own rows. Each table can be read but not written while its index is
-- built: one to two seconds for a million rows.
DROP INDEX "tickets_finished_idx";
--> statement-breakpoint
CREATE INDEX "service_records_started_idx" ON "service_records" USING btree ("started_at");
--> statement-breakpoint
CREATE INDEX "orders_ordered_idx" ON "orders" USING btree ("ordered_at") WHERE ordered_at is not null;
--> statement-breakpoint
CREATE INDEX "orders_lost_idx" ON "orders" USING btree ((case when status <> 'PERDIDO' then null when lost_at is null then updated_at else lost_at end));
--> statement-breakpoint
CREATE INDEX "invoices_issued_idx" ON "invoices" USING btree ("issued_on");
--> statement-breakpoint
CREATE INDEX "ticket_events_created_idx" ON "ticket_events" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "ticket_messages_created_idx" ON "ticket_messages" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "tickets_finished_idx" ON "tickets" USING btree ("finished_at","branch_id","representative_id","customer_id","type_id","created_at","status") WHERE "tickets"."finished_at" is not null;
--> statement-breakpoint
-- Whether somebody may decide about prices is signed with the scope, since costs and margins of lines follow that permission.
alter type relatorio_interno.escopo add attribute decide_precos boolean;
--> statement-breakpoint
create or replace function relatorio.escopo() returns relatorio_interno.escopo
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  texto text := current_setting('balcao.escopo', true);
  assinado text := current_setting('balcao.assinatura', true);
  dados jsonb;
  nada relatorio_interno.escopo := row(false, null, null, null, null, false, false);
begin
  if coalesce(texto, '') = '' or assinado is distinct from (
    select encode(sha256(convert_to(valor || texto || valor, 'UTF8')), 'hex') from relatorio_interno.segredo
  ) then
    return nada;
  end if;
  dados := texto::jsonb;
  if (dados ->> 'conexao')::integer is distinct from pg_backend_pid() then
    return nada;
  end if;
  return row(
    dados ->> 'escopo' = 'TODAS_FILIAIS',
    case when dados ->> 'escopo' = 'FILIAIS'
      then array(select value::integer from jsonb_array_elements_text(dados -> 'filiais')) end,
    case when dados ->> 'escopo' = 'CARTEIRA' then (dados ->> 'representante')::integer end,
    case when dados ->> 'escopo' = 'PROPRIO' then (dados ->> 'cliente')::integer end,
    (dados ->> 'painel')::integer,
    dados ->> 'escopo' in ('TODAS_FILIAIS', 'FILIAIS'),
    coalesce((dados ->> 'decidePrecos')::boolean, false)
  )::relatorio_interno.escopo;
end
$$;
--> statement-breakpoint
-- What a carrier's words say: that the consignment reached its consignee. Not that it was handed to another carrier or a branch of
-- one, that it went back, or that it is going to arrive.
create function relatorio.diz_entregue(descricao text) returns boolean
language sql immutable strict parallel safe as $$
  select t.texto ~ '\mentregues?\M'
    and t.texto !~ '\mnao\M[^.;]*\mentregues?\M'
    and t.texto !~ '\m(ser|sera|serao|seja|sejam|sendo|estara|estarao|previst[oa]s?|previsao)( (de|para|como|a|ser|estar))*:? entregues?\M'
    and t.texto !~ '\mentregues? (a|ao|aos|as|para|para a|para o|na|no|em)( (outra|outro|nova|proxima|empresa|sua|nossa))? (transportador|redespach|correios|motorista|entregador|courier|parceir|unidade|agencia|filial|base|hub|centro de|cd|terminal|deposito|expedicao|transferencia|remetente|embarcador)'
  from (select relatorio.sem_acento(descricao) as texto) t
$$;
--> statement-breakpoint
-- What is paid is the total less the coupon; the column comes last, since columns of a view keep their places.
create or replace view relatorio.pedidos with (security_barrier) as
select
  o.id as pedido_id, o.stage as fase, case o.stage when 'PEDIDO' then 'Pedido' else 'Orçamento' end as fase_nome,
  s.situacao,
  coalesce(
    nullif(btrim(case jsonb_typeof(i.nomes -> s.situacao)
      when 'string' then i.nomes ->> s.situacao when 'object' then i.nomes -> s.situacao ->> 'rotulo' end), ''),
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
  ) as situacao_nome,
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
    not (o.branch_id = any ((select x.filiais from relatorio_interno.sem_margem x)::integer[])) as mostra,
    (select x.nomes from relatorio_interno.situacoes_proprias x) as nomes
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
-- The lines that count; those that were taken out of a quote are in none of its figures. Costs and margins are those of the page of
-- a negotiation: for whoever may decide about prices, at branches that show margins.
create or replace view relatorio.itens_pedido with (security_barrier) as
select
  o.id as pedido_id, o.stage as fase, case o.stage when 'PEDIDO' then 'Pedido' else 'Orçamento' end as fase_nome,
  case when o.status = 'ATIVO' and o.valid_until < (now() at time zone f.time_zone)::date then 'VENCIDO' else o.status end
    as situacao,
  o.stage = 'PEDIDO' and o.status in ('FATURADO', 'TRANSPORTE', 'ENTREGUE') and o.invoiced_on is not null as vendido,
  l.line as linha, l.product_id as produto_id, g.code as produto_codigo, g.description as produto, g.brand as marca,
  l.branch_id as filial_saida_id, w.trade_name as filial_saida, coalesce(e.name, g.unit) as embalagem,
  l.quantity as quantidade, g.unit as unidade, round(l.quantity * u.factor, 4) as quantidade_base,
  l.list_price as preco_tabela, l.price as preco, l.discount_percent as desconto, l.bonus as bonificado,
  l.total as valor, case when l.bonus then 0 else l.total end as valor_vendido,
  case when i.custos then round(l.quantity * l.cost, 2) end as custo,
  case when i.custos then case when l.bonus then 0 else l.total end - round(l.quantity * l.cost, 2) end as lucro,
  o.customer_id as cliente_id, c.trade_name as cliente, o.branch_id as filial_id, f.trade_name as filial,
  c.region_id as regiao_id, o.representative_id as representante_id, o.seller_id as vendedor_id, n.name as vendedor,
  o.created_at as criado_em, o.ordered_at as pedido_em, o.invoiced_on as faturado_em
from relatorio_interno.pedidos o
join public.order_items l on l.order_id = o.id and l.removed_at is null
left join public.products g on g.id = l.product_id
left join public.packagings e on e.id = l.packaging_id
left join public.branches w on w.id = l.branch_id
left join public.customers c on c.id = o.customer_id
left join public.branches f on f.id = o.branch_id
left join public.people n on n.id = o.seller_id
-- What a packaging held when it was offered.
cross join lateral (select coalesce((l.offer ->> 'factor')::numeric, e.conversion_factor, 1) as factor) u
cross join lateral (
  select (select x.decide_precos from relatorio.escopo() x)
    and not (o.branch_id = any ((select x.filiais from relatorio_interno.sem_margem x)::integer[])) as custos
) i;
--> statement-breakpoint
-- The catalogue belongs to all who sell, costs to those who decide about prices.
create or replace view relatorio.produtos with (security_barrier) as
select
  g.id as produto_id, g.code as produto_codigo, g.description as produto, g.brand as marca, g.sales_class as classe_venda,
  g.unit as unidade, g.barcode as codigo_barras, g.ncm, g.price as preco, g.price_since as preco_desde,
  case when (select e.decide_precos from relatorio.escopo() e) then g.cost end as custo, g.gross_weight as peso_bruto,
  not g.inactive as ativo, not g.unavailable as aceita_devolucao, g.updated_at as atualizado_em
from public.products g
where (select e.tudo or e.filiais is not null or e.representante is not null from relatorio.escopo() e);
--> statement-breakpoint
-- The branches that the person sees, as one list that is made once for all rows.
create view relatorio_interno.filiais_vistas as
select array_agg(f.id) as vistas from relatorio_interno.filiais f;
--> statement-breakpoint
-- What a customer bought: neither cancelled invoices nor goods given away, and none of a branch that the person does not see.
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
  case when (select e.interno from relatorio.escopo() e) then c.extra_fields end as campos
from relatorio_interno.clientes c
left join public.regions r on r.id = c.region_id
left join public.representatives p on p.id = c.representative_id
where not c.simulation;
--> statement-breakpoint
create or replace view relatorio.notas with (security_barrier) as
select
  v.id as nota_id, v.number as nota, v.series as serie, v.key as chave, v.issued_on as emitida_em,
  v.item_count as itens, v.total as valor, v.customer_id as cliente_id, c.trade_name as cliente,
  v.branch_id as filial_id, f.trade_name as filial, c.region_id as regiao_id,
  c.representative_id as representante_id, v.carrier_id as transportadora_id, a.trade_name as transportadora,
  (select concat_ws(' · ', case when not coalesce(s.trusted @> d.signed_at, false) then 'Cadeia não conferida' end,
      case when d.trial then 'Homologação, sem valor fiscal' end)
    from public.nfe_documents d left join public.nfe_signers s on s.id = d.signer_id
    where d.key = v.key and d.event_type = '') as aviso_nota,
  case v.status when 'CANCELADA' then 'Cancelada' else 'Autorizada' end as situacao,
  case v.kind when 'BONIFICACAO' then 'Bonificação' else 'Venda' end as natureza
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
left join public.carriers a on a.id = v.carrier_id;
--> statement-breakpoint
create or replace view relatorio.itens_nota with (security_barrier) as
select
  v.id as nota_id, v.number as nota, v.issued_on as emitida_em, l.line as linha, l.product_id as produto_id,
  g.code as produto_codigo, l.description as produto, g.brand as marca, l.purchased as comprada,
  (l.returned / l.factor)::numeric(15,4) as devolvida, l.unit_price as preco, round(l.purchased * l.unit_price, 2) as valor,
  v.customer_id as cliente_id, v.branch_id as filial_id, c.representative_id as representante_id,
  l.unit as unidade,
  (select concat_ws(' · ', case when not coalesce(s.trusted @> d.signed_at, false) then 'Cadeia não conferida' end,
      case when d.trial then 'Homologação, sem valor fiscal' end)
    from public.nfe_documents d left join public.nfe_signers s on s.id = d.signer_id
    where d.key = v.key and d.event_type = '') as aviso_nota,
  case v.status when 'CANCELADA' then 'Cancelada' else 'Autorizada' end as situacao,
  case v.kind when 'BONIFICACAO' then 'Bonificação' else 'Venda' end as natureza
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
join public.invoice_items l on l.invoice_id = v.id
left join public.products g on g.id = l.product_id;
