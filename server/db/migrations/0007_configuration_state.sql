CREATE TABLE "configuration_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"change" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
insert into configuration_state default values;
--> statement-breakpoint
-- Once a transaction, at its end: whoever waits for the row of another transaction holds it for no longer than a commit
-- takes, and takes nothing else afterwards.
create or replace function public.note_configuration_change() returns trigger
language plpgsql as $$
declare
  me constant bigint := pg_current_xact_id()::text::bigint;
begin
  update public.configuration_state set change = me where change <> me;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger parameters_remembered after insert or update or delete on public.parameters
deferrable initially deferred for each row execute function public.note_configuration_change();
--> statement-breakpoint
create trigger parameters_emptied after truncate on public.parameters
for each statement execute function public.note_configuration_change();
--> statement-breakpoint
create constraint trigger definitions_made after insert or delete on public.definitions
deferrable initially deferred for each row execute function public.note_configuration_change();
--> statement-breakpoint
-- Drafts, written every few seconds, hold for nobody.
create constraint trigger definitions_remembered after update on public.definitions
deferrable initially deferred for each row
when (old.published_version is distinct from new.published_version or old.archived_at is distinct from new.archived_at)
execute function public.note_configuration_change();
--> statement-breakpoint
create trigger definitions_emptied after truncate on public.definitions
for each statement execute function public.note_configuration_change();
--> statement-breakpoint
create constraint trigger branches_made after insert or delete on public.branches
deferrable initially deferred for each row execute function public.note_configuration_change();
--> statement-breakpoint
create constraint trigger branches_remembered after update on public.branches
deferrable initially deferred for each row when (old.time_zone is distinct from new.time_zone)
execute function public.note_configuration_change();
--> statement-breakpoint
create trigger branches_emptied after truncate on public.branches
for each statement execute function public.note_configuration_change();
--> statement-breakpoint
create constraint trigger ticket_types_remembered after insert or update or delete on public.ticket_types
deferrable initially deferred for each row execute function public.note_configuration_change();
--> statement-breakpoint
create trigger ticket_types_emptied after truncate on public.ticket_types
for each statement execute function public.note_configuration_change();
