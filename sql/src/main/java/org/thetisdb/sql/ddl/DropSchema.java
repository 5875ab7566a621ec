package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * DROP SCHEMA.
 *
 * @param cascade whether what is in it goes, too
 */
public record DropSchema(List<String> names, boolean ifExists, boolean cascade) implements Ddl {}
