-- A version is written when it is published, and hardly ever otherwise: a script that mends one is heard too.
create constraint trigger definition_versions_remembered after insert or update or delete on public.definition_versions
deferrable initially deferred for each row execute function public.note_configuration_change();
--> statement-breakpoint
create trigger definition_versions_emptied after truncate on public.definition_versions
for each statement execute function public.note_configuration_change();
--> statement-breakpoint
-- Lists of tickets remember what branches are called, beside their zones.
drop trigger branches_remembered on public.branches;
--> statement-breakpoint
create constraint trigger branches_remembered after update on public.branches
deferrable initially deferred for each row
when (old.time_zone is distinct from new.time_zone or old.legal_name is distinct from new.legal_name)
execute function public.note_configuration_change();
