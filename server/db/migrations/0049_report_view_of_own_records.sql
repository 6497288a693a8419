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
