ALTER TABLE "partner_members" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
-- What somebody did before their profile counts for the partner.
CREATE OR REPLACE FUNCTION "add_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_members (partner_id, user_id, can_sign, accepted_at, last_seen_at)
	SELECT added.id, added.user_id, true, now(), account.last_seen_at
	FROM added JOIN users AS account ON account.id = added.user_id
	ON CONFLICT (partner_id, user_id) DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- When a person was last seen changes each minute, and no page follows that.
DROP TRIGGER "partner_members_notice" ON "partner_members";--> statement-breakpoint
CREATE TRIGGER "partner_members_notice" AFTER DELETE OR UPDATE OF
	"user_id", "email", "first_name", "last_name", "title", "can_sign", "invited_at", "accepted_at", "ownership_offered_at" ON "partner_members"
	FOR EACH ROW EXECUTE FUNCTION "announce_member"();--> statement-breakpoint
-- Nobody belonged to several partners before, so everyone was last seen at the partner that they belong to.
UPDATE "partner_members" AS "member" SET "last_seen_at" = "account"."last_seen_at" FROM "users" AS "account"
	WHERE "account"."id" = "member"."user_id" AND "account"."last_seen_at" IS NOT NULL;
