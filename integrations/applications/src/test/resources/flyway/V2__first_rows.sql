INSERT INTO account (owner) VALUES ('${first}'), ('it''s; quoted');
CREATE INDEX posting_account ON posting (account_id);
ALTER TABLE account ADD COLUMN closed BOOLEAN DEFAULT FALSE NOT NULL;
CREATE SEQUENCE posting_number;
CREATE PROCEDURE postings (of BIGINT) AS SELECT cents FROM posting WHERE account_id = :of;
