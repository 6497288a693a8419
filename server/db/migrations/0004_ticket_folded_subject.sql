DROP INDEX "tickets_subject_idx";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "folded_subject" text GENERATED ALWAYS AS (public.fold_text(subject)) STORED;--> statement-breakpoint
CREATE INDEX "tickets_subject_idx" ON "tickets" USING gin ("folded_subject" gin_trgm_ops);