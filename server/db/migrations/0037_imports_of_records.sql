CREATE TABLE "import_presets" (
	"type" text NOT NULL,
	"name" text NOT NULL,
	"headings" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_presets_type_name_pk" PRIMARY KEY("type","name")
);
--> statement-breakpoint
CREATE TABLE "record_import_refusals" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"problems" jsonb NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "record_import_refusals_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "record_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"person_id" integer NOT NULL,
	"file_id" uuid,
	"file_name" text NOT NULL,
	"shape" jsonb NOT NULL,
	"heading_line" integer NOT NULL,
	"headings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preset" text,
	"status" text DEFAULT 'CONFERENCIA' NOT NULL,
	"dry_run" boolean DEFAULT true NOT NULL,
	"tried" boolean DEFAULT false NOT NULL,
	"total" integer,
	"last_line" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"equal" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure" text,
	"ip" text DEFAULT '' NOT NULL,
	"request_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_presets" ADD CONSTRAINT "import_presets_updated_by_people_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_import_refusals" ADD CONSTRAINT "record_import_refusals_import_id_record_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."record_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_imports" ADD CONSTRAINT "record_imports_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_imports" ADD CONSTRAINT "record_imports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_imports_person_idx" ON "record_imports" USING btree ("person_id","type","created_at");--> statement-breakpoint
CREATE INDEX "record_imports_created_idx" ON "record_imports" USING btree ("created_at");