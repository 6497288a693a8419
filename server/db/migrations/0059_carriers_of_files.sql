DROP INDEX "nfe_documents_unsigned_idx";--> statement-breakpoint
ALTER TABLE "nfe_documents" ADD COLUMN "carrier" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "nfe_documents" ADD COLUMN "carrier_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "nfe_documents" ADD COLUMN "reading" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "nfe_documents_reading_idx" ON "nfe_documents" USING btree ("reading","id");