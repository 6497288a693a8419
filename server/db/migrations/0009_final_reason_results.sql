ALTER TABLE "reasons" ADD COLUMN "result" text;--> statement-breakpoint
-- The standard reasons of databases that stand already.
UPDATE "reasons" r SET "result" = s.result
FROM (VALUES
  ('Devolução concluída', 'PROCEDENTE'),
  ('Devolução concluída em parte', 'PARCIAL'),
  ('Devolução negada', 'IMPROCEDENTE'),
  ('Boletos prorrogados', 'PROCEDENTE'),
  ('Prorrogação negada', 'IMPROCEDENTE'),
  ('Resolvido com o cliente', 'PROCEDENTE'),
  ('Resolvido em parte', 'PARCIAL'),
  ('Dúvida respondida', 'PROCEDENTE'),
  ('Fora da política de devolução', 'IMPROCEDENTE'),
  ('Sem retorno do cliente', 'IMPROCEDENTE'),
  ('Aberto em duplicidade', 'IMPROCEDENTE')
) AS s(description, result)
WHERE r.kind = 'FINALIZACAO' AND r.description = s.description;
--> statement-breakpoint
-- Tickets that had ended before say so as the timeline told it,
UPDATE "tickets" t SET "result" = e.data ->> 'resultado',
  "final_reason" = jsonb_build_object('id', r.id, 'descricao', r.description)
FROM (
  SELECT DISTINCT ON (ticket_id) ticket_id, data FROM "ticket_events"
  WHERE type = 'FINALIZACAO' ORDER BY ticket_id, created_at DESC, id DESC
) e
JOIN "reasons" r ON r.id = (e.data ->> 'motivo_id')::int
WHERE e.ticket_id = t.id AND t.status = 'FINALIZADO' AND t.result IS NULL;--> statement-breakpoint
-- and what they had returned stands in the invoice lines already.
UPDATE "ticket_items" i SET "settled" = true
FROM "tickets" t
WHERE t.id = i.ticket_id AND t.status = 'FINALIZADO' AND i.status = 'A' AND i.held = 0 AND i.invoice_item_id IS NOT NULL;
