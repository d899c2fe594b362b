-- A conversation belongs to a partner, or to a user who owns none. The rows keep their ids, which were those of users.
ALTER TABLE "chat_conversations" DROP CONSTRAINT "chat_conversations_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "chat_conversations" RENAME COLUMN "user_id" TO "id";--> statement-breakpoint
ALTER TABLE "chat_conversations" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "partner_id" uuid, ADD COLUMN "user_id" uuid;--> statement-breakpoint
UPDATE "chat_conversations" AS "chat" SET "partner_id" = "profile"."id", "user_id" = CASE WHEN "profile"."id" IS NULL THEN "account"."id" END
	FROM "users" AS "account" LEFT JOIN "partner_profiles" AS "profile" ON "profile"."user_id" = "account"."id"
	WHERE "account"."id" = "chat"."id";--> statement-breakpoint
INSERT INTO "chat_conversations" ("id", "partner_id", "user_id")
	SELECT "account"."id", "profile"."id", CASE WHEN "profile"."id" IS NULL THEN "account"."id" END
	FROM "users" AS "account" LEFT JOIN "partner_profiles" AS "profile" ON "profile"."user_id" = "account"."id"
	WHERE "profile"."id" IS NOT NULL OR "account"."role" = 'user' AND "account"."erased_at" IS NULL
	ON CONFLICT ("id") DO NOTHING;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_conversations_partner_unique" ON "chat_conversations" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_conversations_user_unique" ON "chat_conversations" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_of_one" CHECK (num_nonnulls("chat_conversations"."partner_id", "chat_conversations"."user_id") = 1);--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "conversation_id" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "chat_messages" RENAME CONSTRAINT "chat_messages_conversation_id_chat_conversations_user_id_fk" TO "chat_messages_conversation_id_chat_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "chat_notes" RENAME CONSTRAINT "chat_notes_conversation_id_chat_conversations_user_id_fk" TO "chat_notes_conversation_id_chat_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "chat_mails" RENAME CONSTRAINT "chat_mails_conversation_id_chat_conversations_user_id_fk" TO "chat_mails_conversation_id_chat_conversations_id_fk";--> statement-breakpoint
