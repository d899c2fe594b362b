CREATE TABLE "announcement_audiences" (
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "announcement_audiences_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "ended_partners" integer;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "ended_read" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "detail_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "is_joined_later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "is_joined_later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_time_zone_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_audiences" ADD CONSTRAINT "announcement_audiences_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_audiences" ADD CONSTRAINT "announcement_audiences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_audiences_user" ON "announcement_audiences" USING btree ("user_id");--> statement-breakpoint
-- Until now a zone was only ever chosen.
UPDATE "users" SET "is_time_zone_chosen" = true WHERE "time_zone" IS NOT NULL;--> statement-breakpoint
-- What says the due date of a task is shown in the zone of its reader from now on.
UPDATE "notifications" SET "detail" = replace("notifications"."detail", ' ' || day.written, ''), "detail_at" = "task"."due_date"
FROM "partner_tasks" "task", "users" "account",
	LATERAL (SELECT to_char(local_time("task"."due_date", "account"."time_zone"), 'Mon FMDD, YYYY') AS written) day
WHERE "task"."id" = "notifications"."task_id" AND "account"."id" = "notifications"."user_id"
	AND "notifications"."detail" IN ('Due ' || day.written, 'Was due ' || day.written);--> statement-breakpoint
UPDATE "notifications" SET "detail" = 'Waiting since', "detail_at" = "document"."created_at"
FROM "partner_documents" "document"
WHERE "document"."id" = "notifications"."document_id" AND "notifications"."detail" LIKE 'Waiting since %';
