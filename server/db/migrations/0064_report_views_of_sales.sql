-- The other half of the product in reports: quotes and orders, their lines, agendas, conversations, messages, products, stock, goals,
-- contacts, campaigns, representatives and carriers. Whoever runs a report sees the rows and figures that the screens show to the same
-- person: the sums of an order are the stored ones that lists read, and a margin is shown where the order's page shows it.
-- Who runs the report, as the server has set and signed it for this very connection (see relatorio.escopo).
create function relatorio.pessoa() returns integer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  texto text := current_setting('balcao.escopo', true);
  assinado text := current_setting('balcao.assinatura', true);
  dados jsonb;
begin
  if coalesce(texto, '') = '' or assinado is distinct from (
    select encode(sha256(convert_to(valor || texto || valor, 'UTF8')), 'hex') from relatorio_interno.segredo
  ) then
    return null;
  end if;
  dados := texto::jsonb;
  if (dados ->> 'conexao')::integer is distinct from pg_backend_pid() then
    return null;
  end if;
  return (dados ->> 'pessoa')::integer;
end
$$;
--> statement-breakpoint
revoke all on function relatorio.pessoa() from public;
--> statement-breakpoint
-- The branches whose orders show no margin: parameter exibeMargemLucro, read as serviceParameters does.
create view relatorio_interno.sem_margem as
select coalesce(array_agg(f.id), '{}') as filiais
from public.branches f
where (
  select p.value from public.parameters p
  where p.key = 'exibeMargemLucro' and p.branch_id in (0, f.id) and p.value <> 'null'
  order by array_position(array['SAC', 'GERAL', 'CALLCENTER'], p.area), p.branch_id desc limit 1
) = 'false';
--> statement-breakpoint
-- What the company calls the statuses of orders: parameter statusPedido, where a status has a text or an object with one.
create view relatorio_interno.situacoes_proprias as
select p.value as nomes from public.parameters p
where p.key = 'statusPedido' and p.branch_id = 0 and jsonb_typeof(p.value) = 'object'
order by array_position(array['SAC', 'GERAL', 'CALLCENTER'], p.area) limit 1;
--> statement-breakpoint
-- Quotes and orders in the scope of the person (orderScope); end consumers have none.
create view relatorio_interno.pedidos with (security_barrier) as
select o.id, o.stage, o.status, o.customer_id, o.branch_id, o.representative_id, o.seller_id, o.group_id, o.channel,
  o.traffic_source_id, o.payment_method_id, o.payment_plan_id, o.price_table_id, o.freight_type_id, o.carrier_id,
  o.pickup, o.freight, o.purchase_order, o.valid_until, o.scheduled_on, o.item_count, o.subtotal, o.total, o.bonus,
  o.tax_total, o.cost, o.profit_percent, o.coupon_code, o.coupon_discount, o.loss_reason_id, o.lost_at, o.lost_by_id,
  o.billing_released_at, o.invoiced_on, o.ordered_at, o.created_at, o.updated_at
from public.orders o
where (
  (select e.tudo from relatorio.escopo() e)
  or o.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  or o.representative_id = (select e.representante from relatorio.escopo() e)
)
and case when (select e.painel from relatorio.escopo() e) is null then true
  else o.customer_id = (select e.painel from relatorio.escopo() e) end;
--> statement-breakpoint
-- A quote and the order that it becomes are one row under one number: in views of their own, no quote would ever have become an order.
create view relatorio.pedidos with (security_barrier) as
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
  case when o.status = 'PERDIDO' then coalesce(o.lost_at, o.updated_at) end as perdido_em,
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
  (d.entregue_em at time zone f.time_zone)::date - (o.ordered_at at time zone f.time_zone)::date as dias_ate_entregar
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
    where v.order_id = o.id and v.tracking is not null and relatorio.sem_acento(t.description) like '%entregue%'
      and relatorio.sem_acento(t.description) not like '%nao %entregue%'
  ) as entregue_em
) d;
--> statement-breakpoint
-- The lines that count; those that were taken out of a quote are in none of its figures. Pages show the margin of a line only to those
-- who decide about prices.
create view relatorio.itens_pedido with (security_barrier) as
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
  select (select x.tudo from relatorio.escopo() x)
    and not (o.branch_id = any ((select x.filiais from relatorio_interno.sem_margem x)::integer[])) as custos
) i;
--> statement-breakpoint
-- Leaders see everybody's, all others their own; in the panel of a customer, everybody's of the own scope (ownAgendas).
create view relatorio.agendas with (security_barrier) as
select
  t.id as agenda_id, t.kind as tipo_chave, case t.kind when 'C' then 'Cobrança' else 'Contato' end as tipo,
  t.subject as assunto, t.description as descricao,
  case when t.finished_at is not null then 'CUMPRIDA' when t.scheduled_at < now() then 'ATRASADA' else 'PENDENTE' end
    as situacao,
  case when t.finished_at is not null then 'Cumprida' when t.scheduled_at < now() then 'Atrasada' else 'Pendente' end
    as situacao_nome,
  t.finished_at is null as aberta, t.finished_at is null and t.scheduled_at < now() as atrasada,
  t.finished_at is not null as cumprida,
  coalesce((t.finished_at at time zone f.time_zone)::date <= (t.scheduled_at at time zone f.time_zone)::date, false)
    as cumprida_no_dia,
  t.scheduled_at as agendada_para, t.finished_at as cumprida_em, q.name as motivo, t.finish_note as observacao,
  t.customer_id as cliente_id, c.trade_name as cliente, t.branch_id as filial_id, f.trade_name as filial,
  c.region_id as regiao_id, t.representative_id as representante_id, p.name as representante,
  t.person_id as pessoa_id, n.name as pessoa, t.order_id as pedido_id,
  case t.origin when 'ERP' then 'ERP' when 'AUTOMACAO' then 'Automação' else 'Call-center' end as origem,
  t.created_at as criada_em, t.updated_at as atualizada_em
