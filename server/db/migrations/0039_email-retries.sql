ALTER TABLE "email_notification_logs" DROP CONSTRAINT "email_notification_logs_status_known";--> statement-breakpoint
DROP INDEX "email_notification_logs_failed";--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD CONSTRAINT "email_notification_logs_status_known" CHECK ("email_notification_logs"."status" in ('queued', 'retrying', 'sent', 'failed', 'refused', 'bounced', 'skipped'));--> statement-breakpoint
CREATE OR REPLACE TRIGGER "email_notification_logs_failed_stale" AFTER UPDATE OF "status" ON "email_notification_logs"
	FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND (OLD."status" IN ('retrying', 'failed', 'refused', 'bounced') OR NEW."status" IN ('retrying', 'failed', 'refused', 'bounced')))
	EXECUTE FUNCTION "tell_stale"('failed-emails');--> statement-breakpoint
-- Until now a failed one was tried again for more than a day.
UPDATE "email_notification_logs" SET "status" = 'retrying' WHERE "status" = 'failed' AND "created_at" > now() - interval '2 days';
