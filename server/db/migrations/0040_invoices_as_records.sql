DROP INDEX "invoice_titles_invoice_idx";--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "item_count" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "invoice_titles" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_titles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Two titles of one note under one number: each is told apart by its own.
UPDATE "invoice_titles" t SET "number" = t."number" || '/' || t."id" WHERE EXISTS (
  SELECT FROM "invoice_titles" o WHERE o."invoice_id" = t."invoice_id" AND o."number" = t."number" AND o."id" < t."id"
);--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_titles_number_key" ON "invoice_titles" USING btree ("invoice_id","number");--> statement-breakpoint
CREATE INDEX "invoice_titles_due_idx" ON "invoice_titles" USING btree ("due_on","id");