from public.agendas t
left join public.customers c on c.id = t.customer_id
left join public.branches f on f.id = t.branch_id
left join public.representatives p on p.id = t.representative_id
left join public.people n on n.id = t.person_id
left join public.agenda_reasons q on q.id = t.finish_reason_id
where (
  (select e.tudo from relatorio.escopo() e)
  or t.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  or t.representative_id = (select e.representante from relatorio.escopo() e)
)
and case when (select e.painel from relatorio.escopo() e) is not null
    then t.customer_id = (select e.painel from relatorio.escopo() e)
  when (select e.tudo from relatorio.escopo() e) then true
  else t.person_id = (select relatorio.pessoa()) end;
--> statement-breakpoint
-- Conversations with the customers that the person sees; end consumers are not shown what was written about them.
create view relatorio.atendimentos with (security_barrier) as
select
  v.id as atendimento_id, v.customer_id as cliente_id, c.trade_name as cliente, c.region_id as regiao_id,
  c.representative_id as representante_id, v.person_id as pessoa_id, n.name as pessoa, m.name as motivo,
  v.description as descricao, v.order_id as pedido_id, v.agenda_id, v.quote_situation as situacao_orcamento,
  q.name as motivo_perda, v.return_at as retorno_em, v.registered_at is null as pendente, v.started_at as iniciado_em,
  v.registered_at as registrado_em,
  round((extract(epoch from v.registered_at - v.started_at) / 60)::numeric, 2) as minutos
