ALTER TABLE "object_uploads" DROP CONSTRAINT "object_uploads_purpose_known";--> statement-breakpoint
ALTER TABLE "task_proofs" ADD COLUMN "thumbnail_size" integer;--> statement-breakpoint
CREATE INDEX "partner_activities_task" ON "partner_activities" USING btree (("metadata" ->> 'taskId'),"created_at") WHERE ("partner_activities"."metadata" ->> 'taskId') is not null;--> statement-breakpoint
ALTER TABLE "object_uploads" ADD CONSTRAINT "object_uploads_purpose_known" CHECK ("object_uploads"."purpose" in ('library', 'chat', 'proof'));--> statement-breakpoint
-- What shows a task shows its comments and proofs, too.
CREATE FUNCTION "tell_stale_of_task"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('stale', 'tasks ' || partner_id) FROM partner_tasks WHERE id = coalesce(NEW.task_id, OLD.task_id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "task_comments_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_comments"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_task"();
--> statement-breakpoint
CREATE TRIGGER "task_proofs_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_proofs"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_task"();
