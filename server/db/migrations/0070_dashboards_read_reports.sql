DROP INDEX "report_runs_one_running";--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "dashboard_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_one_running" ON "report_runs" USING btree ("person_id") WHERE state = 'RODANDO' and schedule_id is null and dashboard_key is null;