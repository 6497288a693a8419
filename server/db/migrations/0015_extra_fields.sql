-- Numbers among the values of extra fields, for filters and their indexes: anything that is none is null, not an error.
create function public.extra_number(value text) returns numeric
language sql immutable parallel safe
return case when value ~ '^-?[0-9]{1,15}([.][0-9]{1,8})?$' then value::numeric end;
