ALTER TABLE "record_imports" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "nfe_imports" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "received_emails" ADD COLUMN "read_attempts" integer DEFAULT 0 NOT NULL;