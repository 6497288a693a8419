-- An erased customer has no document, like everybody without one: 'X' and ten digits were shown as the beginning of a CNPJ.
UPDATE "customers" SET "document" = 'S' || substr("document", 2), "personal_gone_at" = coalesce("personal_gone_at", "updated_at")
WHERE "document" ~ '^X[0-9]{10}$';
