CREATE TABLE "realtime_members" (
	"channel" text NOT NULL,
	"socket_id" text NOT NULL,
	"person_id" integer NOT NULL,
	"node" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "realtime_members_channel_socket_id_pk" PRIMARY KEY("channel","socket_id")
);
--> statement-breakpoint
ALTER TABLE "realtime_members" ADD CONSTRAINT "realtime_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "realtime_members_node_idx" ON "realtime_members" USING btree ("node");--> statement-breakpoint
CREATE INDEX "realtime_members_seen_idx" ON "realtime_members" USING btree ("seen_at");