DROP INDEX "customers_phone_tail_idx";--> statement-breakpoint
DROP INDEX "customer_contacts_phone_idx";--> statement-breakpoint
DROP INDEX "customer_contacts_mobile_idx";--> statement-breakpoint
DROP INDEX "customer_phones_tail_idx";--> statement-breakpoint
CREATE INDEX "customers_phone_end_idx" ON "customers" USING btree (reverse("phone") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_contacts_phone_end_idx" ON "customer_contacts" USING btree (reverse("phone") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_contacts_mobile_end_idx" ON "customer_contacts" USING btree (reverse("mobile") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_phones_end_idx" ON "customer_phones" USING btree (reverse("number") text_pattern_ops);--> statement-breakpoint
-- A trunk zero or +55 before a whole Brazilian number can mean nothing else. Other stored texts stay as they are.
UPDATE "customers" SET "phone" = regexp_replace("phone", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "phone" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "customer_phones" SET "number" = regexp_replace("number", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "number" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "customer_contacts" SET "phone" = regexp_replace("phone", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "phone" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "customer_contacts" SET "mobile" = regexp_replace("mobile", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "mobile" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "people" SET "phone" = regexp_replace("phone", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "phone" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "representatives" SET "phone" = regexp_replace("phone", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "phone" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "representatives" SET "mobile" = regexp_replace("mobile", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "mobile" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';--> statement-breakpoint
UPDATE "carriers" SET "phone" = regexp_replace("phone", '^(?:0|55|0055)(?=[1-9])', '')
WHERE "phone" ~ '^(?:0|55|0055)[1-9]{2}(?:[1-9][0-9]{7}|9[0-9]{8})$';
