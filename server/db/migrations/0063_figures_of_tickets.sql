ALTER TABLE "tickets" ADD COLUMN "quantity" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "worth" numeric DEFAULT '0' NOT NULL;
--> statement-breakpoint
-- What a ticket's lines add up to stands on the ticket, because adding it up was most of what a report over a month cost. It is the
-- sum that reports have shown until now, and triggers write it in the transaction of the lines.
create function public.ticket_quantity(ticket integer) returns numeric
language sql stable as $$
  select round(coalesce(sum(
      relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked) * x.factor / coalesce(q.factor, 1)), 0), 4)
  from public.ticket_items x left join public.invoice_items q on q.id = x.invoice_item_id
  where x.ticket_id = ticket
$$;
--> statement-breakpoint
create function public.ticket_worth(ticket integer) returns numeric
language sql stable as $$
  select coalesce(sum(relatorio.valor_da_linha(
      relatorio.quantidade_vigente(x.status, x.requested, x.authorized, x.checked) * x.factor / coalesce(q.factor, 1),
      x.unit_price, q.purchased, q.unit_price_no_tax, q.taxes)), 0)
  from public.ticket_items x left join public.invoice_items q on q.id = x.invoice_item_id
  where x.ticket_id = ticket
$$;
--> statement-breakpoint
-- The tickets are locked first: whoever changed other lines of theirs has then ended, and is counted.
create function public.write_ticket_figures(changed integer[]) returns void
language plpgsql as $$
begin
  perform from public.tickets t where t.id = any (changed) order by t.id for no key update;
  update public.tickets t set quantity = f.quantity, worth = f.worth
  from (
    select n.id, public.ticket_quantity(n.id) as quantity, public.ticket_worth(n.id) as worth from unnest(changed) as n (id)
  ) f
  where t.id = f.id and (t.quantity, t.worth) is distinct from (f.quantity, f.worth);
end
$$;
--> statement-breakpoint
create function public.count_arrived_lines() returns trigger
language plpgsql as $$
begin
  perform public.write_ticket_figures(array(select distinct ticket_id from arrived));
  return null;
end
$$;
--> statement-breakpoint
create function public.count_gone_lines() returns trigger
language plpgsql as $$
begin
  perform public.write_ticket_figures(array(select distinct ticket_id from gone));
  return null;
end
$$;
--> statement-breakpoint
create function public.count_changed_lines() returns trigger
language plpgsql as $$
declare
  changed integer[] := array(
    select distinct x.ticket_id from (
      select id, ticket_id, invoice_item_id, status, requested, authorized, checked, factor, unit_price from gone
      union all
      select id, ticket_id, invoice_item_id, status, requested, authorized, checked, factor, unit_price from arrived
    ) x
    group by x.ticket_id, x.id
    having count(*) < 2
      or count(distinct (x.invoice_item_id, x.status, x.requested, x.authorized, x.checked, x.factor, x.unit_price)) > 1
  );
begin
  if cardinality(changed) > 0 then
    perform public.write_ticket_figures(changed);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create function public.count_lines_of_invoice_line() returns trigger
language plpgsql as $$
begin
  perform public.write_ticket_figures(array(
    select distinct x.ticket_id from public.ticket_items x where x.invoice_item_id = new.id
  ));
  return null;
end
$$;
--> statement-breakpoint
create trigger ticket_items_arrived after insert on public.ticket_items
referencing new table as arrived for each statement execute function public.count_arrived_lines();
--> statement-breakpoint
create trigger ticket_items_changed after update on public.ticket_items
referencing old table as gone new table as arrived for each statement execute function public.count_changed_lines();
--> statement-breakpoint
create trigger ticket_items_gone after delete on public.ticket_items
referencing old table as gone for each statement execute function public.count_gone_lines();
--> statement-breakpoint
create trigger invoice_items_count_lines after update of factor, purchased, unit_price_no_tax, taxes on public.invoice_items
for each row when ((old.factor, old.purchased, old.unit_price_no_tax, old.taxes)
  is distinct from (new.factor, new.purchased, new.unit_price_no_tax, new.taxes))
execute function public.count_lines_of_invoice_line();
--> statement-breakpoint
-- One pass writes the table anew with its indexes; an update would leave every row behind a second time.
alter table public.tickets
  alter column quantity type numeric using public.ticket_quantity(id),
  alter column worth type numeric using public.ticket_worth(id);
--> statement-breakpoint
create or replace view relatorio_interno.tickets with (security_barrier) as
select t.id, t.type_id, t.status, t.archived, t.result, t.subject, t.reason_id, t.reasons, t.final_reason,
  t.flow_key, t.flow_version, t.step_key, t.step_entered_at, t.customer_id, t.branch_id, t.region_id,
  t.representative_id, t.carrier_id, t.origin, t.sector_id, t.operator_id, t.creator_id, t.created_at,
  t.updated_at, t.due_at, t.finished_at, t.extension, t.extra_fields, t.quantity, t.worth
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
