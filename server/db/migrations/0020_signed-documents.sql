ALTER TABLE "document_signatures" ADD COLUMN "company_name" text;--> statement-breakpoint
-- Every text that was signed until now names the company in this line.
UPDATE "document_signatures" SET "company_name" = coalesce(substring("agreement_text" from 'For the Company: ([^\n]*), by offering this Agreement'), '');--> statement-breakpoint
ALTER TABLE "document_signatures" ALTER COLUMN "company_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "file_name" varchar(255);--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "file_type" varchar(20);--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "file_size" bigint;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "file_sha256" varchar(64);--> statement-breakpoint
CREATE UNIQUE INDEX "partner_documents_path_unique" ON "partner_documents" USING btree ("document_path");--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_file_type_known" CHECK ("partner_documents"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'));--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_file_whole" CHECK (num_nulls("partner_documents"."document_path", "partner_documents"."file_type", "partner_documents"."file_size", "partner_documents"."file_sha256") in (0, 4));