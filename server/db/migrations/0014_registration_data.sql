-- A customer names only lists that are there; what is named is archived, never removed.
ALTER TABLE "customers" ADD CONSTRAINT "customers_activity_fk" FOREIGN KEY ("activity_id") REFERENCES "activities"("id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_lead_source_fk" FOREIGN KEY ("lead_source_id") REFERENCES "lead_sources"("id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_price_table_fk" FOREIGN KEY ("price_table_id") REFERENCES "price_tables"("id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_classification_fk" FOREIGN KEY ("classification_id") REFERENCES "customer_classifications"("id");--> statement-breakpoint
-- A code has eight digits, a town seven.
ALTER TABLE "postal_codes" ADD CONSTRAINT "postal_codes_ibge_check" CHECK ("cep" ~ '^\d{8}$' AND "ibge" ~ '^\d{7}$');
