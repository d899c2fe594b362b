ALTER TABLE "partner_activities" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "partner_activities" ADD COLUMN "sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "partner_activities_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "task_series" ADD COLUMN "last_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "email_notification_logs_search" ON "email_notification_logs" USING gin (lower("recipient" || ' ' || "subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partner_activations_time" ON "partner_activations" USING gist (tstzrange("activation_date", coalesce("ends_at", "activation_date"), '[]'));--> statement-breakpoint
CREATE INDEX "partner_tasks_alone_due" ON "partner_tasks" USING btree ("due_date","id") WHERE "partner_tasks"."shared_task_id" is null and "partner_tasks"."deleted_at" is null;