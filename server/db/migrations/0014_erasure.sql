ALTER TABLE "chat_conversations" ADD COLUMN "cleared_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
-- The log no longer names the partner in emails to staff, so that erasing a partner need not search it.
UPDATE "email_notification_logs" SET "subject" = 'New messages from a partner'
	WHERE "type" = 'chat' AND "subject" LIKE 'New messages from %' AND "subject" <> 'New messages from the Partner Team';
