package org.thetisdb.sql.ddl;

/**
 * ALTER ROLE, ALTER USER.
 *
 * @param login whether it may log in; null leaves that
 * @param changesPassword whether it has another password from now on
 * @param verifier of that; null for none
 * @param newName null for the one it has
 */
public record AlterRole(
    String name, Boolean login, boolean changesPassword, String verifier, String newName)
    implements Ddl {
  @Override
  public String toString() {
    return "ALTER ROLE " + name;
  }
}
