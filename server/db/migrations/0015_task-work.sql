CREATE TABLE "task_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"author_id" uuid,
	"body" varchar(4000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"file_path" varchar(1024) NOT NULL,
	"file_name" varchar(255),
	"file_type" varchar(20) NOT NULL,
	"file_size" bigint NOT NULL,
	"file_sha256" varchar(64) NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_proofs_file_type_known" CHECK ("task_proofs"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'))
);
--> statement-breakpoint
CREATE TABLE "activation_resources" (
	"activation_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	CONSTRAINT "activation_resources_activation_id_resource_id_pk" PRIMARY KEY("activation_id","resource_id")
);
--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "time_zone" varchar(64);--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "place" varchar(200);--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "description" varchar(5000);--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "instructions" varchar(5000);--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "accepted_by" uuid;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_task_id_partner_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."partner_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_task_id_partner_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."partner_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_resources" ADD CONSTRAINT "activation_resources_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."partner_activations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_resources" ADD CONSTRAINT "activation_resources_resource_id_resource_files_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resource_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_comments_task" ON "task_comments" USING btree ("task_id","created_at");--> statement-breakpoint
CREATE INDEX "task_comments_author" ON "task_comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_proofs_file_unique" ON "task_proofs" USING btree ("file_path");--> statement-breakpoint
CREATE INDEX "task_proofs_task" ON "task_proofs" USING btree ("task_id","created_at");--> statement-breakpoint
CREATE INDEX "task_proofs_uploaded_by" ON "task_proofs" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "activation_resources_resource" ON "activation_resources" USING btree ("resource_id");--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_tasks_owner" ON "partner_tasks" USING btree ("owner_id","due_date");--> statement-breakpoint
CREATE INDEX "partner_tasks_due" ON "partner_tasks" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "partner_tasks_deleted" ON "partner_tasks" USING btree ("deleted_at") WHERE "partner_tasks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "partner_tasks_accepted_by" ON "partner_tasks" USING btree ("accepted_by");--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_ends_after_start" CHECK ("partner_activations"."ends_at" > "partner_activations"."activation_date");