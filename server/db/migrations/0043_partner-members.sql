-- The people of a partner. Each user of a profile becomes its owner and first member.
CREATE TABLE "partner_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"user_id" uuid,
	"email" varchar(254),
	"first_name" varchar(200),
	"last_name" varchar(200),
	"title" varchar(200),
	"can_sign" boolean DEFAULT false NOT NULL,
	"invited_by" uuid,
	"invited_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_members_accepted" CHECK (("partner_members"."user_id" is null) = ("partner_members"."accepted_at" is null)),
	CONSTRAINT "partner_members_invited" CHECK ("partner_members"."user_id" is not null or "partner_members"."email" is not null)
);
--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_members_user_unique" ON "partner_members" USING btree ("partner_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_members_invited_unique" ON "partner_members" USING btree ("partner_id",lower("email")) WHERE "partner_members"."user_id" is null;--> statement-breakpoint
CREATE INDEX "partner_members_user" ON "partner_members" USING btree ("user_id","accepted_at");--> statement-breakpoint
CREATE INDEX "partner_members_invited" ON "partner_members" USING btree (lower("email")) WHERE "partner_members"."user_id" is null;--> statement-breakpoint
-- A profile and its owner's membership are written in one transaction, whichever comes first.
CREATE FUNCTION "add_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_members (partner_id, user_id, can_sign, accepted_at)
	SELECT id, user_id, true, now() FROM added
	ON CONFLICT (partner_id, user_id) DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
INSERT INTO "partner_members" ("partner_id", "user_id", "can_sign", "accepted_at", "created_at", "updated_at")
SELECT "id", "user_id", true, "created_at", "created_at", "created_at" FROM "partner_profiles";--> statement-breakpoint
CREATE TRIGGER "partner_profiles_owners" AFTER INSERT ON "partner_profiles" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "add_owners"();--> statement-breakpoint
CREATE VIEW "memberships" AS
	SELECT member.user_id, member.partner_id, profile.user_id = member.user_id AS is_owner,
		profile.user_id = member.user_id OR member.can_sign AS can_sign, member.accepted_at,
		profile.onboarding_status, profile.full_name, profile.business_name, owner.partner_group
	FROM partner_members member
	JOIN partner_profiles profile ON profile.id = member.partner_id
	JOIN users owner ON owner.id = profile.user_id
	WHERE member.user_id IS NOT NULL;--> statement-breakpoint
-- The owner is always a member: a membership cannot be deleted while the profile names its user, nor a profile name somebody else.
ALTER TABLE "partner_profiles" ADD CONSTRAINT "partner_profiles_owner" FOREIGN KEY ("id", "user_id")
	REFERENCES "partner_members" ("partner_id", "user_id") DEFERRABLE INITIALLY DEFERRED;
