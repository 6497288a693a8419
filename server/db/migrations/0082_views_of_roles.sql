CREATE TABLE "role_views" (
	"role_id" integer NOT NULL,
	"list" text NOT NULL,
	"view_id" integer NOT NULL,
	CONSTRAINT "role_views_role_id_list_pk" PRIMARY KEY("role_id","list")
);
--> statement-breakpoint
ALTER TABLE "default_views" ALTER COLUMN "view_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "role_views" ADD CONSTRAINT "role_views_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_views" ADD CONSTRAINT "role_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "role_views_view_idx" ON "role_views" USING btree ("view_id");