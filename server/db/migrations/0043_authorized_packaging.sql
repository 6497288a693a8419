ALTER TABLE "price_negotiations" ADD COLUMN "units" numeric(15, 3);--> statement-breakpoint
ALTER TABLE "price_negotiations" ADD COLUMN "tint_id" integer;