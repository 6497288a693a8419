CREATE TABLE "definition_verdicts" (
	"hash" text PRIMARY KEY NOT NULL,
	"problems" jsonb NOT NULL,
	"judged_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "form_validators" ADD COLUMN "preview" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "form_validators" ADD COLUMN "kept_until" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL;--> statement-breakpoint
CREATE INDEX "definition_verdicts_judged_idx" ON "definition_verdicts" USING btree ("judged_at");--> statement-breakpoint
CREATE INDEX "form_validators_kept_idx" ON "form_validators" USING btree ("kept_until");