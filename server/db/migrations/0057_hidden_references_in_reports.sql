-- A record that somebody sees may refer to what they do not see. Lists hide such references
-- (server/records/hiddenReferences.ts), and reports do the same here: name, number and stored value are empty.
--
-- `referencias` are the fields that refer to something of which not everybody sees all.
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
  ) as de_filial,
  (
    select coalesce(jsonb_object_agg(f.campo ->> 'chave', f.campo ->> 'referencia'), '{}')
    from jsonb_array_elements(v.content -> 'campos') as f (campo)
    where f.campo ->> 'tipo' = 'REFERENCIA' and (
      f.campo ->> 'referencia' in (
        'clientes', 'filiais', 'tickets', 'pessoas', 'notas', 'limites-credito', 'creditos-cliente', 'restricoes-cliente'
      )
      or exists (select from public.definitions o where o.kind = 'records' and o.key = f.campo ->> 'referencia')
    )
  ) as referencias
from public.definitions d
join public.definition_versions v on v.kind = d.kind and v.key = d.key and v.version = d.published_version
where d.kind = 'records' and d.archived_at is null and d.key = any ((select relatorio.cadastros())::text[]);
--> statement-breakpoint
-- The records that the person sees, with all that they hold.
create view relatorio_interno.registros with (security_barrier) as
select r.id, r.type, r.key, r.name, r.archived, r.customer_id, r.branch_id, r.created_at, r.updated_at, r.data
from public.records r
join relatorio_interno.tipos_proprios t on t.tipo = r.type
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
--> statement-breakpoint
create or replace view relatorio.registros_proprios with (security_barrier) as
select r.id as registro_id, r.type as cadastro, t.titulo as cadastro_nome,
  case when not t.codigo_oculto then replace(r.key, chr(31), ' · ') end as codigo,
  case when not t.nome_oculto then r.name end as nome, r.archived as arquivado,
  case when (select e.tudo from relatorio.escopo() e)
    or exists (select from relatorio_interno.clientes k where k.id = r.customer_id) then r.customer_id end as cliente_id,
  case when (select e.tudo from relatorio.escopo() e)
    or exists (select from relatorio_interno.clientes k where k.id = r.customer_id) then c.trade_name end as cliente,
  case when (select e.tudo from relatorio.escopo() e)
    or exists (select from relatorio_interno.filiais b where b.id = r.branch_id) then r.branch_id end as filial_id,
  case when (select e.tudo from relatorio.escopo() e)
    or exists (select from relatorio_interno.filiais b where b.id = r.branch_id) then f.trade_name end as filial,
  r.created_at as criado_em, r.updated_at as atualizado_em,
  case when (select e.tudo from relatorio.escopo() e) then r.data - t.ocultos
    else r.data - t.ocultos - array(
      select x.chave from jsonb_each_text(t.referencias) as x (chave, referencia)
      where r.data ->> x.chave is not null and not case x.referencia
        when 'clientes' then
          exists (select from relatorio_interno.clientes k where k.id = (r.data ->> x.chave)::integer)
        when 'filiais' then
          exists (select from relatorio_interno.filiais b where b.id = (r.data ->> x.chave)::integer)
        when 'tickets' then
          exists (select from relatorio_interno.tickets i where i.id = (r.data ->> x.chave)::integer)
        when 'pessoas' then (select e.interno from relatorio.escopo() e)
        when 'notas' then exists (
          select from public.invoices v join relatorio_interno.clientes k on k.id = v.customer_id
            join relatorio_interno.filiais b on b.id = v.branch_id
          where v.id = (r.data ->> x.chave)::integer
        )
        when 'limites-credito' then exists (
          select from public.customer_credit_limits o join relatorio_interno.clientes k on k.id = o.customer_id
          where o.id = (r.data ->> x.chave)::integer
        )
        when 'creditos-cliente' then exists (
          select from public.customer_credits o join relatorio_interno.clientes k on k.id = o.customer_id
          where o.id = (r.data ->> x.chave)::integer
        )
        when 'restricoes-cliente' then exists (
          select from public.customer_restrictions o join relatorio_interno.clientes k on k.id = o.customer_id
          where o.id = (r.data ->> x.chave)::integer
        )
        else exists (
          select from relatorio_interno.registros o
          where o.type = x.referencia and o.id = (r.data ->> x.chave)::integer
        )
      end
    )
  end as campos
from relatorio_interno.registros r
join relatorio_interno.tipos_proprios t on t.tipo = r.type
left join public.customers c on c.id = r.customer_id
left join public.branches f on f.id = r.branch_id;
