CREATE TABLE "macro_uses" (
	"person_id" integer NOT NULL,
	"rule_key" text NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "macro_uses_person_id_rule_key_pk" PRIMARY KEY("person_id","rule_key")
);
--> statement-breakpoint
ALTER TABLE "macro_uses" ADD CONSTRAINT "macro_uses_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;