from relatorio_interno.clientes c
join public.service_records v on v.customer_id = c.id
left join public.people n on n.id = v.person_id
left join public.service_reasons m on m.id = v.reason_id
left join public.loss_reasons q on q.id = v.loss_reason_id
where (select e.cliente from relatorio.escopo() e) is null;
--> statement-breakpoint
-- The conversation of a ticket; people outside of the company see what is public of it.
create view relatorio.mensagens with (security_barrier) as
select
  m.id as mensagem_id, m.ticket_id, m.type as tipo_mensagem,
  case m.type when 'PRIVADO' then 'Privada' when 'ENCAMINHAMENTO' then 'Encaminhado' else 'Pública' end
    as tipo_mensagem_nome,
  btrim(regexp_replace(replace(replace(replace(replace(replace(
    regexp_replace(left(m.html, 100000), '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\s+', ' ', 'g')) as texto,
  m.author_id as autor_id,
  case when y.id is null then n.name else coalesce(nullif(y.from_name, ''), y.from_address) end as autor,
  y.id is not null as por_email, d.name as setor, x.name as atendente, m.created_at as criada_em,
  k.key as tipo_chave, k.description as tipo, t.status as situacao, t.customer_id as cliente_id, c.trade_name as cliente,
  t.branch_id as filial_id, f.trade_name as filial, t.representative_id as representante_id
from relatorio_interno.tickets t
join public.ticket_messages m on m.ticket_id = t.id
left join public.received_emails y on y.ticket_message_id = m.id
left join public.people n on n.id = m.author_id
left join public.people x on x.id = m.attendant_id
left join public.sectors d on d.id = m.sector_id
left join public.ticket_types k on k.id = t.type_id
left join public.customers c on c.id = t.customer_id
left join public.branches f on f.id = t.branch_id
where m.type = 'PUBLICO' or (select e.interno from relatorio.escopo() e);
--> statement-breakpoint
-- The catalogue belongs to all who sell, costs to those who lead them.
create view relatorio.produtos with (security_barrier) as
select
  g.id as produto_id, g.code as produto_codigo, g.description as produto, g.brand as marca, g.sales_class as classe_venda,
  g.unit as unidade, g.barcode as codigo_barras, g.ncm, g.price as preco, g.price_since as preco_desde,
  case when (select e.tudo from relatorio.escopo() e) then g.cost end as custo, g.gross_weight as peso_bruto,
  not g.inactive as ativo, not g.unavailable as aceita_devolucao, g.updated_at as atualizado_em
from public.products g
where (select e.tudo or e.filiais is not null or e.representante is not null from relatorio.escopo() e);
--> statement-breakpoint
-- What can still be promised, in units, at the branches that the person sees.
create view relatorio.estoque with (security_barrier) as
select
  k.id as estoque_id, k.product_id as produto_id, g.code as produto_codigo, g.description as produto,
  g.brand as marca, g.unit as unidade, not g.inactive as produto_ativo, f.id as filial_id, f.trade_name as filial,
  q.disponivel, k.reserved as reservado, k.low as minimo,
  case when q.disponivel <= 0 then 'Sem estoque' when q.disponivel <= k.low then 'Estoque baixo' else 'Em estoque' end
    as situacao,
  nullif(k.max_per_order, -1) as maximo_por_pedido, k.arrives_on as chega_em, k.counted_at as contado_em
from relatorio_interno.filiais f
join public.product_stock k on k.branch_id = f.id
left join public.products g on g.id = k.product_id
cross join lateral (select greatest(k.quantity - k.reserved, 0) as disponivel) q
where (select e.tudo or e.filiais is not null or e.representante is not null from relatorio.escopo() e);
--> statement-breakpoint
-- Leaders see everybody's goals, all others their own.
create view relatorio.metas with (security_barrier) as
select
  m.id as meta_id, m.person_id as pessoa_id, n.name as pessoa, m.month as mes, m.value as meta,
  m.value_done as realizado, case when m.value > 0 then round(m.value_done * 100 / m.value, 1) else 0 end as percentual,
  m.margin as meta_lucro, m.margin_done as lucro_realizado,
  case when m.margin > 0 then round(m.margin_done * 100 / m.margin, 1) else 0 end as percentual_lucro,
  m.counted_at as apurada_em
from public.goals m
left join public.people n on n.id = m.person_id
where (select e.painel from relatorio.escopo() e) is null
  and ((select e.tudo from relatorio.escopo() e) or m.person_id = (select relatorio.pessoa()));
--> statement-breakpoint
create view relatorio.contatos with (security_barrier) as
select
  v.id as contato_id, v.customer_id as cliente_id, c.trade_name as cliente, v.name as contato, k.name as tipo,
  v.document as documento, v.birth_date as nascimento, v.role as cargo, v.phone as telefone, v.mobile as celular,
  v.email, v.may_bill as autoriza_faturamento, c.region_id as regiao_id, c.representative_id as representante_id,
  v.created_at as criado_em, v.updated_at as atualizado_em
from relatorio_interno.clientes c
join public.customer_contacts v on v.customer_id = c.id
left join public.contact_types k on k.id = v.type_id
where (select e.cliente from relatorio.escopo() e) is null;
--> statement-breakpoint
-- Leaders see all of them, those who sell the ones in force.
create view relatorio.campanhas with (security_barrier) as
select
  k.id as campanha_id, k.name as campanha, k.description as descricao,
  case k.kind when 'PONTOS' then 'Pontos' else 'Desconto' end as tipo, k.value as valor, k.starts_on as inicio,
  k.ends_on as fim, k.min_quantity as quantidade_minima,
  case when not k.active then 'Inativa' when k.starts_on > h.hoje then 'Futura' when k.ends_on < h.hoje then 'Encerrada'
    else 'Ativa' end as situacao,
  (select count(*) from public.campaign_products x where x.campaign_id = k.id)::integer as produtos,
  k.counted_at as apurada_em
from public.campaigns k
cross join lateral (select (now() at time zone 'America/Sao_Paulo')::date as hoje) h
where (select e.tudo from relatorio.escopo() e)
  or (
    (select e.filiais is not null or e.representante is not null from relatorio.escopo() e)
    and k.active and k.starts_on <= h.hoje and k.ends_on >= h.hoje
  );
--> statement-breakpoint
-- Representatives see themselves among them.
create view relatorio.representantes with (security_barrier) as
select p.id as representante_id, p.name as representante, p.region_id as regiao_id, r.name as regiao, p.active as ativo
from public.representatives p
left join public.regions r on r.id = p.region_id
where (select e.interno from relatorio.escopo() e) or p.id = (select e.representante from relatorio.escopo() e);
--> statement-breakpoint
create view relatorio.transportadoras with (security_barrier) as
select a.id as transportadora_id, a.trade_name as transportadora, a.legal_name as razao_social, a.cnpj, a.active as ativo
from public.carriers a
where (select e.tudo or e.filiais is not null or e.representante is not null from relatorio.escopo() e);
