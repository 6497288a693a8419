-- What happened in a few days is found by the day, and its ticket by its key. A view with a security barrier is read whole wherever it is
-- joined, because nothing outside may tell it which row is wanted: seven days of steps read a million tickets. So these two views read the
-- tickets themselves, and say whose they are with the words of relatorio_interno.tickets. The rows are the same (shippedReports.test.ts).
create or replace view relatorio.eventos with (security_barrier) as
select
  v.id as evento_id, v.ticket_id, v.type as evento, v.note as texto,
  case when (select e.interno from relatorio.escopo() e) then n.name end as pessoa,
  v.created_at as criado_em, t.branch_id as filial_id, f.trade_name as filial, k.key as tipo_chave,
  k.description as tipo, t.customer_id as cliente_id, t.representative_id as representante_id
from public.tickets t
join public.ticket_events v on v.ticket_id = t.id
left join public.branches f on f.id = t.branch_id
left join public.ticket_types k on k.id = t.type_id
left join public.people n on n.id = v.person_id
where (not v.internal or (select e.interno from relatorio.escopo() e))
and (
  (select e.tudo from relatorio.escopo() e)
  or t.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  or t.representative_id = (select e.representante from relatorio.escopo() e)
  or t.customer_id = (select e.cliente from relatorio.escopo() e)
)
and case when (select e.painel from relatorio.escopo() e) is null then true
  else t.customer_id = (select e.painel from relatorio.escopo() e) end;
--> statement-breakpoint
create or replace view relatorio.etapas with (security_barrier) as
select
  t.id as ticket_id, k.key as tipo_chave, k.description as tipo, m.step_key as etapa,
  coalesce(s.name, m.step_key) as etapa_nome, v.created_at as entrou_em, b.left_at as saiu_em,
  b.left_at is null and t.status not in ('FINALIZADO', 'CANCELADO') as atual,
  round((extract(epoch from coalesce(b.left_at, now()) - v.created_at) / 3600)::numeric, 2) as horas,
  t.branch_id as filial_id, f.trade_name as filial, t.region_id as regiao_id,
  t.representative_id as representante_id, t.customer_id as cliente_id
from public.tickets t
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
where m.step_key is not null
and (
  (select e.tudo from relatorio.escopo() e)
  or t.branch_id = any ((select e.filiais from relatorio.escopo() e)::integer[])
  or t.representative_id = (select e.representante from relatorio.escopo() e)
  or t.customer_id = (select e.cliente from relatorio.escopo() e)
)
and case when (select e.painel from relatorio.escopo() e) is null then true
  else t.customer_id = (select e.painel from relatorio.escopo() e) end;
