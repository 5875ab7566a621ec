-- Columns may be called as what ALTER TABLE refuses.
CREATE TABLE ruled (id INT PRIMARY KEY);

ALTER TABLE ruled ADD rule TEXT, ADD trigger INT;

ALTER TABLE ruled RENAME rule TO rules;

ALTER TABLE ruled DROP trigger;

INSERT INTO ruled VALUES (1, 'a');

SELECT * FROM ruled;
> 1|a
