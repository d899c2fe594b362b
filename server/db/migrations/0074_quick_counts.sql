DROP INDEX "partner_activations_created";--> statement-breakpoint
DROP INDEX "obligations_open_due";--> statement-breakpoint
CREATE INDEX "partner_activations_created" ON "partner_activations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "obligations_open_due" ON "obligations" USING btree ("due_on","id","kind","owed_by","time_zone") WHERE "obligations"."status" = 'open';