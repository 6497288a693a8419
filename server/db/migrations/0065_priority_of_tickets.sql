ALTER TABLE "ticket_movements" ADD COLUMN "priority" text DEFAULT 'NORMAL' NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "priority" text DEFAULT 'NORMAL' NOT NULL;--> statement-breakpoint
CREATE INDEX "tickets_priority_idx" ON "tickets" USING btree ("priority","archived","created_at","id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","step_key") WHERE priority <> 'NORMAL';--> statement-breakpoint
create or replace function public.begin_ticket_movements() returns trigger
language plpgsql as $$
begin
  insert into public.ticket_movements (id, moved_at, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, priority, due_at, due_minutes, created_at)
  select id, greatest(updated_at, internal_at), updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id, operator_id, carrier_id, reason_id, step_key, priority, due_at, due_minutes, created_at from arrived;
  return null;
end
$$;
--> statement-breakpoint
create or replace function public.follow_ticket_movement() returns trigger
language plpgsql as $$
begin
  update public.ticket_movements set
    moved_at = greatest(new.updated_at, new.internal_at), updated_at = new.updated_at, archived = new.archived, status = new.status, type_id = new.type_id, customer_id = new.customer_id, branch_id = new.branch_id, representative_id = new.representative_id, region_id = new.region_id, sector_id = new.sector_id, operator_id = new.operator_id, carrier_id = new.carrier_id, reason_id = new.reason_id, step_key = new.step_key, priority = new.priority, due_at = new.due_at, due_minutes = new.due_minutes, created_at = new.created_at
  where id = new.id;
  return null;
end
$$;
--> statement-breakpoint
drop trigger ticket_movements_follow on public.tickets;
--> statement-breakpoint
create trigger ticket_movements_follow after update on public.tickets
for each row when ((old.updated_at, old.internal_at, old.archived, old.status, old.type_id, old.customer_id, old.branch_id, old.representative_id, old.region_id, old.sector_id, old.operator_id, old.carrier_id, old.reason_id, old.step_key, old.priority, old.due_at, old.due_minutes, old.created_at)
  is distinct from (new.updated_at, new.internal_at, new.archived, new.status, new.type_id, new.customer_id, new.branch_id, new.representative_id, new.region_id, new.sector_id, new.operator_id, new.carrier_id, new.reason_id, new.step_key, new.priority, new.due_at, new.due_minutes, new.created_at))
execute function public.follow_ticket_movement();
--> statement-breakpoint
create or replace view relatorio_interno.tickets with (security_barrier) as
select t.id, t.type_id, t.status, t.archived, t.result, t.subject, t.reason_id, t.reasons, t.final_reason,
  t.flow_key, t.flow_version, t.step_key, t.step_entered_at, t.customer_id, t.branch_id, t.region_id,
  t.representative_id, t.carrier_id, t.origin, t.sector_id, t.operator_id, t.creator_id, t.created_at,
  t.updated_at, t.due_at, t.finished_at, t.extension, t.extra_fields, t.quantity, t.worth, t.priority
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
  t.quantity as quantidade, t.worth as valor,
  (select count(*) from public.ticket_events x where x.ticket_id = t.id and x.type = 'RETROCESSO')::integer
    as retrocessos,
  (select count(*) from public.ticket_events x where x.ticket_id = t.id and x.type = 'REABERTURA')::integer
    as reaberturas,
  case when i.interno then t.extra_fields end as campos,
  case when i.interno then t.priority end as prioridade,
  case when i.interno then
    case t.priority when 'URGENTE' then 'Urgente' when 'ALTA' then 'Alta' when 'NORMAL' then 'Normal'
      when 'BAIXA' then 'Baixa' else t.priority end end as prioridade_nome
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
