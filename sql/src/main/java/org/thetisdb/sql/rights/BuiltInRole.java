package org.thetisdb.sql.rights;

import java.util.Locale;

/** Roles that are always there. Their numbers are negative, so that none that is made has one. */
public enum BuiltInRole {
  /** May do everything. Who needs no login is this one. */
  ADMIN(-1),
  /** Uploads jars of procedures. */
  UPLOAD(-2),
  /** Changes sites, the scheme, replicas, placements and migrations. */
  OPERATE(-3),
  /** Sees status, explanations, the workload and the tables about the cluster. */
  MONITOR(-4);

  private final int id;

  BuiltInRole(int id) {
    this.id = id;
  }

  /** Its number. */
  public int id() {
    return id;
  }

  /** Its name in SQL. */
  public String roleName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a role of this number is always there. */
  public static boolean isOne(int id) {
    return id < 0;
  }

  RoleDef definition() {
    return RoleDef.role(id, roleName());
  }
}
