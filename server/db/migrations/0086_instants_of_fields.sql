-- An instant of a field is kept as its branch's clock and its offset: '2026-11-21T14:30:00-03:00'. Its seconds since 1970, for the
-- order of lists, by arithmetic alone, so that no setting changes what an index holds; anything that is none is null.
create function public.extra_instant(value text) returns numeric
language sql immutable parallel safe
return case
  when value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:00[+-](0[0-9]|1[0-5]):[0-5][0-9]$'
    then (relatorio.dia("left"(value, 10)) - date '1970-01-01')::numeric * 86400
      + substr(value, 12, 2)::numeric * 3600 + substr(value, 15, 2)::numeric * 60
      - (substr(value, 20, 1) || '1')::numeric * (substr(value, 21, 2)::numeric * 3600 + substr(value, 24, 2)::numeric * 60)
end;
--> statement-breakpoint
create function relatorio.momento(valor text) returns timestamp with time zone
language sql immutable parallel safe
return to_timestamp(public.extra_instant(valor)::double precision);
