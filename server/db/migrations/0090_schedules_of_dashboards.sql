ALTER TABLE "report_runs" ALTER COLUMN "report_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_schedules" ALTER COLUMN "report_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "contents" jsonb;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "dashboard_key" text;--> statement-breakpoint
CREATE INDEX "report_schedules_dashboard_idx" ON "report_schedules" USING btree ("dashboard_key");--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_of_something" CHECK (num_nonnulls("report_runs"."report_key", "report_runs"."dashboard_key") > 0);--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_one_subject" CHECK (num_nonnulls("report_schedules"."report_key", "report_schedules"."dashboard_key") = 1);