CREATE TABLE "draft_endings" (
	"draft_id" uuid PRIMARY KEY NOT NULL,
	"person_id" integer NOT NULL,
	"record_id" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "draft_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_endings" ADD CONSTRAINT "draft_endings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_endings_ended_idx" ON "draft_endings" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "draft_endings_person_idx" ON "draft_endings" USING btree ("person_id");