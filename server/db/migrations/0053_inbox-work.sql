CREATE TABLE "chat_conversation_labels" (
	"conversation_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "chat_conversation_labels_conversation_id_label_id_pk" PRIMARY KEY("conversation_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "chat_labels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(40) NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "chat_conversations_newest";--> statement-breakpoint
DROP INDEX "chat_conversations_unread_first";--> statement-breakpoint
DROP INDEX "chat_conversations_open";--> statement-breakpoint
DROP INDEX "chat_conversations_closed";--> statement-breakpoint
DROP INDEX "chat_conversations_assigned";--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "snoozed_by" uuid;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_conversation_labels" ADD CONSTRAINT "chat_conversation_labels_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_conversation_labels" ADD CONSTRAINT "chat_conversation_labels_label_id_chat_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."chat_labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_conversation_labels_label" ON "chat_conversation_labels" USING btree ("label_id","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_labels_name_unique" ON "chat_labels" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_snoozed_by_users_id_fk" FOREIGN KEY ("snoozed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_conversations_waiting_for_us" ON "chat_conversations" USING btree (greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq" and "chat_conversations"."closed_at" is null and "chat_conversations"."snoozed_until" is null and "chat_conversations"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "chat_conversations_waiting_for_partner" ON "chat_conversations" USING btree (greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq" and "chat_conversations"."closed_at" is null and "chat_conversations"."snoozed_until" is null and "chat_conversations"."waiting_since" is null;--> statement-breakpoint
CREATE INDEX "chat_conversations_snoozed" ON "chat_conversations" USING btree ("snoozed_until","id") WHERE "chat_conversations"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX "chat_conversations_newest" ON "chat_conversations" USING btree (greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq";--> statement-breakpoint
CREATE INDEX "chat_conversations_unread_first" ON "chat_conversations" USING btree (("last_seq" > "staff_read_seq") desc,greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq";--> statement-breakpoint
CREATE INDEX "chat_conversations_open" ON "chat_conversations" USING btree (greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq" and "chat_conversations"."closed_at" is null and "chat_conversations"."snoozed_until" is null;--> statement-breakpoint
CREATE INDEX "chat_conversations_closed" ON "chat_conversations" USING btree (greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_conversations_assigned" ON "chat_conversations" USING btree ("assigned_to",greatest("last_message_at", "returned_at") desc,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq" and "chat_conversations"."closed_at" is null and "chat_conversations"."snoozed_until" is null;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_snoozed_open" CHECK ("chat_conversations"."snoozed_until" is null or "chat_conversations"."closed_at" is null);--> statement-breakpoint
-- An open conversation in which the partner wrote last waits for the team, also if it was closed in between.
UPDATE "chat_conversations" AS "chat" SET "waiting_since" = "unanswered"."since"
FROM (
	SELECT "id", (
		SELECT min("created_at") FROM "chat_messages"
		WHERE "conversation_id" = "conversation"."id" AND NOT "is_support" AND "seq" > coalesce((
			SELECT max("seq") FROM "chat_messages" AS "reply"
			WHERE "reply"."conversation_id" = "conversation"."id" AND "is_support" AND "kind" = 'said'), 0)) AS "since"
	FROM "chat_conversations" AS "conversation"
	WHERE "last_seq" > "cleared_seq" AND "closed_at" IS NULL AND "waiting_since" IS NULL) AS "unanswered"
WHERE "chat"."id" = "unanswered"."id" AND "unanswered"."since" IS NOT NULL;
