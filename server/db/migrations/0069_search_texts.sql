DROP INDEX "payments_search";--> statement-breakpoint
DROP INDEX "partner_activations_search";--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "search_text" text GENERATED ALWAYS AS (compared_text(name || ' ' || coalesce(place, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "search_text" text GENERATED ALWAYS AS (compared_text(coalesce(reference, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "obligations_late" ON "obligations" USING btree ("due_on") WHERE "obligations"."status" = 'open' and "obligations"."kind" not in ('cancellation', 'short_cancellation', 'setup', 'end', 'exclusivity');--> statement-breakpoint
CREATE INDEX "partner_activations_search" ON "partner_activations" USING gin ("search_text" gin_trgm_ops);