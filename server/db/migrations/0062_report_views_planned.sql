-- Views that the planner understands. A condition of the form `(panel is null or …)` is guessed to hold for one row in two hundred,
-- and a security barrier hides the statistics of what lies behind it, so that every inner join to a list divided the guess again, and a
-- report over a month was planned as a loop over everything. A case is guessed at one half; a left join to a list that every row has an
-- entry of keeps the guess, and leaves the plan when nothing reads it. The rows are the same (shippedReports.test.ts).
create or replace view relatorio_interno.tickets with (security_barrier) as
select t.id, t.type_id, t.status, t.archived, t.result, t.subject, t.reason_id, t.reasons, t.final_reason,
  t.flow_key, t.flow_version, t.step_key, t.step_entered_at, t.customer_id, t.branch_id, t.region_id,
  t.representative_id, t.carrier_id, t.origin, t.sector_id, t.operator_id, t.creator_id, t.created_at,
  t.updated_at, t.due_at, t.finished_at, t.extension, t.extra_fields
from public.tickets t
where (
  (select e.tudo from relatorio.escopo() e)
  or t.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  or t.representative_id = (select e.representante from relatorio.escopo() e)
  or t.customer_id = (select e.cliente from relatorio.escopo() e)
)
and case when (select e.painel from relatorio.escopo() e) is null then true
  else t.customer_id = (select e.painel from relatorio.escopo() e) end;
--> statement-breakpoint
create or replace view relatorio_interno.clientes with (security_barrier) as
select c.id, c.document, c.legal_name, c.trade_name, c.address, c.region_id, c.representative_id, c.prospect,
  c.blocked, c.last_purchase_on, c.open_titles, c.simulation, c.extra_fields, c.created_at
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
left join public.ticket_types k on k.id = t.type_id
left join public.customers c on c.id = t.customer_id
left join public.branches f on f.id = t.branch_id
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
  round(h.quantity, 4) as quantidade,
  (l.requested * l.factor / u.noted)::numeric(15,4) as solicitada,
  (l.authorized * l.factor / u.noted)::numeric(15,4) as autorizada,
  (l.checked * l.factor / u.noted)::numeric(15,4) as conferida,
  (l.out_of_term * l.factor / u.noted)::numeric(15,4) as fora_prazo,
  (l.other_brand * l.factor / u.noted)::numeric(15,4) as outra_marca,
  (l.missing * l.factor / u.noted)::numeric(15,4) as falta,
  (l.damaged * l.factor / u.noted)::numeric(15,4) as avaria,
  (l.broken * l.factor / u.noted)::numeric(15,4) as quebra,
  l.unit_price as preco, h.worth as valor,
  relatorio.valor_da_linha(l.requested * l.factor / u.noted, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)
    as valor_solicitado,
  relatorio.valor_da_linha(l.authorized * l.factor / u.noted, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)
    as valor_autorizado,
  case when (select e.interno from relatorio.escopo() e) then (
    select round(x.cost *
      case when w.worth > 0 then l.requested * l.factor * l.unit_price / u.noted / w.worth else 1.0 / w.lines end, 4)
    from (select coalesce(sum(y.amount), 0) as cost from public.ticket_costs y where y.ticket_id = t.id) x
    cross join (
      select sum(y.requested * y.factor * y.unit_price / coalesce(z.factor, 1)) as worth, count(*) as lines
      from public.ticket_items y left join public.invoice_items z on z.id = y.invoice_item_id where y.ticket_id = t.id
    ) w
  ) end as custo,
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
left join public.products g on g.id = l.product_id
left join public.ticket_types k on k.id = t.type_id
left join public.customers c on c.id = t.customer_id
left join public.branches f on f.id = t.branch_id
left join public.invoice_items q on q.id = l.invoice_item_id
left join public.invoices v on v.id = q.invoice_id
left join public.regions r on r.id = t.region_id
left join public.representatives p on p.id = t.representative_id
left join public.carriers a on a.id = coalesce(t.carrier_id, v.carrier_id)
cross join lateral (select coalesce(q.factor, 1) as noted) u
cross join lateral (select relatorio.quantidade_vigente(l.status, l.requested, l.authorized, l.checked) * l.factor / u.noted as quantity) n
cross join lateral (
  select n.quantity,
    relatorio.valor_da_linha(n.quantity, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes) as worth
) h;
--> statement-breakpoint
create or replace view relatorio.eventos with (security_barrier) as
select
  v.id as evento_id, v.ticket_id, v.type as evento, v.note as texto,
  case when (select e.interno from relatorio.escopo() e) then n.name end as pessoa,
  v.created_at as criado_em, t.branch_id as filial_id, f.trade_name as filial, k.key as tipo_chave,
  k.description as tipo, t.customer_id as cliente_id, t.representative_id as representante_id
