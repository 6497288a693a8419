DROP INDEX "received_emails_message_key";--> statement-breakpoint
ALTER TABLE "received_emails" ADD COLUMN "content_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_email_lower_idx" ON "customers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customer_contacts_email_lower_idx" ON "customer_contacts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "received_emails_content_key" ON "received_emails" USING btree ("message_id","content_hash");