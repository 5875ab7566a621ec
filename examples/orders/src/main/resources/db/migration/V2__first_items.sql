INSERT INTO item VALUES ('tea', 100), ('cup', 12);
