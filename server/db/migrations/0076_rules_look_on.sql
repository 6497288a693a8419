DROP INDEX "rule_runs_created_idx";--> statement-breakpoint
ALTER TABLE "company_rules" ADD COLUMN "look_place" jsonb;--> statement-breakpoint
ALTER TABLE "company_rules" ADD COLUMN "look_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_rules" ADD COLUMN "next_look_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "rule_runs_ended_idx" ON "rule_runs" USING btree ("ended_at");