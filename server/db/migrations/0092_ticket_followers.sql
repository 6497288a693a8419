CREATE TABLE "ticket_followers" (
	"ticket_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"added_by_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_followers_ticket_id_person_id_pk" PRIMARY KEY("ticket_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_followers" ADD CONSTRAINT "ticket_followers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_followers" ADD CONSTRAINT "ticket_followers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_followers" ADD CONSTRAINT "ticket_followers_added_by_id_people_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_followers_person_idx" ON "ticket_followers" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "ticket_followers_added_by_idx" ON "ticket_followers" USING btree ("added_by_id");