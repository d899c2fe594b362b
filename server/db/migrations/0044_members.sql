-- Invitations to a partner, and offers to become its owner.
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_events";--> statement-breakpoint
ALTER TABLE "partner_members" ADD COLUMN "ownership_offered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_members" ADD COLUMN "ownership_offered_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "may_create_profile" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_ownership_offered_by_users_id_fk" FOREIGN KEY ("ownership_offered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_members_offer_unique" ON "partner_members" USING btree ("partner_id") WHERE "partner_members"."ownership_offered_at" is not null;--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_offer" CHECK ("partner_members"."ownership_offered_at" is null or "partner_members"."user_id" is not null);--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_events" CHECK ("webhook_endpoints"."events" <@ array['partner.created', 'partner.onboarding_completed', 'partner.member_added', 'document.signed', 'task.completed', 'user.changed']);--> statement-breakpoint
CREATE OR REPLACE VIEW "memberships" AS
	SELECT member.user_id, member.partner_id, profile.user_id = member.user_id AS is_owner,
		profile.user_id = member.user_id OR member.can_sign AS can_sign, member.accepted_at,
		profile.onboarding_status, profile.full_name, profile.business_name, owner.partner_group, member.id AS member_id
	FROM partner_members member
	JOIN partner_profiles profile ON profile.id = member.partner_id
	JOIN users owner ON owner.id = profile.user_id
	WHERE member.user_id IS NOT NULL;--> statement-breakpoint
-- Rows of owners come with their profile, which has its own notice. The notice names the person, whose pages show the invitation.
CREATE FUNCTION "announce_member"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person uuid := coalesce(NEW.user_id, OLD.user_id);
BEGIN
	IF person IS NULL THEN
		SELECT id INTO person FROM users WHERE lower(email) = lower(coalesce(NEW.email, OLD.email));
	END IF;
	PERFORM pg_notify('stale', 'members ' || coalesce(NEW.partner_id, OLD.partner_id) || ' ' || coalesce(person::text, ''));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_members_invited_notice" AFTER INSERT ON "partner_members"
	FOR EACH ROW WHEN (NEW."invited_at" IS NOT NULL) EXECUTE FUNCTION "announce_member"();--> statement-breakpoint
CREATE TRIGGER "partner_members_notice" AFTER UPDATE OR DELETE ON "partner_members"
	FOR EACH ROW EXECUTE FUNCTION "announce_member"();--> statement-breakpoint
CREATE FUNCTION "enqueue_member_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	account "users";
	profile "partner_profiles";
BEGIN
	IF NOT "wants_webhook"('partner.member_added') THEN RETURN NULL; END IF;
	SELECT * INTO account FROM "users" WHERE id = NEW.user_id;
	SELECT * INTO profile FROM "partner_profiles" WHERE id = NEW.partner_id;
	PERFORM "enqueue_webhook"('partner.member_added', account.id, jsonb_build_object(
		'member', jsonb_build_object('id', NEW.id, 'title', NEW.title, 'canSign', NEW.can_sign),
		'user', "webhook_user"(account),
		'partner', jsonb_build_object('id', profile.id, 'userId', profile.user_id, 'businessName', profile.business_name)));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_members_webhook" AFTER UPDATE OF "user_id" ON "partner_members"
	FOR EACH ROW WHEN (OLD."user_id" IS NULL AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "enqueue_member_webhook"();
