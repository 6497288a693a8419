CREATE SEQUENCE "public"."record_codes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "external_codes" (
	"type" text NOT NULL,
	"source" text NOT NULL,
	"code" text NOT NULL,
	"record_id" integer NOT NULL,
	CONSTRAINT "external_codes_type_source_code_pk" PRIMARY KEY("type","source","code")
);
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "code" text DEFAULT nextval('record_codes')::text NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_plans" ADD COLUMN "code" text DEFAULT nextval('record_codes')::text NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_plans" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_plans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "state_registration" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "address" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "regions" ADD COLUMN "code" text DEFAULT nextval('record_codes')::text NOT NULL;--> statement-breakpoint
ALTER TABLE "regions" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "regions" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "regions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "representatives" ADD COLUMN "code" text DEFAULT nextval('record_codes')::text NOT NULL;--> statement-breakpoint
ALTER TABLE "representatives" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "representatives" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "external_codes_record_key" ON "external_codes" USING btree ("type","record_id","source");--> statement-breakpoint
CREATE UNIQUE INDEX "carriers_cnpj_key" ON "carriers" USING btree ("cnpj") WHERE cnpj <> '';--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "payment_plans" ADD CONSTRAINT "payment_plans_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_cnpj_unique" UNIQUE("cnpj");--> statement-breakpoint
ALTER TABLE "regions" ADD CONSTRAINT "regions_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "representatives" ADD CONSTRAINT "representatives_code_unique" UNIQUE("code");