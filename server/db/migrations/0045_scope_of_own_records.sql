-- What a type declares of whose its records are, as server/records/custom/customScope.ts says it; the suite of the doors
-- holds both to each other.
create or replace view relatorio_interno.tipos_proprios as
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
  ) as ticket,
  v.content -> 'escopo' as escopo,
  exists (
    select from jsonb_array_elements(v.content -> 'campos') as f (campo)
    where f.campo ->> 'tipo' = 'REFERENCIA' and f.campo ->> 'referencia' = 'clientes'
      and not coalesce((f.campo ->> 'arquivado')::boolean, false)
  ) as de_cliente,
  exists (
    select from jsonb_array_elements(v.content -> 'campos') as f (campo)
    where f.campo ->> 'tipo' = 'REFERENCIA' and f.campo ->> 'referencia' = 'filiais'
      and not coalesce((f.campo ->> 'arquivado')::boolean, false)
  ) as de_filial
from public.definitions d
join public.definition_versions v on v.kind = d.kind and v.key = d.key and v.version = d.published_version
where d.kind = 'records' and d.archived_at is null and d.key = any ((select relatorio.cadastros())::text[]);
--> statement-breakpoint
create or replace view relatorio.registros_proprios with (security_barrier) as
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
  -- In the panel of a customer, only what belongs to that customer.
  (select e.painel is null from relatorio.escopo() e)
  or r.customer_id = (select e.painel from relatorio.escopo() e)
)
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
