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
with placed(part, names) as (
  values
    ('empresa', array['razaoSocial', 'nomeFantasia', 'dataNascimento', 'inscricao', 'isento', 'inscricaoMunicipal', 'cnae',
      'suframa', 'filialId', 'atividade', 'comoConheceu', 'tabelaPreco', 'consumidorFinal', 'regimeEspecial', 'anexos',
      'simulacao']),
    ('contatos', array['nomeSocio', 'nomeContato', 'telefone1', 'celular1', 'celular2', 'whatsApp', 'email', 'emailNFe',
      'emailBoleto', 'observacoes']),
    ('enderecos', array[]::text[])
), added as (
  select c.id, p.part, v.key, v.value
  from customers c
  cross join placed p
  cross join lateral jsonb_each(case jsonb_typeof(c.registration -> p.part) when 'object' then c.registration -> p.part else '{}' end) v
  where not v.key = any (p.names)
), left_over as (
  select a.id, jsonb_object_agg(pg_temp.field_key(array[a.key]),
      case when a.part = 'empresa' and a.key = 'segmento' then
        jsonb_build_object('valor', a.value #>> '{}', 'rotulo', coalesce(s.name, a.value #>> '{}'))
      else a.value end) as fields,
    array_agg(a.part || '/' || a.key) as taken
  from added a
  left join customer_segments s on a.key = 'segmento' and s.id::text = a.value #>> '{}'
  group by a.id
)
update customers c set
  extra_fields = l.fields || c.extra_fields,
  registration = (
    select coalesce(jsonb_object_agg(r.key, case when r.key in ('empresa', 'contatos', 'enderecos')
      and jsonb_typeof(r.value) = 'object' then coalesce((
        select jsonb_object_agg(v.key, v.value) from jsonb_each(r.value) v where not r.key || '/' || v.key = any (l.taken)
      ), '{}') else r.value end), '{}')
    from jsonb_each(c.registration) r
  )
from left_over l where l.id = c.id;--> statement-breakpoint
with added as (
  select c.id, a.name, v.key, v.value
  from customers c
  cross join lateral (values ('enderecoCobranca', c.address), ('enderecoEntrega', c.delivery_address)) as a(name, content)
  cross join lateral jsonb_each(case jsonb_typeof(a.content) when 'object' then a.content else '{}' end) v
  where v.key not in ('cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'ibge', 'cidade')
), left_over as (
  select id, jsonb_object_agg(pg_temp.field_key(array[name, key]), value) as fields,
    coalesce(array_agg(key) filter (where name = 'enderecoCobranca'), '{}') as billing,
    coalesce(array_agg(key) filter (where name = 'enderecoEntrega'), '{}') as delivery
  from added group by id
)
update customers c set
  extra_fields = l.fields || c.extra_fields,
  address = c.address - l.billing,
  delivery_address = c.delivery_address - l.delivery
from left_over l where l.id = c.id;--> statement-breakpoint
drop function pg_temp.field_key(text[]);
