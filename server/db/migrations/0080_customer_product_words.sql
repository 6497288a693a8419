CREATE TABLE "customer_product_words" (
	"customer_id" integer NOT NULL,
	"words" text NOT NULL,
	"product_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_product_words_customer_id_words_pk" PRIMARY KEY("customer_id","words")
);
--> statement-breakpoint
ALTER TABLE "customer_product_words" ADD CONSTRAINT "customer_product_words_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_product_words" ADD CONSTRAINT "customer_product_words_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_product_words" ADD CONSTRAINT "customer_product_words_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;