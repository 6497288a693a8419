CREATE TABLE "used_call_messages" (
	"message_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_product_words" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_keys" ADD COLUMN "signing_secret" text;--> statement-breakpoint
ALTER TABLE "service_keys" ADD COLUMN "signing_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "used_call_messages_expires_idx" ON "used_call_messages" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "incoming_calls_at_idx" ON "incoming_calls" USING btree ("started_at","id");