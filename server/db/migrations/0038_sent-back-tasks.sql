ALTER TABLE "partner_tasks" ADD COLUMN "sent_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "sent_back_reason" varchar(4000);--> statement-breakpoint
-- What was sent back before and is open still: the comment was written in the transaction of the activity.
UPDATE "partner_tasks" SET "sent_back_at" = "sent"."at", "sent_back_reason" = "sent"."reason"
FROM (
	SELECT DISTINCT ON ("comment"."task_id") "comment"."task_id", "comment"."created_at" AS "at", "comment"."body" AS "reason"
	FROM "partner_activities" "activity"
	JOIN "task_comments" "comment"
		ON "comment"."task_id" = ("activity"."metadata" ->> 'taskId')::uuid AND "comment"."created_at" = "activity"."created_at"
	WHERE "activity"."activity_type" = 'task_sent_back'
	ORDER BY "comment"."task_id", "comment"."created_at" DESC
) "sent"
WHERE "partner_tasks"."id" = "sent"."task_id" AND "partner_tasks"."status" <> 'completed';
