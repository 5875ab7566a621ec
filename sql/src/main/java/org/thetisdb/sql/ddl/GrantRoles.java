package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * GRANT and REVOKE of roles.
 *
 * @param gives whether it grants
 */
public record GrantRoles(boolean gives, List<String> roles, List<String> members) implements Ddl {}
