ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_events";--> statement-breakpoint
ALTER TABLE "obligations" ADD COLUMN "announced_for" date;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_events" CHECK ("webhook_endpoints"."events" <@ array['partner.created', 'partner.onboarding_completed', 'partner.member_added', 'document.signed', 'task.completed', 'activation.confirmed', 'obligation.due', 'payment.recorded', 'user.changed']);--> statement-breakpoint
CREATE FUNCTION "enqueue_event_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	profile "partner_profiles";
	content jsonb;
BEGIN
	IF NOT "wants_webhook"(TG_ARGV[0]) THEN RETURN NULL; END IF;
	SELECT * INTO profile FROM "partner_profiles" WHERE id = NEW.partner_id;
	IF TG_TABLE_NAME = 'payments' THEN
		content := jsonb_build_object('payment', jsonb_build_object('id', NEW.id, 'obligationId', NEW.obligation_id,
			'paidBy', NEW.paid_by, 'paidOn', NEW.paid_on, 'reversesId', NEW.reverses_id));
	ELSE
		content := jsonb_build_object('activation', jsonb_build_object('id', NEW.id, 'name', NEW.name,
			'startsAt', "webhook_time"(NEW.activation_date), 'endsAt', "webhook_time"(NEW.ends_at)));
	END IF;
	PERFORM "enqueue_webhook"(TG_ARGV[0], profile.user_id, content || jsonb_build_object('partner', jsonb_build_object(
		'id', profile.id, 'userId', profile.user_id, 'businessName', profile.business_name)));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "payments_webhook" AFTER INSERT ON "payments"
	FOR EACH ROW EXECUTE FUNCTION "enqueue_event_webhook"('payment.recorded');
--> statement-breakpoint
CREATE TRIGGER "partner_activations_added_webhook" AFTER INSERT ON "partner_activations"
	FOR EACH ROW WHEN (NEW."stage" = 'confirmed') EXECUTE FUNCTION "enqueue_event_webhook"('activation.confirmed');
--> statement-breakpoint
CREATE TRIGGER "partner_activations_webhook" AFTER UPDATE OF "stage" ON "partner_activations"
	FOR EACH ROW WHEN (NEW."stage" = 'confirmed' AND OLD."stage" <> 'confirmed') EXECUTE FUNCTION "enqueue_event_webhook"('activation.confirmed');
