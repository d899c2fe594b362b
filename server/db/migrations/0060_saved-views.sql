CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(80) NOT NULL,
	"compared_name" text GENERATED ALWAYS AS (compared_text(name)) STORED NOT NULL,
	"owner_id" uuid,
	"is_shared" boolean NOT NULL,
	"filter" json NOT NULL,
	"sort" varchar(20) NOT NULL,
	"columns" varchar(400),
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "assigned_view_id" uuid;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "assigned_view_id" uuid;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD COLUMN "assigned_view_id" uuid;--> statement-breakpoint
ALTER TABLE "task_definitions" ADD COLUMN "assigned_view_id" uuid;--> statement-breakpoint
ALTER TABLE "task_series" ADD COLUMN "assigned_view_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_name_unique" ON "saved_views" USING btree ("owner_id","compared_name") WHERE "saved_views"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared_name_unique" ON "saved_views" USING btree ("compared_name") WHERE "saved_views"."is_shared" and "saved_views"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_views_owner" ON "saved_views" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_assigned_view_id_saved_views_id_fk" FOREIGN KEY ("assigned_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_assigned_view_id_saved_views_id_fk" FOREIGN KEY ("assigned_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD CONSTRAINT "shared_documents_assigned_view_id_saved_views_id_fk" FOREIGN KEY ("assigned_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_definitions" ADD CONSTRAINT "task_definitions_assigned_view_id_saved_views_id_fk" FOREIGN KEY ("assigned_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_series" ADD CONSTRAINT "task_series_assigned_view_id_saved_views_id_fk" FOREIGN KEY ("assigned_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_view" ON "announcements" USING btree ("assigned_view_id") WHERE "announcements"."assigned_view_id" is not null;--> statement-breakpoint
CREATE INDEX "resource_files_view" ON "resource_files" USING btree ("assigned_view_id") WHERE "resource_files"."assigned_view_id" is not null;--> statement-breakpoint
CREATE INDEX "shared_documents_view" ON "shared_documents" USING btree ("assigned_view_id") WHERE "shared_documents"."assigned_view_id" is not null;--> statement-breakpoint
CREATE INDEX "task_definitions_view" ON "task_definitions" USING btree ("assigned_view_id") WHERE "task_definitions"."assigned_view_id" is not null;--> statement-breakpoint
CREATE INDEX "task_series_view" ON "task_series" USING btree ("assigned_view_id") WHERE "task_series"."assigned_view_id" is not null;--> statement-breakpoint
CREATE TRIGGER "saved_views_stale" AFTER INSERT OR UPDATE OR DELETE ON "saved_views"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('views');
