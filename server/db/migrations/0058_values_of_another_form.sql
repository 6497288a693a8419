-- What administrators define is stored as text whose form may be another than its field says today: the field had another
-- type before, or its key was another field's. What is none of the kind reads as empty instead of ending a report.
create function relatorio.numero(valor text) returns numeric
language sql immutable parallel safe
return case when valor ~ '^-?[0-9]{1,30}([.][0-9]{1,20})?$' then valor::numeric end;
--> statement-breakpoint
create function relatorio.dia(valor text) returns date
language sql immutable parallel safe
return case
  when valor ~ '^[1-9][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$'
    then valor::date
  when valor ~ '^[1-9][0-9]{3}-02-29$'
    and extract(day from make_date(substr(valor, 1, 4)::integer, 2, 28) + 1) = 29 then valor::date
end;
