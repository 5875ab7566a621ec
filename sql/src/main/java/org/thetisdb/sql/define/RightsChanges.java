package org.thetisdb.sql.define;

import org.thetisdb.sql.ddl.AlterOwner;
import org.thetisdb.sql.ddl.AlterRole;
import org.thetisdb.sql.ddl.CreateRole;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.DropRoles;
import org.thetisdb.sql.ddl.GrantRights;
import org.thetisdb.sql.ddl.GrantRoles;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.rights.UserRights;

/**
 * Definitions of roles and rights. What takes a right away is done when it is in force at every
 * site: behind the answer nothing begins by the rights of before, anywhere. Stateless.
 */
final class RightsChanges {
  private RightsChanges() {}

  /** Plans one of these; returns whether it is one. */
  static boolean plan(Changes changes, Ddl ddl, UserRights actor) {
    if (ddl instanceof CreateRole create) {
      new RoleChanges(changes).create(create);
      return true;
    }
    if (ddl instanceof AlterRole alter) {
      new RoleChanges(changes).alter(alter);
    } else if (ddl instanceof DropRoles drop) {
      new RoleChanges(changes).drop(drop);
    } else if (ddl instanceof GrantRoles grant) {
      new RoleChanges(changes).grant(grant);
    } else if (ddl instanceof GrantRights grant) {
      new GrantChanges(changes).change(grant, actor);
      if (grant.gives()) {
        return true;
      }
    } else if (ddl instanceof AlterOwner alter) {
      new GrantChanges(changes).give(alter, actor);
    } else {
      return false;
    }
    if (!changes.isEmpty()) {
      changes.add(new Step.AwaitSites());
    }
    return true;
  }
}
