-- What is to be done and one partner's part of it: each task has a definition, also the task of one partner alone, whose definition has
-- the same id.
ALTER TABLE "shared_tasks" RENAME TO "task_definitions";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_pkey" TO "task_definitions_pkey";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_type_known" TO "task_definitions_type_known";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_file_type_known" TO "task_definitions_file_type_known";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_file_whole" TO "task_definitions_file_whole";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_owner_id_users_id_fk" TO "task_definitions_owner_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_series_id_task_series_id_fk" TO "task_definitions_series_id_task_series_id_fk";--> statement-breakpoint
ALTER TABLE "task_definitions" RENAME CONSTRAINT "shared_tasks_created_by_users_id_fk" TO "task_definitions_created_by_users_id_fk";--> statement-breakpoint
ALTER INDEX "shared_tasks_created" RENAME TO "task_definitions_created";--> statement-breakpoint
ALTER INDEX "shared_tasks_deleted" RENAME TO "task_definitions_deleted";--> statement-breakpoint
ALTER INDEX "shared_tasks_owner" RENAME TO "task_definitions_owner";--> statement-breakpoint
ALTER INDEX "shared_tasks_occurrence_unique" RENAME TO "task_definitions_occurrence_unique";--> statement-breakpoint
ALTER INDEX "shared_tasks_file_unique" RENAME TO "task_definitions_file_unique";--> statement-breakpoint
DROP INDEX "shared_tasks_due";--> statement-breakpoint
DROP TRIGGER "shared_tasks_stale" ON "task_definitions";--> statement-breakpoint
ALTER TRIGGER "shared_tasks_group_name" ON "task_definitions" RENAME TO "task_definitions_group_name";--> statement-breakpoint
ALTER TABLE "task_definitions" ADD COLUMN "is_for_one" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_tasks" RENAME COLUMN "shared_task_id" TO "definition_id";--> statement-breakpoint
ALTER TABLE "partner_tasks" RENAME CONSTRAINT "partner_tasks_shared_task_id_shared_tasks_id_fk" TO "partner_tasks_definition_id_task_definitions_id_fk";--> statement-breakpoint
ALTER INDEX "partner_tasks_shared_unique" RENAME TO "partner_tasks_definition_unique";--> statement-breakpoint
DROP INDEX "partner_tasks_alone_due";--> statement-breakpoint
DROP INDEX "partner_tasks_file_unique";--> statement-breakpoint
DROP INDEX "partner_tasks_shared_progress";--> statement-breakpoint
INSERT INTO "task_definitions" ("id", "task_name", "instructions", "due_date", "task_type", "file_path", "file_name", "file_type", "file_size",
	"file_sha256", "owner_id", "assigned_partner_ids", "is_for_one", "deleted_at", "created_by", "created_at", "updated_at")
SELECT "id", "task_name", "instructions", "due_date", "task_type", "file_path", "file_name", "file_type", "file_size",
	"file_sha256", "owner_id", ARRAY["partner_id"::text], true, "deleted_at", "created_by", "created_at", "updated_at"
FROM "partner_tasks" WHERE "definition_id" IS NULL;--> statement-breakpoint
-- Nothing that anyone reads changes: no page reads its tasks anew, and no webhook is sent.
ALTER TABLE "partner_tasks" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "partner_tasks" SET "definition_id" = "id" WHERE "definition_id" IS NULL;--> statement-breakpoint
ALTER TABLE "partner_tasks" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "partner_tasks" ALTER COLUMN "definition_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "task_definitions_due" ON "task_definitions" USING btree ("due_date","id","is_for_one") WHERE "task_definitions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_definitions_shared_due" ON "task_definitions" USING btree ("due_date","id") WHERE "task_definitions"."deleted_at" is null and not "task_definitions"."is_for_one";--> statement-breakpoint
CREATE INDEX "task_definitions_search" ON "task_definitions" USING gin (compared_text("task_name") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "partner_tasks_open_due";--> statement-breakpoint
CREATE INDEX "partner_tasks_open_due" ON "partner_tasks" USING btree ("due_date","id") WHERE "partner_tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "partner_tasks_progress" ON "partner_tasks" USING btree ("definition_id","status","due_date") WHERE "partner_tasks"."deleted_at" is null;--> statement-breakpoint
CREATE TRIGGER "task_definitions_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_definitions"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('task-definitions');