-- What staff wrote to an owner stays in the conversation of the partner when that user is deleted.
ALTER TABLE "chat_messages" DROP CONSTRAINT "chat_messages_receiver_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- There is a row for each user now, so the lists leave out those without messages by their indexes.
DROP INDEX "chat_conversations_newest";--> statement-breakpoint
DROP INDEX "chat_conversations_unread_first";--> statement-breakpoint
DROP INDEX "chat_conversations_open";--> statement-breakpoint
DROP INDEX "chat_conversations_assigned";--> statement-breakpoint
CREATE INDEX "chat_conversations_newest" ON "chat_conversations" USING btree ("last_message_at" DESC NULLS FIRST,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq";--> statement-breakpoint
CREATE INDEX "chat_conversations_unread_first" ON "chat_conversations" USING btree (("last_seq" > "staff_read_seq") desc,"last_message_at" DESC NULLS FIRST,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq";--> statement-breakpoint
CREATE INDEX "chat_conversations_open" ON "chat_conversations" USING btree ("last_message_at" DESC NULLS FIRST,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq" and "chat_conversations"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "chat_conversations_assigned" ON "chat_conversations" USING btree ("assigned_to","last_message_at" DESC NULLS FIRST,"id") WHERE "chat_conversations"."last_seq" > "chat_conversations"."cleared_seq" and "chat_conversations"."closed_at" is null;--> statement-breakpoint
CREATE TABLE "chat_reads" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_reads_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
INSERT INTO "chat_reads" SELECT "id", "id", "partner_read_seq" FROM "chat_conversations" WHERE "partner_read_seq" > 0;--> statement-breakpoint
INSERT INTO "chat_reads" SELECT "chat"."id", "member"."user_id", "chat"."last_seq"
	FROM "chat_conversations" AS "chat" JOIN "partner_members" AS "member" USING ("partner_id")
	WHERE "member"."user_id" <> "chat"."id" AND "chat"."last_seq" > 0;--> statement-breakpoint
ALTER TABLE "chat_reads" ADD CONSTRAINT "chat_reads_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reads" ADD CONSTRAINT "chat_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_reads_user" ON "chat_reads" USING btree ("user_id");--> statement-breakpoint
CREATE OR REPLACE VIEW "memberships" AS
	SELECT member.user_id, member.partner_id, profile.user_id = member.user_id AS is_owner,
		profile.user_id = member.user_id OR member.can_sign AS can_sign, member.accepted_at,
		profile.onboarding_status, profile.full_name, profile.business_name, owner.partner_group, member.id AS member_id,
		conversation.id AS conversation_id
	FROM partner_members member
	JOIN partner_profiles profile ON profile.id = member.partner_id
	JOIN users owner ON owner.id = profile.user_id
	-- An outer join costs nothing where nobody reads the column.
	LEFT JOIN chat_conversations conversation ON conversation.partner_id = member.partner_id
	WHERE member.user_id IS NOT NULL;--> statement-breakpoint
-- The id of a user is also that of their conversation, unless it is taken: after a change of the owner it stays with the partner.
CREATE FUNCTION "conversation_id_of"(wanted uuid) RETURNS uuid LANGUAGE sql AS $$
	SELECT CASE WHEN EXISTS (SELECT FROM chat_conversations WHERE id = wanted) THEN gen_random_uuid() ELSE wanted END
$$;--> statement-breakpoint
CREATE FUNCTION "add_conversations_of"(people uuid[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO chat_conversations (id, user_id) SELECT conversation_id_of(id), id FROM users
	WHERE id = ANY(people) AND role = 'user' AND erased_at IS NULL
		AND NOT EXISTS (SELECT FROM partner_profiles WHERE user_id = users.id)
	ON CONFLICT (user_id) DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION "add_conversations_of_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_conversations_of(ARRAY(SELECT id FROM added));
	RETURN NULL;
END
$$;--> statement-breakpoint
-- The argument names the column with the user who may need a conversation of their own from now on.
CREATE FUNCTION "add_conversation_of_former"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_conversations_of(ARRAY[(to_jsonb(OLD) ->> TG_ARGV[0])::uuid]);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_conversations" AFTER INSERT ON "users" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "add_conversations_of_added"();--> statement-breakpoint
CREATE TRIGGER "users_conversation_of_former_staff" AFTER UPDATE OF "role" ON "users"
	FOR EACH ROW WHEN (OLD.role <> 'user' AND NEW.role = 'user') EXECUTE FUNCTION "add_conversation_of_former"('id');--> statement-breakpoint
CREATE TRIGGER "partner_profiles_conversation_of_former_owner" AFTER DELETE OR UPDATE OF "user_id" ON "partner_profiles"
	FOR EACH ROW EXECUTE FUNCTION "add_conversation_of_former"('user_id');--> statement-breakpoint
-- The conversation of a user becomes that of the partner which they create.
CREATE FUNCTION "add_conversations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE chat_conversations AS chat SET partner_id = added.id, user_id = NULL FROM added WHERE chat.user_id = added.user_id;
	INSERT INTO chat_conversations (id, partner_id) SELECT conversation_id_of(user_id), id FROM added
	ON CONFLICT (partner_id) DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_profiles_conversations" AFTER INSERT ON "partner_profiles" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "add_conversations"();--> statement-breakpoint
-- A new member has read everything up to their joining. The owner has read what they had read before the profile.
CREATE FUNCTION "add_reads_of_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO chat_reads (conversation_id, user_id, read_seq) SELECT chat.id, NEW.user_id, chat.last_seq
	FROM chat_conversations AS chat JOIN partner_profiles AS profile ON profile.id = chat.partner_id
	WHERE profile.id = NEW.partner_id AND profile.user_id <> NEW.user_id
	ON CONFLICT (conversation_id, user_id) DO UPDATE SET read_seq = excluded.read_seq;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_members_reads" AFTER INSERT OR UPDATE OF "user_id" ON "partner_members"
	FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION "add_reads_of_member"();
