CREATE INDEX "obligations_amount" ON "obligations" USING btree ("amount_cents" asc nulls last,"due_on","id");--> statement-breakpoint
CREATE INDEX "obligations_amount_down" ON "obligations" USING btree ("amount_cents" desc nulls last,"due_on","id");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("amount_cents","paid_on","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_search" ON "payments" USING gin (compared_text(coalesce("reference", '')) gin_trgm_ops);