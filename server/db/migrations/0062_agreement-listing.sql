-- The name of the event was looked for among all earlier agreements, not only those of the partner, whenever the plan had been made while the
-- table was small. The offset makes every plan read the agreements of the partner first.
CREATE OR REPLACE FUNCTION "set_document_listing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	holder record;
BEGIN
	SELECT full_name, business_name, event_name INTO holder FROM partner_profiles WHERE id = NEW.partner_id;
	NEW.event_name := left(trim(CASE
		WHEN NEW.document_type <> 'venue_partnership_agreement' THEN NULL
		WHEN NEW.appendix_a IS NOT NULL THEN NEW.appendix_a ->> 'eventName'
		WHEN NOT EXISTS (
			SELECT FROM (
				SELECT created_at, id FROM partner_documents
				WHERE partner_id = NEW.partner_id AND document_type = NEW.document_type OFFSET 0) own
			WHERE (own.created_at, own.id) < (NEW.created_at, NEW.id)
		) THEN holder.event_name
	END), 200);
	NEW.event_name := nullif(NEW.event_name, '');
	NEW.search_text := compared_text(concat_ws(' ', holder.full_name, holder.business_name, NEW.event_name));
	RETURN NEW;
END
$$;
