ALTER TABLE "reasons" ADD COLUMN "flow_key" text;--> statement-breakpoint
-- The standard reasons that said what only one flow can end with; what a company wrote itself stays as it is.
UPDATE "reasons" SET "flow_key" = 'DUVIDA'
WHERE "kind" = 'FINALIZACAO' AND "type_id" IS NULL AND "description" = 'Dúvida respondida';
--> statement-breakpoint
UPDATE "reasons" SET "flow_key" = 'DEVOLUCAO'
WHERE "kind" = 'FINALIZACAO' AND "type_id" IS NULL AND "description" = 'Fora da política de devolução';
--> statement-breakpoint
UPDATE "reasons" r SET "flow_key" = t."flow_key", "type_id" = NULL
FROM "ticket_types" t
WHERE r."kind" = 'FINALIZACAO' AND t."id" = r."type_id" AND t."key" IN ('DEVOLUCAO', 'PRORROGACAO')
  AND r."description" IN ('Devolução concluída', 'Devolução concluída em parte', 'Devolução negada',
    'Boletos prorrogados', 'Prorrogação negada');
