package org.thetisdb.sql.statement;

import java.util.List;

/**
 * What a statement did.
 *
 * @param updateCount rows inserted, updated or deleted; -1 for a query
 * @param rows values in the classes that {@link org.thetisdb.sql.type.SqlTypeName} names; for an
 *     INSERT the generated keys, in the order of the rows
 */
public record SqlResult(long updateCount, List<Object[]> rows) {}
