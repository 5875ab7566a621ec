package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * ALTER … OWNER TO, and REASSIGN OWNED BY.
 *
 * @param on what kind of object; null for all that some roles own
 * @param names of the object; or of the roles
 */
public record AlterOwner(GrantRights.On on, List<String> names, String owner) implements Ddl {}
