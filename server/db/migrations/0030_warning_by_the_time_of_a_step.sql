DROP INDEX "tickets_status_due_idx";--> statement-breakpoint
DROP INDEX "tickets_open_idx";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "due_minutes" integer;--> statement-breakpoint
UPDATE "tickets" t SET "due_minutes" = 60 * (step->>'prazo_horas_uteis')::int
FROM "definition_versions" f CROSS JOIN LATERAL jsonb_array_elements(f."content"->'etapas') AS step
WHERE f."kind" = 'flows' AND f."key" = t."flow_key" AND f."version" = t."flow_version" AND step->>'chave' = t."step_key"
  AND (t."due_at" IS NOT NULL OR t."due_minutes_left" IS NOT NULL)
  AND t."status" IN ('ABERTO', 'EM_ATENDIMENTO', 'AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO');--> statement-breakpoint
CREATE INDEX "tickets_status_due_idx" ON "tickets" USING btree ("archived","status",coalesce("due_at", 'infinity'::timestamptz),"id","due_at","due_minutes","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_open_idx" ON "tickets" USING btree ("branch_id","representative_id","customer_id","type_id","step_key","operator_id","sector_id","carrier_id","reason_id","due_at","due_minutes","created_at","status","archived") WHERE "tickets"."status" in ('ABERTO', 'EM_ATENDIMENTO', 'AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO') and not "tickets"."archived";