CREATE TABLE "shared_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_type" varchar(40) NOT NULL,
	"appendix_a" jsonb,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"audience" text[] GENERATED ALWAYS AS (case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end) STORED NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_documents_type_known" CHECK ("shared_documents"."document_type" in ('nda', 'venue_partnership_agreement'))
);
--> statement-breakpoint
CREATE TABLE "shared_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_name" varchar(200) NOT NULL,
	"instructions" varchar(5000),
	"due_date" timestamp (3) with time zone NOT NULL,
	"task_type" varchar(40) NOT NULL,
	"file_path" varchar(1024),
	"file_name" varchar(255),
	"file_type" varchar(20),
	"file_size" bigint,
	"file_sha256" varchar(64),
	"owner_id" uuid,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"audience" text[] GENERATED ALWAYS AS (case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end) STORED NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_tasks_type_known" CHECK ("shared_tasks"."task_type" in ('physical', 'digital_social', 'ooh_screen_placement')),
	CONSTRAINT "shared_tasks_file_type_known" CHECK ("shared_tasks"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg')),
	CONSTRAINT "shared_tasks_file_whole" CHECK (num_nulls("shared_tasks"."file_path", "shared_tasks"."file_type", "shared_tasks"."file_size", "shared_tasks"."file_sha256") in (0, 4))
);
--> statement-breakpoint
DROP INDEX "partner_tasks_file_unique";--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "shared_document_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "shared_task_id" uuid;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD CONSTRAINT "shared_documents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_tasks" ADD CONSTRAINT "shared_tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_tasks" ADD CONSTRAINT "shared_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_documents_created" ON "shared_documents" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shared_tasks_created" ON "shared_tasks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shared_tasks_due" ON "shared_tasks" USING btree ("due_date") WHERE "shared_tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "shared_tasks_deleted" ON "shared_tasks" USING btree ("deleted_at") WHERE "shared_tasks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "shared_tasks_owner" ON "shared_tasks" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_tasks_file_unique" ON "shared_tasks" USING btree ("file_path");--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_shared_document_id_shared_documents_id_fk" FOREIGN KEY ("shared_document_id") REFERENCES "public"."shared_documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_shared_task_id_shared_tasks_id_fk" FOREIGN KEY ("shared_task_id") REFERENCES "public"."shared_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_documents_shared_unique" ON "partner_documents" USING btree ("shared_document_id","partner_id");--> statement-breakpoint
CREATE INDEX "partner_tasks_file" ON "partner_tasks" USING btree ("file_path");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_tasks_shared_unique" ON "partner_tasks" USING btree ("shared_task_id","partner_id");--> statement-breakpoint
CREATE INDEX "partner_tasks_shared_progress" ON "partner_tasks" USING btree ("shared_task_id","status","due_date") WHERE "partner_tasks"."shared_task_id" is not null and "partner_tasks"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_tasks_file_unique" ON "partner_tasks" USING btree ("file_path") WHERE "partner_tasks"."shared_task_id" is null;--> statement-breakpoint
ALTER TABLE "partner_documents" DROP COLUMN "assigned_partner_ids";--> statement-breakpoint
ALTER TABLE "partner_documents" DROP COLUMN "assigned_group";--> statement-breakpoint
ALTER TABLE "partner_tasks" DROP COLUMN "assigned_partner_ids";--> statement-breakpoint
ALTER TABLE "partner_tasks" DROP COLUMN "assigned_group";--> statement-breakpoint
-- Progress is read with the list, so that a change of a partner's row makes it out of date, too (see invalidations.ts).
CREATE TRIGGER "shared_tasks_stale" AFTER INSERT OR UPDATE OR DELETE ON "shared_tasks"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('shared-tasks');
--> statement-breakpoint
CREATE TRIGGER "shared_documents_stale" AFTER INSERT OR UPDATE OR DELETE ON "shared_documents"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('shared-documents');
