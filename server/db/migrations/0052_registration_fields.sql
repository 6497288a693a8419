-- What customers answered in a step of the registration beyond what the console itself stores moves to their extra fields,
-- where it is shown (contract/rules/registration/registrationFields.ts). A key that is taken keeps its value.
create function pg_temp.field_key(path text[]) returns text language sql immutable as $$
  select left(case when length(k.joined) < 2 then 'campo' || upper(left(k.joined, 1)) || substr(k.joined, 2) else k.joined end, 40)
  from (
    select string_agg(
      case when w.n = 1 then lower(left(w.word, 1)) else upper(left(w.word, 1)) end || substr(w.word, 2), '' order by w.n
    ) as joined
    from (
      select word, row_number() over (order by p.n, s.n) as n
      from unnest(path) with ordinality as p(name, n)
      cross join lateral regexp_split_to_table(p.name, '[^A-Za-z0-9]+') with ordinality as s(word, n)
      where word <> ''
    ) w
  ) k
$$;--> statement-breakpoint
-- The answers in a part, each with where it is. Groups are followed into: the fields inside are fields of their own. What the
-- console itself stores is left out.
create function pg_temp.answers(content jsonb, at text[], placed text[]) returns table (path text[], value jsonb)
language sql immutable as $$
  with recursive inside (path, value) as (
    select at || v.key, v.value
    from jsonb_each(case jsonb_typeof(content) when 'object' then content else '{}' end) v
    where not v.key = any (placed)
    union all
    select i.path || v.key, v.value from inside i
    cross join lateral jsonb_each(case jsonb_typeof(i.value) when 'object' then i.value else '{}' end) v
    where cardinality(i.path) <= cardinality(at) + 4 and not i.value ? 'mime'
  )
  select i.path, i.value from inside i
  where jsonb_typeof(i.value) <> 'object' or i.value ? 'mime' or cardinality(i.path) > cardinality(at) + 4
$$;--> statement-breakpoint
-- A key that is taken keeps its value, and another answer stands beside it.
create function pg_temp.beside(key text, n bigint) returns text language sql immutable as $$
  select case when n = 1 then key else left(key, 30) || 'NoCadastro' || case when n > 2 then n::text else '' end end
$$;--> statement-breakpoint
with placed(part, names) as (
  values
    ('empresa', array['razaoSocial', 'nomeFantasia', 'dataNascimento', 'inscricao', 'isento', 'inscricaoMunicipal', 'cnae',
      'suframa', 'filialId', 'atividade', 'comoConheceu', 'tabelaPreco', 'consumidorFinal', 'regimeEspecial', 'anexos',
      'simulacao']),
    ('contatos', array['nomeSocio', 'nomeContato', 'telefone1', 'celular1', 'celular2', 'whatsApp', 'email', 'emailNFe',
      'emailBoleto', 'observacoes']),
    ('enderecos', array[]::text[])
), added as (
  select c.id, c.extra_fields, p.part, a.path, pg_temp.field_key(a.path) as key,
    case when p.part = 'empresa' and a.path = array['segmento'] then
      jsonb_build_object('valor', a.value #>> '{}', 'rotulo', coalesce(s.name, a.value #>> '{}'))
    else a.value end as value
  from customers c
  cross join placed p
  cross join lateral pg_temp.answers(c.registration -> p.part, array[]::text[], p.names) a
  left join customer_segments s on a.path = array['segmento'] and s.id::text = a.value #>> '{}'
), numbered as (
  select id, value, key, case when extra_fields -> key <> value then 1 else 0 end
    + row_number() over (partition by id, key order by part, path) as n
  from added
), left_over as (
  select id, jsonb_object_agg(pg_temp.beside(key, n), value) as fields from numbered group by id
)
update customers c set
  extra_fields = l.fields || c.extra_fields,
  registration = (
    select coalesce(jsonb_object_agg(r.key, case when p.part is null or jsonb_typeof(r.value) <> 'object' then r.value else (
      select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(r.value) v where v.key = any (p.names)
    ) end), '{}')
    from jsonb_each(c.registration) r
    left join placed p on p.part = r.key
  )
from left_over l where l.id = c.id;--> statement-breakpoint
with added as (
  select c.id, c.extra_fields, pg_temp.field_key(i.path) as key, i.path, i.value
  from customers c
  cross join lateral (values ('enderecoCobranca', c.address), ('enderecoEntrega', c.delivery_address)) as a(name, content)
  cross join lateral pg_temp.answers(a.content, array[a.name],
    array['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'ibge', 'cidade']) i
), numbered as (
  select id, value, key, path, case when extra_fields -> key <> value then 1 else 0 end
    + row_number() over (partition by id, key order by path) as n
  from added
), left_over as (
  select id, jsonb_object_agg(pg_temp.beside(key, n), value) as fields,
    array_agg(path[2]) filter (where path[1] = 'enderecoCobranca') as billing,
    array_agg(path[2]) filter (where path[1] = 'enderecoEntrega') as delivery
  from numbered group by id
)
update customers c set
  extra_fields = l.fields || c.extra_fields,
  address = c.address - coalesce(l.billing, '{}'),
  delivery_address = c.delivery_address - coalesce(l.delivery, '{}')
from left_over l where l.id = c.id;--> statement-breakpoint
drop function pg_temp.answers(jsonb, text[], text[]);--> statement-breakpoint
drop function pg_temp.beside(text, bigint);--> statement-breakpoint
drop function pg_temp.field_key(text[]);
