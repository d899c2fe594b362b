CREATE TABLE "audit_log_sending" (
	"is_on" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_sending_once" CHECK ("audit_log_sending"."is_on")
);
--> statement-breakpoint
CREATE TABLE "audit_log_unsent" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_unsent_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL
);
--> statement-breakpoint
-- Of all events only those of sessions may go, and only once they are a month old.
CREATE FUNCTION "audit_log_refuse_delete"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF starts_with(OLD.action, 'session.') AND OLD.at < now() - interval '30 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep" BEFORE DELETE ON "audit_log"
	FOR EACH ROW EXECUTE FUNCTION "audit_log_refuse_delete"();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER "audit_log_keep";
--> statement-breakpoint
DROP TRIGGER "audit_log_append_only" ON "audit_log";
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_refuse_change"();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER "audit_log_append_only";
--> statement-breakpoint
-- Runs as the owner of the table: the portal's own role may not delete. Some at a time, so that no statement takes long.
CREATE FUNCTION "delete_expired_session_events"("days" integer) RETURNS integer
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	deleted integer;
BEGIN
	IF coalesce(days, 0) < 30 THEN
		RAISE EXCEPTION 'events of sessions stay for 30 days at least' USING ERRCODE = 'invalid_parameter_value';
	END IF;
	DELETE FROM public.audit_log WHERE id IN (
		SELECT id FROM public.audit_log
		WHERE starts_with(action, 'session.') AND at < now() - make_interval(days => days)
		ORDER BY at LIMIT 5000);
	GET DIAGNOSTICS deleted = ROW_COUNT;
	RETURN deleted;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "delete_expired_session_events"(integer) FROM PUBLIC;
--> statement-breakpoint
-- An event is listed as unsent by the transaction that records it: rows with lower numbers that commit later are sent later.
CREATE FUNCTION "audit_log_list_unsent"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM public.audit_log_sending) THEN
		INSERT INTO public.audit_log_unsent (event_id) SELECT id FROM added;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_send" AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_list_unsent"();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER "audit_log_send";
--> statement-breakpoint
-- Lists what is there as unsent, and from then on what comes. The lock waits for transactions that have recorded an event and
-- could not see that the log is sent. It runs as the owner, because the portal's own role may not lock the table so.
CREATE FUNCTION "start_sending_audit_log"() RETURNS void
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM public.audit_log_sending) THEN
		RETURN;
	END IF;
	LOCK TABLE public.audit_log IN SHARE ROW EXCLUSIVE MODE;
	INSERT INTO public.audit_log_sending DEFAULT VALUES ON CONFLICT DO NOTHING;
	IF FOUND THEN
		INSERT INTO public.audit_log_unsent (event_id) SELECT id FROM public.audit_log ORDER BY at, id;
	END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "start_sending_audit_log"() FROM PUBLIC;
