ALTER TABLE "email_notification_logs" DROP CONSTRAINT "email_notification_logs_status_known";--> statement-breakpoint
DROP INDEX "resource_downloads_user";--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD COLUMN "user_id" uuid;--> statement-breakpoint
CREATE INDEX "email_notification_logs_user" ON "email_notification_logs" USING btree ("user_id","type","created_at");--> statement-breakpoint
CREATE INDEX "resource_downloads_user" ON "resource_downloads" USING btree ("user_id","resource_id","downloaded_at");--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD CONSTRAINT "email_notification_logs_status_known" CHECK ("email_notification_logs"."status" in ('queued', 'sent', 'failed', 'skipped'));--> statement-breakpoint
UPDATE "email_notification_logs" SET "user_id" = "users"."id" FROM "users"
WHERE lower("users"."email") = lower("email_notification_logs"."recipient");--> statement-breakpoint
-- What was deliberately not sent, by the reasons that were given until now.
UPDATE "email_notification_logs" SET "status" = 'skipped' WHERE "status" = 'failed' AND "error" IN (
	'The user was disabled before the email could be sent.',
	'The session ended before the email could be sent.',
	'This address has no active account.',
	'The user no longer exists.',
	'The messages were read before the email could be sent.',
	'The sign-in ended before the email could be sent.',
	'This address has no active account and was emailed so within a day.',
	'Nothing was open any more when the email was to be sent.',
	'The signature no longer exists.',
	'The messages were read before the email was sent.',
	'This address has no active account and was told so within the last day.',
	'Nothing was open by the time the email was sent.');--> statement-breakpoint
-- Only of failures, which staff see: all others come and go unseen.
CREATE TRIGGER "email_notification_logs_stale" AFTER UPDATE OF "status" ON "email_notification_logs"
	FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND 'failed' IN (OLD."status", NEW."status"))
	EXECUTE FUNCTION "tell_stale"('failed-emails');
