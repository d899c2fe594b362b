CREATE TABLE "attention_marks" (
	"kind" varchar(40) NOT NULL,
	"subject_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"marked_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attention_marks_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "attention_marks_kind_known" CHECK ("attention_marks"."kind" in ('tasksToReview', 'overdueTasks', 'declinedDocuments', 'unsignedDocuments', 'unsealedDocuments', 'documentsToCountersign', 'stalledPartners', 'failedEmails'))
);
--> statement-breakpoint
ALTER TABLE "attention_marks" ADD CONSTRAINT "attention_marks_marked_by_users_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attention_marks_created" ON "attention_marks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "attention_marks_marked_by" ON "attention_marks" USING btree ("marked_by");--> statement-breakpoint
CREATE TRIGGER "attention_marks_stale" AFTER INSERT OR UPDATE OR DELETE ON "attention_marks"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('attention');
--> statement-breakpoint
CREATE INDEX "partner_activations_search" ON "partner_activations" USING gin (compared_text("name") gin_trgm_ops);
