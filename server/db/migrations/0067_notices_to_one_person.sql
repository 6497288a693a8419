ALTER TABLE "notices" ADD COLUMN "person_id" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_person_idx" ON "notices" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "notices_audience_idx" ON "notices" USING btree ("audience");