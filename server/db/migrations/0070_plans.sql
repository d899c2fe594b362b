CREATE TABLE "activation_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"activation_id" uuid NOT NULL,
	"author_id" uuid,
	"body" varchar(4000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_subject";--> statement-breakpoint
ALTER TABLE "task_sets" DROP CONSTRAINT "task_sets_trigger_known";--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "activation_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "activation_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "plan_days" smallint;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "plan_weekdays" boolean;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "plan_time_zone" varchar(64);--> statement-breakpoint
ALTER TABLE "task_set_templates" ADD COLUMN "event_days" smallint;--> statement-breakpoint
ALTER TABLE "task_sets" ADD COLUMN "weekdays_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activation_comments" ADD CONSTRAINT "activation_comments_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."partner_activations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_comments" ADD CONSTRAINT "activation_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_comments_activation" ON "activation_comments" USING btree ("activation_id","created_at");--> statement-breakpoint
CREATE INDEX "activation_comments_author" ON "activation_comments" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_plan_id_task_sets_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."task_sets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_activations_plan" ON "partner_activations" USING btree ("plan_id") WHERE "partner_activations"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_activation" ON "notifications" USING btree ("activation_id") WHERE "notifications"."activation_id" is not null;--> statement-breakpoint
CREATE INDEX "partner_tasks_activation" ON "partner_tasks" USING btree ("activation_id") WHERE "partner_tasks"."activation_id" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_subject" CHECK (num_nonnulls("notifications"."task_id", "notifications"."document_id", "notifications"."resource_id", "notifications"."announcement_id", "notifications"."activation_id") <= 1);--> statement-breakpoint
ALTER TABLE "task_set_templates" ADD CONSTRAINT "task_set_templates_days" CHECK ("task_set_templates"."event_days" between -365 and 365);--> statement-breakpoint
ALTER TABLE "task_sets" ADD CONSTRAINT "task_sets_trigger_known" CHECK ("task_sets"."given_when" in ('never', 'onboarding', 'group', 'event'));--> statement-breakpoint
-- Written by hand:
-- The schema of activations refers to that of partners, so Drizzle cannot name this key.
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "partner_activations"("id") ON DELETE set null;
--> statement-breakpoint
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
