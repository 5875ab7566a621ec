DROP VIEW IF EXISTS balance;
CREATE VIEW balance AS
  SELECT a.owner, COALESCE(SUM(p.cents), 0) AS cents
  FROM account a LEFT JOIN posting p ON p.account_id = a.id
  GROUP BY a.owner;