from relatorio_interno.tickets t
join public.ticket_events v on v.ticket_id = t.id
left join public.branches f on f.id = t.branch_id
left join public.ticket_types k on k.id = t.type_id
left join public.people n on n.id = v.person_id
where not v.internal or (select e.interno from relatorio.escopo() e);
--> statement-breakpoint
create or replace view relatorio.etapas with (security_barrier) as
select
  t.id as ticket_id, k.key as tipo_chave, k.description as tipo, m.step_key as etapa,
  coalesce(s.name, m.step_key) as etapa_nome, v.created_at as entrou_em, b.left_at as saiu_em,
  b.left_at is null and t.status not in ('FINALIZADO', 'CANCELADO') as atual,
  round((extract(epoch from coalesce(b.left_at, now()) - v.created_at) / 3600)::numeric, 2) as horas,
  t.branch_id as filial_id, f.trade_name as filial, t.region_id as regiao_id,
  t.representative_id as representante_id, t.customer_id as cliente_id
from relatorio_interno.tickets t
join public.ticket_events v on v.ticket_id = t.id and (v.type in ('CRIACAO', 'AVANCO', 'RETROCESSO', 'REABERTURA')
  or (v.type = 'RECLASSIFICACAO' and v.data ? 'para'))
cross join lateral (select coalesce(v.data ->> 'para', v.data ->> 'etapa') as step_key) m
left join public.ticket_types k on k.id = t.type_id
left join public.branches f on f.id = t.branch_id
left join relatorio_interno.etapas s
  on s.key = t.flow_key and s.version = t.flow_version and s.step_key = m.step_key
left join lateral (
  select n.created_at as left_at from public.ticket_events n
  where n.ticket_id = v.ticket_id and (n.created_at, n.id) > (v.created_at, v.id)
    and (n.type in ('AVANCO', 'RETROCESSO', 'REABERTURA', 'FINALIZACAO', 'CANCELAMENTO')
      or (n.type = 'RECLASSIFICACAO' and n.data ? 'para'))
  order by n.created_at, n.id limit 1
) b on true
where m.step_key is not null;
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
    where d.key = v.key and d.event_type = '') as aviso_nota
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
join public.invoice_items l on l.invoice_id = v.id
left join public.products g on g.id = l.product_id;
--> statement-breakpoint
create or replace view relatorio.coletas with (security_barrier) as
select
  o.id as coleta_id, t.id as ticket_id, o.type as responsavel_tipo,
  coalesce(a.trade_name, p.name) as responsavel, o.carrier_id as transportadora_id,
  o.representative_id as representante_id, o.status as situacao,
  case o.status when 'GERADA' then 'Gerada' when 'CONFIRMADA' then 'Confirmada' else 'Cancelada' end
    as situacao_nome,
  o.scheduled_for as agendada_para, o.created_at as criada_em, o.confirmed_at as confirmada_em,
  round((extract(epoch from o.confirmed_at - o.created_at) / 86400)::numeric, 2) as dias_ate_confirmar,
  t.branch_id as filial_id, f.trade_name as filial, t.customer_id as cliente_id, c.trade_name as cliente,
  coalesce((select sum(relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked))
    from public.ticket_items x where x.ticket_id = t.id), 0) as quantidade
