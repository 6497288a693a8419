ALTER TABLE "service_keys" ADD COLUMN "personal_data" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Everybody saw personal data in full until now: nobody's screen changes by an upgrade.
update "roles" set "grants" = "grants" || '[{"nome":"DADOS_PESSOAIS","autorizado":true,"moduloAcoes":[]}]'::jsonb
where not "grants" @> '[{"nome":"DADOS_PESSOAIS"}]'::jsonb;
