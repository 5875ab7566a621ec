package org.thetisdb.sql.ddl;

import java.util.List;
import org.thetisdb.sql.catalog.OnCommit;

/**
 * CREATE TABLE … AS.
 *
 * @param names of its first columns; the others are called as in the query
 * @param querySql gives the columns, and the first rows
 * @param withData whether it has these rows; else it is empty
 * @param onCommit what becomes of a temporary one when a transaction ends
 */
public record CreateTableAs(
    String name,
    boolean ifNotExists,
    List<String> names,
    String querySql,
    boolean withData,
    OnCommit onCommit)
    implements Ddl {}
