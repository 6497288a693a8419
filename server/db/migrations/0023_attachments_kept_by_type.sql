-- The one rule for the files of all tickets becomes a rule for those of each type; its nights go with it.
INSERT INTO "retention_rules" ("target", "months", "state", "acts_from", "confirmed_at", "confirmed_by_id", "updated_at", "version")
  SELECT 'ANEXOS-' || types."id", rule."months", rule."state", rule."acts_from", rule."confirmed_at", rule."confirmed_by_id", rule."updated_at", rule."version"
  FROM "retention_rules" rule CROSS JOIN "ticket_types" types WHERE rule."target" = 'ANEXOS';--> statement-breakpoint
DELETE FROM "retention_rules" WHERE "target" = 'ANEXOS';
