-- What reports read: views of schema relatorio, in the words of the company. Whoever runs a report sees the rows of
-- the own scope and no others; the scope stands here, never in the text of a report.
create schema relatorio;
--> statement-breakpoint
create schema relatorio_interno;
--> statement-breakpoint
-- Signs the scope of each run. A report that could set settings (none can) would still not know it.
create table relatorio_interno.segredo (unico boolean primary key default true check (unico), valor text not null);
--> statement-breakpoint
insert into relatorio_interno.segredo (valor) values (gen_random_uuid()::text || gen_random_uuid()::text);
--> statement-breakpoint
create type relatorio_interno.escopo as (
  tudo boolean, filiais integer[], representante integer, cliente integer, painel integer, interno boolean
);
--> statement-breakpoint
-- Who sees what in this transaction, as the server has set and signed it for this very connection. Nothing set, or
-- anything set by somebody else: nothing seen.
create function relatorio.escopo() returns relatorio_interno.escopo
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  texto text := current_setting('balcao.escopo', true);
  assinado text := current_setting('balcao.assinatura', true);
  dados jsonb;
  nada relatorio_interno.escopo := row(false, null, null, null, null, false);
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
    dados ->> 'escopo' in ('TODAS_FILIAIS', 'FILIAIS')
  )::relatorio_interno.escopo;
end
$$;
--> statement-breakpoint
create function relatorio.sem_acento(valor text) returns text
language sql immutable strict parallel safe return public.fold_text(valor);
--> statement-breakpoint
-- The three kinds of rows that scope is decided on (server/session/scope.ts); everything else joins one of them.
create view relatorio_interno.tickets with (security_barrier) as
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
and ((select e.painel from relatorio.escopo() e) is null
  or t.customer_id = (select e.painel from relatorio.escopo() e));
--> statement-breakpoint
create view relatorio_interno.clientes with (security_barrier) as
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
and ((select e.painel from relatorio.escopo() e) is null or c.id = (select e.painel from relatorio.escopo() e));
--> statement-breakpoint
create view relatorio_interno.filiais with (security_barrier) as
select f.id, f.legal_name, f.trade_name, f.city, f.state, f.time_zone
from public.branches f
where (select e.tudo from relatorio.escopo() e)
  or f.id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  or exists (
    select from public.customer_branches b join public.customers c on c.id = b.customer_id
    where b.branch_id = f.id
      and (c.representative_id = (select e.representante from relatorio.escopo() e)
        or c.id = (select e.cliente from relatorio.escopo() e))
  );
--> statement-breakpoint
create view relatorio_interno.etapas as
select distinct on (v.key, v.version, e.value ->> 'chave')
  v.key, v.version, e.value ->> 'chave' as step_key, e.value ->> 'descricao' as name
from public.definition_versions v cross join lateral jsonb_array_elements(v.content -> 'etapas') e
where v.kind = 'flows';
--> statement-breakpoint
-- Reports show of a ticket's line what its page shows: the quantity that holds and the amounts for it. Both functions say
-- in SQL what contract/rules/ticketFigures.ts says; a test holds them to each other.
create function relatorio.quantidade_vigente(
  situacao text, pedida numeric, autorizada numeric, conferida numeric
) returns numeric language sql immutable parallel safe as $$
  select case situacao when 'N' then 0 when 'AN' then pedida else coalesce(conferida, autorizada) end
$$;
--> statement-breakpoint
create function relatorio.valor_da_linha(
  quantidade numeric, preco numeric, comprada numeric, sem_imposto numeric, impostos jsonb
) returns numeric language sql immutable parallel safe as $$
  select round(quantidade * coalesce(sem_imposto, preco), 2) + case when comprada > 0 then
      round(coalesce((impostos -> 'ipi' ->> 'valor')::numeric, 0) * quantidade / comprada, 2)
    + round(coalesce((impostos -> 'st' ->> 'valor')::numeric, 0) * quantidade / comprada, 2)
    + round(coalesce((impostos -> 'stsn' ->> 'valor')::numeric, 0) * quantidade / comprada, 2)
    else 0 end
