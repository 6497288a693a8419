-- The flows join the other definitions; what stands keeps its numbers.
insert into "definitions" ("kind", "key", "published_version", "origin")
select 'flows', "key", max("version"), 'PADRAO' from "flows" group by "key";
--> statement-breakpoint
insert into "definition_versions" ("kind", "key", "version", "content", "hash", "source", "created_at")
select 'flows', "key", "version", "content", "hash", 'ARQUIVO', "created_at" from "flows";
--> statement-breakpoint
DROP TABLE "flows" CASCADE;--> statement-breakpoint
CREATE VIEW "public"."flows" AS (select "key", "version", "hash", "content", "created_at" from "definition_versions" where "definition_versions"."kind" = 'flows');--> statement-breakpoint
-- What was published stays as it was: people and tickets were told to work by it.
create or replace function public.refuse_version_change() returns trigger
language plpgsql as $$
begin
  raise exception 'definition_versions is append-only';
end
$$;
--> statement-breakpoint
create trigger definition_versions_append_only before update or delete on public.definition_versions
for each row execute function public.refuse_version_change();
