-- Of a group that has ended nothing is kept: nobody could see its name any more, nor erase it.
-- A merge that was taken back may have put a member back into one.
delete from public.customer_group_members m using public.customer_groups g
where g.id = m.group_id and g.ended_at is not null;
--> statement-breakpoint
delete from public.customer_groups where ended_at is not null;
--> statement-breakpoint
CREATE INDEX "customers_document_root_idx" ON "customers" USING btree (left("document", 8)) WHERE length(document) = 14;--> statement-breakpoint
ALTER TABLE "customer_groups" DROP COLUMN "ended_at";
--> statement-breakpoint
-- Whether somebody is told of groups is signed with the scope, since the lists and the panel tell them by a permission.
alter type relatorio_interno.escopo add attribute ve_grupos boolean;
--> statement-breakpoint
create or replace function relatorio.escopo() returns relatorio_interno.escopo
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  texto text := current_setting('balcao.escopo', true);
  assinado text := current_setting('balcao.assinatura', true);
  dados jsonb;
  nada relatorio_interno.escopo := row(false, null, null, null, null, false, false, false);
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
    coalesce((dados ->> 'decidePrecos')::boolean, false),
    coalesce((dados ->> 'veGrupos')::boolean, false)
  )::relatorio_interno.escopo;
end
$$;
--> statement-breakpoint
-- How the company classifies a customer is no concern of the customer's, and neither is the group that it stands in.
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
  c.birth_date as nascimento, m.group_id as grupo_id, g.name as grupo
from relatorio_interno.clientes c
left join public.regions r on r.id = c.region_id
left join public.representatives p on p.id = c.representative_id
left join public.customer_classifications l on l.id = c.classification_id
left join public.customer_group_members m on m.customer_id = c.id
  and (select e.ve_grupos from relatorio.escopo() e)
left join public.customer_groups g on g.id = m.group_id
where not c.simulation;
