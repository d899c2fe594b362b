CREATE TABLE "activation_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"activation_id" uuid NOT NULL,
	"author_id" uuid,
	"body" varchar(4000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activation_comments" ADD CONSTRAINT "activation_comments_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."partner_activations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_comments" ADD CONSTRAINT "activation_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_comments_activation" ON "activation_comments" USING btree ("activation_id","created_at");--> statement-breakpoint
CREATE INDEX "activation_comments_author" ON "activation_comments" USING btree ("author_id");--> statement-breakpoint
-- Written by hand:
CREATE FUNCTION "tell_stale_of_activation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('stale', 'activations ' || partner_id) FROM partner_activations WHERE id = coalesce(NEW.activation_id, OLD.activation_id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activation_comments_stale" AFTER INSERT OR UPDATE OR DELETE ON "activation_comments"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_activation"();
