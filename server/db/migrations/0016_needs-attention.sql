ALTER TABLE "chat_conversations" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "chat_conversations_waiting" ON "chat_conversations" USING btree ("waiting_since","user_id") WHERE "chat_conversations"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "email_notification_logs_failed" ON "email_notification_logs" USING btree ("created_at") WHERE "email_notification_logs"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "partner_documents_pending" ON "partner_documents" USING btree ("created_at","id") WHERE "partner_documents"."status" = 'pending';--> statement-breakpoint
-- The first message of the partner after the last one that staff wrote.
UPDATE "chat_conversations" SET "waiting_since" = (
	SELECT min("unanswered"."created_at") FROM "chat_messages" AS "unanswered"
	WHERE "unanswered"."conversation_id" = "chat_conversations"."user_id" AND NOT "unanswered"."is_support"
		AND "unanswered"."seq" > coalesce((
			SELECT max("answer"."seq") FROM "chat_messages" AS "answer"
			WHERE "answer"."conversation_id" = "chat_conversations"."user_id" AND "answer"."is_support" AND "answer"."kind" = 'said'), 0))
WHERE "closed_at" IS NULL;
