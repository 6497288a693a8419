ALTER TABLE "incoming_calls" ADD COLUMN "settled_by_id" integer;--> statement-breakpoint
ALTER TABLE "incoming_calls" ADD CONSTRAINT "incoming_calls_settled_by_id_people_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_calls_number_idx" ON "incoming_calls" USING btree (reverse("number") text_pattern_ops);--> statement-breakpoint
UPDATE "incoming_calls" SET "settled_by_id" = "person_id" WHERE "settled_at" IS NOT NULL;
