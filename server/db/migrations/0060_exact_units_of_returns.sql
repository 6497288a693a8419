-- A line is multiplied by its own unit before it is divided by the invoice's: 12 UN of a box of 12 are 1 box, not 0.9999999999999996.
create or replace view relatorio.tickets with (security_barrier) as
select
  t.id as ticket_id, k.key as tipo_chave, k.description as tipo, t.status as situacao,
  case t.status
    when 'ABERTO' then 'Aberto' when 'EM_ATENDIMENTO' then 'Em atendimento'
    when 'AGUARDANDO_CLIENTE' then 'Aguardando cliente' when 'AGUARDANDO_TERCEIRO' then 'Aguardando terceiro'
    when 'FINALIZADO' then 'Finalizado' when 'CANCELADO' then 'Cancelado' else t.status end as situacao_nome,
  t.status not in ('FINALIZADO', 'CANCELADO') as aberto, t.archived as arquivado, t.result as resultado,
  t.subject as assunto, t.reason_id as motivo_id, t.reasons -> 0 ->> 'descricao' as motivo,
  t.final_reason ->> 'descricao' as motivo_final, t.step_key as etapa, s.name as etapa_nome,
  t.step_entered_at as entrou_na_etapa, t.customer_id as cliente_id, c.trade_name as cliente,
  t.branch_id as filial_id, f.trade_name as filial, f.state as filial_uf,
  t.region_id as regiao_id, r.name as regiao, t.representative_id as representante_id, p.name as representante,
  t.carrier_id as transportadora_id, a.trade_name as transportadora, t.origin as origem,
  case when i.interno then t.sector_id end as setor_id, case when i.interno then d.name end as setor,
  case when i.interno then t.operator_id end as operador_id, case when i.interno then o.name end as operador,
  case when i.interno then n.name end as criador,
  t.created_at as criado_em, t.updated_at as atualizado_em, t.due_at as prazo, t.finished_at as finalizado_em,
  coalesce(t.due_at < now(), false) and t.status not in ('FINALIZADO', 'CANCELADO') as atrasado,
  round((extract(epoch from case t.status
    when 'FINALIZADO' then coalesce(t.finished_at, t.updated_at) when 'CANCELADO' then t.updated_at else now() end
    - t.created_at) / 86400)::numeric, 2) as dias,
  case when i.interno then
    coalesce((select sum(x.amount) from public.ticket_costs x where x.ticket_id = t.id), 0) end as custo,
  round(coalesce((select sum(relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked)
      * x.factor / coalesce(q.factor, 1))
    from public.ticket_items x left join public.invoice_items q on q.id = x.invoice_item_id
    where x.ticket_id = t.id), 0), 4) as quantidade,
  coalesce((select sum(relatorio.valor_da_linha(relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked)
      * x.factor / coalesce(q.factor, 1),
    x.unit_price, q.purchased, q.unit_price_no_tax, q.taxes))
    from public.ticket_items x left join public.invoice_items q on q.id = x.invoice_item_id
    where x.ticket_id = t.id), 0) as valor,
  (select count(*) from public.ticket_events x where x.ticket_id = t.id and x.type = 'RETROCESSO')::integer
    as retrocessos,
  (select count(*) from public.ticket_events x where x.ticket_id = t.id and x.type = 'REABERTURA')::integer
    as reaberturas,
  case when i.interno then t.extra_fields end as campos
from relatorio_interno.tickets t
join public.ticket_types k on k.id = t.type_id
join public.customers c on c.id = t.customer_id
join public.branches f on f.id = t.branch_id
left join public.regions r on r.id = t.region_id
left join public.representatives p on p.id = t.representative_id
left join public.carriers a on a.id = t.carrier_id
left join public.sectors d on d.id = t.sector_id
left join public.people o on o.id = t.operator_id
left join public.people n on n.id = t.creator_id
left join relatorio_interno.etapas s
  on s.key = t.flow_key and s.version = t.flow_version and s.step_key = t.step_key
