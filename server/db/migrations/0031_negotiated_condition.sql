ALTER TABLE "price_negotiations" ADD COLUMN "plan_id" integer;--> statement-breakpoint
ALTER TABLE "price_negotiations" ADD COLUMN "plan_percent" numeric(15, 8) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_negotiations" ADD COLUMN "price_table_id" integer;--> statement-breakpoint
ALTER TABLE "price_negotiations" ADD CONSTRAINT "price_negotiations_plan_id_payment_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."payment_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_negotiations" ADD CONSTRAINT "price_negotiations_price_table_id_price_tables_id_fk" FOREIGN KEY ("price_table_id") REFERENCES "public"."price_tables"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What was asked before counts as asked under what its quote has now.
UPDATE "price_negotiations" n SET "plan_id" = o."payment_plan_id", "plan_percent" = coalesce(p."percent", 0),
  "price_table_id" = coalesce(o."price_table_id", c."price_table_id")
FROM "orders" o JOIN "customers" c ON c."id" = o."customer_id"
  LEFT JOIN "payment_plans" p ON p."id" = o."payment_plan_id"
WHERE o."id" = n."order_id";
