ALTER TABLE "partner_activations" ADD COLUMN "definition_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "stage" varchar(20) DEFAULT 'planned' NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "arrival" varchar(5000);--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "contacts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_activations_date" ON "partner_activations" USING btree ("activation_date","id");--> statement-breakpoint
CREATE INDEX "partner_activations_definition" ON "partner_activations" USING btree ("definition_id") WHERE "partner_activations"."definition_id" is not null;--> statement-breakpoint
CREATE INDEX "partner_activations_document" ON "partner_activations" USING btree ("document_id") WHERE "partner_activations"."document_id" is not null;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_stage_known" CHECK ("partner_activations"."stage" in ('planned', 'confirmed', 'done', 'canceled'));--> statement-breakpoint
-- An event that was canceled did not take place, so reports no longer count it.
CREATE OR REPLACE VIEW "report_facts" AS
	SELECT 'partner_new' AS metric, profile.id AS subject_id, profile.created_at AS at, profile.id AS partner_id, NULL::varchar AS kind,
		NULL::double precision AS value
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id WHERE owner.erased_at IS NULL
	UNION ALL
	SELECT 'partner_lost', profile.id, owner.disabled_at, profile.id, NULL, NULL
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id
	WHERE owner.disabled_at IS NOT NULL AND owner.erased_at IS NULL
	UNION ALL
	SELECT 'partner_stalled', profile.id, greatest(profile.created_at + make_interval(days => stalled_days), settings.updated_at), profile.id, NULL, NULL
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id CROSS JOIN report_settings settings
	WHERE profile.onboarding_status <> 'completed' AND owner.disabled_at IS NULL
		AND profile.created_at + make_interval(days => stalled_days) <= now()
	UNION ALL
	SELECT 'agreement_sent', id, created_at, partner_id, document_type, NULL FROM partner_documents
	UNION ALL
	SELECT 'agreement_signed', id, signed_at, partner_id, document_type, greatest(0, extract(epoch FROM signed_at - created_at) / 86400)
	FROM partner_documents WHERE status = 'signed' AND voided_at IS NULL
	UNION ALL
	SELECT 'task_given', id, created_at, partner_id, task_type, NULL FROM partner_tasks WHERE deleted_at IS NULL
	UNION ALL
	SELECT 'task_done', id, updated_at, partner_id, task_type, NULL FROM partner_tasks WHERE deleted_at IS NULL AND status = 'completed'
	UNION ALL
	SELECT 'task_late', id, greatest(due_date, CASE WHEN status <> 'completed' THEN updated_at END), partner_id, task_type, NULL
	FROM partner_tasks task
	WHERE deleted_at IS NULL AND due_date < now() AND (status <> 'completed' OR due_date < coalesce((
		SELECT CASE WHEN done.corrects_at IS NULL THEN done.at END FROM report_entries done
		WHERE done.subject_id = task.id AND done.metric = 'task_done' ORDER BY done.id DESC LIMIT 1), updated_at))
	UNION ALL
	SELECT 'activation', id, greatest(activation_date, updated_at), partner_id, NULL, NULL
	FROM partner_activations WHERE activation_date <= now() AND stage <> 'canceled';
