CREATE TABLE "definition_bundle_parts" (
	"bundle_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"content" jsonb NOT NULL,
	"content_before" jsonb,
	CONSTRAINT "definition_bundle_parts_bundle_id_kind_key_pk" PRIMARY KEY("bundle_id","kind","key")
);
--> statement-breakpoint
ALTER TABLE "definition_bundle_parts" ADD CONSTRAINT "definition_bundle_parts_bundle_id_definition_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."definition_bundles"("id") ON DELETE cascade ON UPDATE no action;