-- What the tables stand on: searches without accents, and sorting as Brazilians read.
create extension if not exists pg_trgm with schema public;
--> statement-breakpoint
create extension if not exists unaccent with schema public;
--> statement-breakpoint
create extension if not exists btree_gin with schema public;
--> statement-breakpoint
-- unaccent() is only STABLE, because a dictionary may be replaced; an index needs IMMUTABLE.
-- The dictionary is named in full, so that no search_path changes the answer.
create or replace function public.fold_text(value text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, value));
--> statement-breakpoint
-- The C collations put "é" after "z"; text that people read is ordered by this one.
create collation if not exists public.pt_br (provider = icu, locale = 'pt-BR');
