package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * CREATE ROLE, CREATE USER.
 *
 * @param login whether it may log in
 * @param verifier of its password; null for none
 * @param inRoles the roles whose member it is
 */
public record CreateRole(
    String name, boolean ifNotExists, boolean login, String verifier, List<String> inRoles)
    implements Ddl {
  @Override
  public String toString() {
    return "CREATE ROLE " + name;
  }
}
