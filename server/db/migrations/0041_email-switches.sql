ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "email_off" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
-- What was switched off stays off.
UPDATE "user_email_preferences" SET "email_off" = array_remove(ARRAY[
  CASE WHEN NOT "welcome_emails" THEN 'welcomeEmails' END,
  CASE WHEN NOT "role_change_notifications" THEN 'roleChangeNotifications' END,
  CASE WHEN NOT "task_assignments" THEN 'taskAssignments' END,
  CASE WHEN NOT "task_reminders" THEN 'taskReminders' END,
  CASE WHEN NOT "task_overdue" THEN 'taskOverdue' END,
  CASE WHEN NOT "resource_notifications" THEN 'resourceNotifications' END,
  CASE WHEN NOT "weekly_digests" THEN 'weeklyDigests' END,
  CASE WHEN NOT "chat_messages" THEN 'chatMessages' END,
  CASE WHEN NOT "task_updates" THEN 'taskUpdates' END,
  CASE WHEN NOT "agreement_emails" THEN 'agreementEmails' END,
  CASE WHEN NOT "agreement_updates" THEN 'agreementUpdates' END,
  CASE WHEN NOT "announcement_emails" THEN 'announcementEmails' END,
  CASE WHEN NOT "webhook_emails" THEN 'webhookEmails' END
], NULL);--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "welcome_emails";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "role_change_notifications";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "task_assignments";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "task_reminders";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "task_overdue";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "resource_notifications";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "weekly_digests";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "chat_messages";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "task_updates";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "agreement_emails";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "agreement_updates";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "announcement_emails";--> statement-breakpoint
ALTER TABLE "user_email_preferences" DROP COLUMN "webhook_emails";