package org.thetisdb.sql.define;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ClusterSecret;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.ddl.AlterRole;
import org.thetisdb.sql.ddl.CreateRole;
import org.thetisdb.sql.ddl.DropRoles;
import org.thetisdb.sql.ddl.GrantRoles;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.GrantDef;
import org.thetisdb.sql.rights.Rights;
import org.thetisdb.sql.rights.RoleDef;

/** Roles and users that come, change and go. For one definition. Not thread-safe. */
final class RoleChanges {
  private static final String RESERVED = "pg_";

  private final Changes changes;

  RoleChanges(Changes changes) {
    this.changes = changes;
  }

  private Rights rights() {
    return changes.catalog().rights();
  }

  /** The role of a name; refuses one that is not there. */
  static RoleDef require(Rights rights, String name) {
    RoleDef role = rights.role(name);
    if (role == null) {
      throw Names.unknown("role", name);
    }
    return role;
  }

  void create(CreateRole create) {
    if (rights().role(create.name()) != null && create.ifNotExists()) {
      changes.notice("There is already a role \"%s\".".formatted(create.name()));
      return;
    }
    requireFree(create.name());
    RoleDef role =
        new RoleDef(changes.newId(), create.name(), create.login(), create.verifier(), List.of());
    put(role);
    create.inRoles().forEach(group -> join(group, create.name(), true));
  }

  private void requireFree(String name) {
    Names.require(name);
    if (name.equals("public") || name.startsWith(RESERVED)) {
      throw new ThetisException(ErrorCode.RESERVED_NAME, name);
    }
    if (rights().role(name) != null) {
      throw new ThetisException(ErrorCode.ROLE_EXISTS, name);
    }
  }

  private void put(RoleDef role) {
    changes.put(role);
    if (role.verifier() != null && changes.catalog().secret() == null) {
      changes.put(ClusterSecret.of(role.verifier()));
    }
  }

  void alter(AlterRole alter) {
    RoleDef role = require(rights(), alter.name());
    if (alter.newName() != null) {
      if (BuiltInRole.isOne(role.id())) {
        throw Names.depends("Role \"%s\" is always there.".formatted(role.name()));
      }
      requireFree(alter.newName());
      role = role.withName(alter.newName());
    }
    if (alter.login() != null) {
      role = role.withLogin(alter.login());
    }
    if (alter.changesPassword()) {
      role = role.withVerifier(alter.verifier());
    }
    put(role);
  }

  void drop(DropRoles drop) {
    for (String name : drop.names()) {
      RoleDef role = rights().role(name);
      if (role != null) {
        drop(role);
      } else if (drop.ifExists()) {
        changes.notice("There is no role \"%s\".".formatted(name));
      } else {
        throw Names.unknown("role", name);
      }
    }
  }

  private void drop(RoleDef role) {
    if (BuiltInRole.isOne(role.id())) {
      throw Names.depends("Role \"%s\" is always there.".formatted(role.name()));
    }
    for (GrantDef grant : rights().grants()) {
      boolean owns = grant.owner() == role.id();
      if (owns || grant.grantedTo(role.id()) != 0) {
        throw Names.depends(
            "Role \"%s\" %s %s; use %s first."
                .formatted(
                    role.name(),
                    owns ? "owns" : "has rights on",
                    GrantChanges.describe(changes.catalog(), grant.object()),
                    owns ? "REASSIGN OWNED" : "REVOKE"));
      }
    }
    for (RoleDef member : List.copyOf(rights().roles())) {
      if (member.memberOf().contains(role.id())) {
        changes.put(member.withMembership(role.id(), false));
      }
    }
    changes.remove(ObjectKind.ROLE, role.id());
  }

  void grant(GrantRoles grant) {
    for (String role : grant.roles()) {
      for (String member : grant.members()) {
        join(role, member, grant.gives());
      }
    }
  }

  private void join(String group, String member, boolean gives) {
    RoleDef role = require(rights(), group);
    RoleDef joining = require(rights(), member);
    if (gives && rights().user(group).roles().contains(joining.id())) {
      throw new ThetisException(
          ErrorCode.INVALID_GRANT,
          "Role \"%s\" is a member of role \"%s\" already.".formatted(group, member));
    }
    if (gives && joining.memberOf().size() >= RoleDef.MAX_MEMBERSHIPS) {
      throw Names.invalid(
          "A role is a member of at most %d others.".formatted(RoleDef.MAX_MEMBERSHIPS));
    }
    if (joining.memberOf().contains(role.id()) == gives) {
      changes.notice(
          "Role \"%s\" %s a member of role \"%s\"."
              .formatted(member, gives ? "is already" : "is not", group));
    } else {
      changes.put(joining.withMembership(role.id(), gives));
    }
  }
}
