package org.thetisdb.sql.ddl;

import java.util.List;

/** DROP ROLE, DROP USER. */
public record DropRoles(List<String> names, boolean ifExists) implements Ddl {}
