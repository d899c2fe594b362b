ALTER TABLE "announcement_reads" ADD COLUMN "partner_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "announcement_reads" AS "reads" SET "partner_ids" = ARRAY(
	SELECT "partner_id" FROM "partner_members" WHERE "partner_members"."user_id" = "reads"."user_id");--> statement-breakpoint
CREATE FUNCTION "add_partners_of_reader"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.partner_ids := ARRAY(SELECT partner_id FROM partner_members WHERE user_id = NEW.user_id);
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "announcement_reads_partners" BEFORE INSERT ON "announcement_reads"
	FOR EACH ROW EXECUTE FUNCTION "add_partners_of_reader"();