from relatorio_interno.tickets t
join public.pickup_tickets j on j.ticket_id = t.id
left join public.pickups o on o.id = j.pickup_id
left join public.branches f on f.id = t.branch_id
left join public.customers c on c.id = t.customer_id
left join public.carriers a on a.id = o.carrier_id
left join public.representatives p on p.id = o.representative_id;
--> statement-breakpoint
create or replace view relatorio.prorrogacoes with (security_barrier) as
select
  x.id as decisao_id, t.id as ticket_id, x.decision as decisao,
  case x.decision when 'CONCEDIDA' then 'Concedida' else 'Negada' end as decisao_nome,
  x.old_due_on as vencia_em, x.new_due_on as vence_em, x.new_due_on - x.old_due_on as dias,
  d.number as titulo, d.amount as valor, v.number as nota,
  case when (select e.interno from relatorio.escopo() e) then n.name end as decidida_por,
  x.created_at as decidida_em, t.extension ->> 'responsavel' as responsavel,
  (t.extension ->> 'diasAtraso')::integer as dias_atraso, t.customer_id as cliente_id, c.trade_name as cliente,
  t.branch_id as filial_id, f.trade_name as filial, t.representative_id as representante_id
from relatorio_interno.tickets t
join public.extension_decisions x on x.ticket_id = t.id
left join public.invoice_titles d on d.id = x.title_id
left join public.invoices v on v.id = d.invoice_id
left join public.customers c on c.id = t.customer_id
left join public.branches f on f.id = t.branch_id
left join public.people n on n.id = x.decided_by;
--> statement-breakpoint
create or replace view relatorio_interno.registros with (security_barrier) as
select r.id, r.type, r.key, r.name, r.archived, r.customer_id, r.branch_id, r.created_at, r.updated_at, r.data
from public.records r
join relatorio_interno.tipos_proprios t on t.tipo = r.type
-- In the panel of a customer, only what belongs to that customer.
where case when (select e.painel is null from relatorio.escopo() e) then true
  else r.customer_id = (select e.painel from relatorio.escopo() e) end
and (
  (select e.tudo from relatorio.escopo() e)
  or case
    when t.escopo is null then
      -- Published before scopes were declared.
      (r.customer_id is null or r.customer_id in (select k.id from relatorio_interno.clientes k))
      and (r.branch_id is null or r.branch_id in (select b.id from relatorio_interno.filiais b))
      and (
        t.ticket is null or r.data ->> t.ticket is null
        or (r.data ->> t.ticket)::integer in (select i.id from relatorio_interno.tickets i)
      )
    when (select e.filiais is not null from relatorio.escopo() e) then
      t.escopo ? 'empresa'
      or (
        case when t.escopo ? 'filial'
          then (t.de_filial or t.ticket is not null)
            and (r.branch_id is null or r.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[]))
          else (t.de_cliente or t.ticket is not null)
            and (r.customer_id is null or r.customer_id in (select k.id from relatorio_interno.clientes k))
        end
        and (
          t.ticket is null or r.data ->> t.ticket is null
          or (r.data ->> t.ticket)::integer in (select i.id from relatorio_interno.tickets i)
        )
      )
    -- People from outside see only what says that it is theirs.
    when (select e.representante is not null from relatorio.escopo() e) and t.escopo ? 'carteira'
      or (select e.cliente is not null from relatorio.escopo() e) and t.escopo ? 'cliente' then
      case when t.de_cliente
        then r.customer_id in (select k.id from relatorio_interno.clientes k)
        else t.ticket is not null and r.data ->> t.ticket is not null
      end
      and (
        t.ticket is null or r.data ->> t.ticket is null
        or (r.data ->> t.ticket)::integer in (select i.id from relatorio_interno.tickets i)
      )
    else false
  end
);
