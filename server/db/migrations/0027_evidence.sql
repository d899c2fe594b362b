CREATE TABLE "agreement_chains" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"hash" varchar(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_events" (
	"document_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"type" varchar(30) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"previous_hash" varchar(64) NOT NULL,
	"hash" varchar(64) NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "agreement_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "agreement_events_document_id_sequence_pk" PRIMARY KEY("document_id","sequence"),
	CONSTRAINT "agreement_events_type_known" CHECK ("agreement_events"."type" in ('created', 'terms_changed', 'opened', 'read_to_end', 'consented', 'signed', 'sealed', 'timestamped', 'copy_sent', 'downloaded', 'marked_signed', 'scan_added', 'taken_back', 'voided', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "document_seals" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email_id" uuid,
	"sealed_at" timestamp (3) with time zone,
	"sha256" varchar(64),
	"code" varchar(19),
	"timestamp" varchar(10) DEFAULT 'none' NOT NULL,
	CONSTRAINT "document_seals_timestamp_known" CHECK ("document_seals"."timestamp" in ('none', 'missing', 'included', 'apart')),
	CONSTRAINT "document_seals_whole" CHECK (num_nulls("document_seals"."sealed_at", "document_seals"."sha256", "document_seals"."code") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "signing_certificates" (
	"sha256" varchar(64) PRIMARY KEY NOT NULL,
	"certificate" "bytea" NOT NULL,
	"first_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_seals" ADD CONSTRAINT "document_seals_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_events_position_unique" ON "agreement_events" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "document_seals_code_unique" ON "document_seals" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "document_seals_sha256_unique" ON "document_seals" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "document_seals_due" ON "document_seals" USING btree ("due_at") WHERE "document_seals"."sealed_at" is null;--> statement-breakpoint
CREATE INDEX "document_seals_untimed" ON "document_seals" USING btree ("due_at") WHERE "document_seals"."timestamp" = 'missing';
--> statement-breakpoint
-- What proves something is only ever added to. ALWAYS: also where session_replication_role would skip ordinary triggers.
CREATE FUNCTION "evidence_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'evidence is only ever added to' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "agreement_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "agreement_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "agreement_events" ENABLE ALWAYS TRIGGER "agreement_events_append_only";
--> statement-breakpoint
CREATE TRIGGER "signing_certificates_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "signing_certificates"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "signing_certificates" ENABLE ALWAYS TRIGGER "signing_certificates_append_only";
--> statement-breakpoint
CREATE TRIGGER "document_signatures_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "document_signatures"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "document_signatures" ENABLE ALWAYS TRIGGER "document_signatures_append_only";
--> statement-breakpoint
-- Agreements are deleted in several ways, before they are signed: each ends its chain. The JSON is the canonical one of such an event.
CREATE FUNCTION "agreement_end_chain"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	chain public.agreement_chains;
	moment timestamp (3) with time zone := clock_timestamp();
	canonical text;
BEGIN
	PERFORM pg_advisory_xact_lock_shared(7223027);
	UPDATE public.agreement_chains SET sequence = sequence + 1 WHERE document_id = OLD.id RETURNING * INTO chain;
	IF FOUND THEN
		canonical := format('{"at":"%s","data":{},"documentId":"%s","previousHash":"%s","sequence":%s,"type":"withdrawn"}',
			to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), OLD.id, chain.hash, chain.sequence);
		INSERT INTO public.agreement_events (document_id, sequence, type, at, data, previous_hash, hash)
			VALUES (OLD.id, chain.sequence, 'withdrawn', moment, '{}', chain.hash, encode(sha256(convert_to(canonical, 'UTF8')), 'hex'));
		UPDATE public.agreement_chains SET hash = encode(sha256(convert_to(canonical, 'UTF8')), 'hex') WHERE document_id = OLD.id;
	END IF;
	RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_documents_end_chain" AFTER DELETE ON "partner_documents"
	FOR EACH ROW EXECUTE FUNCTION "agreement_end_chain"();
--> statement-breakpoint
-- What was signed before is sealed at the upgrade.
INSERT INTO "document_seals" ("document_id") SELECT "document_id" FROM "document_signatures";