$$;
--> statement-breakpoint
create view relatorio.tickets with (security_barrier) as
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
  coalesce((select sum(relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked))
    from public.ticket_items x where x.ticket_id = t.id), 0) as quantidade,
  coalesce((select sum(relatorio.valor_da_linha(relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked),
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
-- A line of a ticket. The ticket's cost is shared out by what its lines were asked for, so that the lines add up to it.
create view relatorio.itens with (security_barrier) as
select
  l.ticket_id, l.line as linha, l.product_id as produto_id, g.code as produto_codigo, l.description as produto,
  g.brand as marca, l.reason_id as motivo_id, nullif(l.reason_text, '') as motivo,
  case l.status when 'AN' then 'Em análise' when 'A' then 'Aprovado' else 'Negado' end as analise,
  h.quantity as quantidade, l.requested as solicitada, l.authorized as autorizada, l.checked as conferida, l.out_of_term as fora_prazo,
  l.other_brand as outra_marca, l.missing as falta, l.damaged as avaria, l.broken as quebra,
  l.unit_price as preco, h.worth as valor,
  relatorio.valor_da_linha(l.requested, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)
    as valor_solicitado,
  relatorio.valor_da_linha(l.authorized, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)
    as valor_autorizado,
  case when (select e.interno from relatorio.escopo() e) then round(x.cost *
    case when w.worth > 0 then l.requested * l.unit_price / w.worth else 1.0 / w.lines end, 4) end as custo,
  v.id as nota_id, v.number as nota, v.issued_on as nota_emitida_em,
  k.key as tipo_chave, k.description as tipo, t.status as situacao,
  t.status not in ('FINALIZADO', 'CANCELADO') as aberto,
  t.customer_id as cliente_id, c.trade_name as cliente, t.branch_id as filial_id, f.trade_name as filial,
  f.state as filial_uf, t.region_id as regiao_id, r.name as regiao, t.representative_id as representante_id,
  p.name as representante, coalesce(t.carrier_id, v.carrier_id) as transportadora_id,
  a.trade_name as transportadora, t.created_at as criado_em, t.finished_at as finalizado_em
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
cross join lateral (
  select coalesce(sum(y.amount), 0) as cost from public.ticket_costs y where y.ticket_id = t.id
) x
cross join lateral (
  select sum(y.requested * y.unit_price) as worth, count(*) as lines
  from public.ticket_items y where y.ticket_id = t.id
) w
cross join lateral (select relatorio.quantidade_vigente(l.status, l.requested, l.authorized, l.checked) as quantity) n
cross join lateral (
  select n.quantity,
    relatorio.valor_da_linha(n.quantity, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes) as worth
) h;
--> statement-breakpoint
create view relatorio.custos with (security_barrier) as
select
  x.id as custo_id, x.ticket_id, x.kind as tipo_custo, x.description as descricao, x.amount as valor,
  x.carrier_id as transportadora_id, a.trade_name as transportadora, x.representative_id as representante_id,
  p.name as representante, x.created_at as criado_em, t.branch_id as filial_id, t.customer_id as cliente_id
from relatorio_interno.tickets t
join public.ticket_costs x on x.ticket_id = t.id
left join public.carriers a on a.id = x.carrier_id
left join public.representatives p on p.id = x.representative_id
where (select e.interno from relatorio.escopo() e);
--> statement-breakpoint
create view relatorio.eventos with (security_barrier) as
select
  v.id as evento_id, v.ticket_id, v.type as evento, v.note as texto,
  case when (select e.interno from relatorio.escopo() e) then n.name end as pessoa,
  v.created_at as criado_em, t.branch_id as filial_id, f.trade_name as filial, k.key as tipo_chave,
  k.description as tipo, t.customer_id as cliente_id, t.representative_id as representante_id
from relatorio_interno.tickets t
join public.ticket_events v on v.ticket_id = t.id
join public.branches f on f.id = t.branch_id
join public.ticket_types k on k.id = t.type_id
left join public.people n on n.id = v.person_id
where not v.internal or (select e.interno from relatorio.escopo() e);
--> statement-breakpoint
-- Each stay of a ticket in a step, from the entry that led there to the next one that leads away.
create view relatorio.etapas with (security_barrier) as
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
join public.ticket_types k on k.id = t.type_id
join public.branches f on f.id = t.branch_id
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
create view relatorio.clientes with (security_barrier) as
select
  c.id as cliente_id, c.document as documento, c.legal_name as razao_social, c.trade_name as cliente,
  c.address ->> 'cidade' as cidade, c.address ->> 'uf' as uf, c.region_id as regiao_id, r.name as regiao,
  c.representative_id as representante_id, p.name as representante, c.prospect as prospecto,
  c.blocked as bloqueado, c.last_purchase_on as ultima_compra,
  current_date - c.last_purchase_on as dias_sem_compra, c.open_titles as titulos_em_aberto,
  c.created_at as cadastrado_em,
  (select count(*) from public.invoices v where v.customer_id = c.id)::integer as notas,
  coalesce((select sum(v.total) from public.invoices v where v.customer_id = c.id), 0) as comprado,
  case when (select e.interno from relatorio.escopo() e) then c.extra_fields end as campos
from relatorio_interno.clientes c
left join public.regions r on r.id = c.region_id
left join public.representatives p on p.id = c.representative_id
where not c.simulation;
--> statement-breakpoint
create view relatorio.notas with (security_barrier) as
select
  v.id as nota_id, v.number as nota, v.series as serie, v.key as chave, v.issued_on as emitida_em,
  v.item_count as itens, v.total as valor, v.customer_id as cliente_id, c.trade_name as cliente,
  v.branch_id as filial_id, f.trade_name as filial, c.region_id as regiao_id,
  c.representative_id as representante_id, v.carrier_id as transportadora_id, a.trade_name as transportadora
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
left join public.carriers a on a.id = v.carrier_id;
--> statement-breakpoint
create view relatorio.itens_nota with (security_barrier) as
select
  v.id as nota_id, v.number as nota, v.issued_on as emitida_em, l.line as linha, l.product_id as produto_id,
  g.code as produto_codigo, l.description as produto, g.brand as marca, l.purchased as comprada,
  l.returned as devolvida, l.unit_price as preco, round(l.purchased * l.unit_price, 2) as valor,
  v.customer_id as cliente_id, v.branch_id as filial_id, c.representative_id as representante_id
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
join public.invoice_items l on l.invoice_id = v.id
join public.products g on g.id = l.product_id;
--> statement-breakpoint
create view relatorio.titulos with (security_barrier) as
select
  d.id as titulo_id, d.number as titulo, d.due_on as vence_em, d.amount as valor, d.paid_on as pago_em,
  d.paid_on is null as em_aberto, v.id as nota_id, v.number as nota, v.customer_id as cliente_id,
  c.trade_name as cliente, v.branch_id as filial_id, c.representative_id as representante_id
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
join public.invoice_titles d on d.invoice_id = v.id;
--> statement-breakpoint
create view relatorio.coletas with (security_barrier) as
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
join public.pickups o on o.id = j.pickup_id
join public.branches f on f.id = t.branch_id
join public.customers c on c.id = t.customer_id
left join public.carriers a on a.id = o.carrier_id
left join public.representatives p on p.id = o.representative_id;
--> statement-breakpoint
create view relatorio.prorrogacoes with (security_barrier) as
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
join public.invoice_titles d on d.id = x.title_id
join public.invoices v on v.id = d.invoice_id
join public.customers c on c.id = t.customer_id
join public.branches f on f.id = t.branch_id
left join public.people n on n.id = x.decided_by;
--> statement-breakpoint
create view relatorio.filiais with (security_barrier) as
select f.id as filial_id, f.trade_name as filial, f.legal_name as razao_social, f.city as cidade, f.state as uf,
  f.time_zone as fuso
from relatorio_interno.filiais f;
--> statement-breakpoint
-- Colleagues by name; nobody outside of the company reads them.
create view relatorio.pessoas with (security_barrier) as
select n.id as pessoa_id, n.name as pessoa, n.type as perfil, d.name as setor, n.active as ativa
from public.people n left join public.sectors d on d.id = n.sector_id
where n.type <> 'CONSUMIDOR_FINAL' and (select e.interno from relatorio.escopo() e);
--> statement-breakpoint
-- Which of the company's own record types the person may read, as the server has set and signed it for this very
-- connection (see relatorio.escopo): nothing set, or set by somebody else, is none.
create function relatorio.cadastros() returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  texto text := current_setting('balcao.escopo', true);
  assinado text := current_setting('balcao.assinatura', true);
  dados jsonb;
begin
  if coalesce(texto, '') = '' or assinado is distinct from (
    select encode(sha256(convert_to(valor || texto || valor, 'UTF8')), 'hex') from relatorio_interno.segredo
  ) then
    return '{}';
  end if;
  dados := texto::jsonb;
  if (dados ->> 'conexao')::integer is distinct from pg_backend_pid() then
    return '{}';
  end if;
  return array(select jsonb_array_elements_text(coalesce(dados -> 'cadastros', '[]')));
end
$$;
--> statement-breakpoint
revoke all on function relatorio.cadastros() from public;
--> statement-breakpoint
-- Read from what is published at each run: a type that is changed, taken back or archived needs no view of its own.
-- Lists, secret fields and archived ones stay out.
create view relatorio_interno.tipos_proprios as
select d.key as tipo, v.content -> 'titulo' ->> 'um' as titulo,
  array(
    select f.campo ->> 'chave' from jsonb_array_elements(v.content -> 'campos') as f (campo)
    where f.campo ->> 'tipo' = 'LISTA' or coalesce((f.campo ->> 'sigiloso')::boolean, false)
      or coalesce((f.campo ->> 'arquivado')::boolean, false)
  ) as ocultos,
  exists (
    select from jsonb_array_elements(v.content -> 'campos') as f (campo)
    where v.content -> 'codigo' ? (f.campo ->> 'chave') and coalesce((f.campo ->> 'sigiloso')::boolean, false)
  ) as codigo_oculto,
  exists (
    select from jsonb_array_elements(v.content -> 'campos') as f (campo)
    where v.content ->> 'nome' = f.campo ->> 'chave' and coalesce((f.campo ->> 'sigiloso')::boolean, false)
  ) as nome_oculto,
  (
    select f.campo ->> 'chave' from jsonb_array_elements(v.content -> 'campos') with ordinality as f (campo, ordem)
    where f.campo ->> 'tipo' = 'REFERENCIA' and f.campo ->> 'referencia' = 'tickets'
      and not coalesce((f.campo ->> 'arquivado')::boolean, false)
    order by f.ordem limit 1
  ) as ticket
from public.definitions d
join public.definition_versions v on v.kind = d.kind and v.key = d.key and v.version = d.published_version
where d.kind = 'records' and d.archived_at is null and d.key = any ((select relatorio.cadastros())::text[]);
--> statement-breakpoint
-- What belongs to a customer or a ticket is seen with it, what belongs to a branch by the branch
-- (server/records/custom/customScope.ts).
create view relatorio.registros_proprios with (security_barrier) as
select r.id as registro_id, r.type as cadastro, t.titulo as cadastro_nome,
  case when not t.codigo_oculto then replace(r.key, chr(31), ' · ') end as codigo,
  case when not t.nome_oculto then r.name end as nome, r.archived as arquivado,
  r.customer_id as cliente_id, c.trade_name as cliente, r.branch_id as filial_id, f.trade_name as filial,
  r.created_at as criado_em, r.updated_at as atualizado_em, r.data - t.ocultos as campos
from public.records r
join relatorio_interno.tipos_proprios t on t.tipo = r.type
left join public.customers c on c.id = r.customer_id
left join public.branches f on f.id = r.branch_id
where (
  (select e.tudo and e.painel is null from relatorio.escopo() e)
  or (
    (
      (r.customer_id is null and (select e.painel is null from relatorio.escopo() e))
      or r.customer_id in (select k.id from relatorio_interno.clientes k)
    )
    and (r.branch_id is null or r.branch_id in (select b.id from relatorio_interno.filiais b))
    and (
      t.ticket is null or r.data ->> t.ticket is null
      or (r.data ->> t.ticket)::integer in (select i.id from relatorio_interno.tickets i)
    )
  )
);
