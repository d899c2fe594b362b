CREATE TABLE "chat_conversations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"partner_read_seq" integer DEFAULT 0 NOT NULL,
	"staff_read_seq" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "conversation_id" uuid GENERATED ALWAYS AS (case when is_support then receiver_id else sender_id end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "seq" integer;--> statement-breakpoint
UPDATE "chat_messages" SET "seq" = numbered.seq FROM (
	SELECT id, row_number() OVER (PARTITION BY conversation_id ORDER BY created_at, id) AS seq FROM "chat_messages"
) AS numbered WHERE numbered.id = "chat_messages"."id";--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "seq" SET NOT NULL;--> statement-breakpoint
INSERT INTO "chat_conversations" ("user_id", "last_seq", "partner_read_seq", "staff_read_seq", "last_message_at")
	SELECT conversation_id, max(seq), coalesce(max(seq) FILTER (WHERE NOT is_support), 0),
		coalesce(max(seq) FILTER (WHERE is_support), 0), max(created_at)
	FROM "chat_messages" GROUP BY conversation_id;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_conversations_newest" ON "chat_conversations" USING btree ("last_message_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "chat_conversations_unread" ON "chat_conversations" USING btree ("user_id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."staff_read_seq";--> statement-breakpoint
CREATE INDEX "chat_conversations_changed" ON "chat_conversations" USING btree ("changed_at");--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_conversation_id_chat_conversations_user_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_order" ON "chat_messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_client_unique" ON "chat_messages" USING btree ("conversation_id","sender_id","client_id");