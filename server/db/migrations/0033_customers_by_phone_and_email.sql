CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree (right("phone", 8));--> statement-breakpoint
CREATE INDEX "customers_email_begin_idx" ON "customers" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_contacts_phone_idx" ON "customer_contacts" USING btree (right("phone", 8));--> statement-breakpoint
CREATE INDEX "customer_contacts_mobile_idx" ON "customer_contacts" USING btree (right("mobile", 8));--> statement-breakpoint
CREATE INDEX "customer_contacts_email_idx" ON "customer_contacts" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_emails_begin_idx" ON "customer_emails" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_phones_tail_idx" ON "customer_phones" USING btree (right("number", 8));