cross join lateral (select (select e.interno from relatorio.escopo() e) as interno) i;
--> statement-breakpoint
create or replace view relatorio.itens with (security_barrier) as
select
  l.ticket_id, l.line as linha, l.product_id as produto_id, g.code as produto_codigo, l.description as produto,
  g.brand as marca, l.reason_id as motivo_id, nullif(l.reason_text, '') as motivo,
  case l.status when 'AN' then 'Em análise' when 'A' then 'Aprovado' else 'Negado' end as analise,
  round(h.quantity, 4) as quantidade, (l.requested * l.factor / u.noted)::numeric(15,4) as solicitada, (l.authorized * l.factor / u.noted)::numeric(15,4) as autorizada, (l.checked * l.factor / u.noted)::numeric(15,4) as conferida, (l.out_of_term * l.factor / u.noted)::numeric(15,4) as fora_prazo,
  (l.other_brand * l.factor / u.noted)::numeric(15,4) as outra_marca, (l.missing * l.factor / u.noted)::numeric(15,4) as falta, (l.damaged * l.factor / u.noted)::numeric(15,4) as avaria, (l.broken * l.factor / u.noted)::numeric(15,4) as quebra,
  l.unit_price as preco, h.worth as valor,
  relatorio.valor_da_linha(l.requested * l.factor / u.noted, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)
    as valor_solicitado,
  relatorio.valor_da_linha(l.authorized * l.factor / u.noted, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)
    as valor_autorizado,
  case when (select e.interno from relatorio.escopo() e) then round(x.cost *
    case when w.worth > 0 then l.requested * l.factor * l.unit_price / u.noted / w.worth else 1.0 / w.lines end, 4) end as custo,
  v.id as nota_id, v.number as nota, v.issued_on as nota_emitida_em,
  k.key as tipo_chave, k.description as tipo, t.status as situacao,
  t.status not in ('FINALIZADO', 'CANCELADO') as aberto,
  t.customer_id as cliente_id, c.trade_name as cliente, t.branch_id as filial_id, f.trade_name as filial,
  f.state as filial_uf, t.region_id as regiao_id, r.name as regiao, t.representative_id as representante_id,
  p.name as representante, coalesce(t.carrier_id, v.carrier_id) as transportadora_id,
  a.trade_name as transportadora, t.created_at as criado_em, t.finished_at as finalizado_em,
  coalesce(q.unit, g.unit) as unidade,
  (select concat_ws(' · ', case when not coalesce(s.trusted @> d.signed_at, false) then 'Cadeia não conferida' end,
      case when d.trial then 'Homologação, sem valor fiscal' end)
    from public.nfe_documents d left join public.nfe_signers s on s.id = d.signer_id
    where d.key = v.key and d.event_type = '') as aviso_nota
from relatorio_interno.tickets t
join public.ticket_items l on l.ticket_id = t.id
join public.products g on g.id = l.product_id
join public.ticket_types k on k.id = t.type_id
join public.customers c on c.id = t.customer_id
join public.branches f on f.id = t.branch_id
left join public.invoice_items q on q.id = l.invoice_item_id
left join public.invoices v on v.id = q.invoice_id
left join public.regions r on r.id = t.region_id
left join public.representatives p on p.id = t.representative_id
left join public.carriers a on a.id = coalesce(t.carrier_id, v.carrier_id)
cross join lateral (select coalesce(q.factor, 1) as noted) u
cross join lateral (
  select coalesce(sum(y.amount), 0) as cost from public.ticket_costs y where y.ticket_id = t.id
) x
cross join lateral (
  select sum(y.requested * y.factor * y.unit_price / coalesce(z.factor, 1)) as worth, count(*) as lines
  from public.ticket_items y left join public.invoice_items z on z.id = y.invoice_item_id where y.ticket_id = t.id
) w
cross join lateral (select relatorio.quantidade_vigente(l.status, l.requested, l.authorized, l.checked) * l.factor / u.noted as quantity) n
cross join lateral (
  select n.quantity,
    relatorio.valor_da_linha(n.quantity, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes) as worth
) h;
