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
