CREATE TABLE "record_owners" (
	"type" text PRIMARY KEY NOT NULL,
	"owners" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "record_imports" ADD COLUMN "kept" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "record_imports" ADD COLUMN "kept_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;