package org.thetisdb.sql.rights;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * What one role may do in one state of the catalog, with all that it has of others. Immutable, safe
 * for all threads. A check of a statement looks into a sorted array for each object, and makes
 * nothing.
 */
public final class UserRights {
  private final Rights all;
  private final RoleDef role;
  private final Set<Integer> roles;
  private final boolean admin;

  /** The objects on which it has rights, sorted, and what these are. */
  private final long[] objects;

  private final int[] privileges;

  /** The procedures of jars that it may call. */
  private final Set<String> procedures = new HashSet<>();

  UserRights(Rights all, RoleDef role, Set<Integer> roles) {
    this.all = all;
    this.role = role;
    this.roles = Set.copyOf(roles);
    this.admin = roles.contains(BuiltInRole.ADMIN.id());
    Map<Long, Integer> granted = new TreeMap<>();
    for (GrantDef grant : all.grants()) {
      int bits = bitsOf(grant);
      if (bits != 0 && grant.object().kind() == Securable.Kind.JAR_PROCEDURE) {
        procedures.add(grant.object().name());
      } else if (bits != 0) {
        granted.put(grant.object().key(), bits);
      }
    }
    if (all.grant(Securable.PUBLIC_SCHEMA) == null) {
      granted.put(Securable.PUBLIC_SCHEMA.key(), Privilege.USAGE.bit());
    }
    this.objects = granted.keySet().stream().mapToLong(Long::longValue).toArray();
    this.privileges = granted.values().stream().mapToInt(Integer::intValue).toArray();
  }

  private int bitsOf(GrantDef grant) {
    if (roles.contains(grant.owner())) {
      return grant.object().kind().all();
    }
    int bits = 0;
    for (GrantDef.Entry entry : grant.entries()) {
      boolean counts = entry.grantee() == RoleDef.PUBLIC || roles.contains(entry.grantee());
      bits |= counts ? entry.privileges() : 0;
    }
    return bits;
  }

  /** The rights that these are among. */
  public Rights all() {
    return all;
  }

  /** Whose rights these are. */
  public RoleDef role() {
    return role;
  }

  /** Whether everything is allowed. */
  public boolean isAdmin() {
    return admin;
  }

  /** Whether it is a role, or a member of it. */
  public boolean is(BuiltInRole one) {
    return admin || roles.contains(one.id());
  }

  /** Whether it is the role of a number, or a member of it. */
  public boolean isMemberOf(int id) {
    return admin || roles.contains(id);
  }

  /** The numbers of the roles that it has the rights of, its own among them. */
  public Set<Integer> roles() {
    return roles;
  }

  /** Whether an object is its own, or that of a role that it is a member of. */
  public boolean owns(Securable object) {
    return admin || roles.contains(all.ownerOf(object));
  }

  /** What it may do with an object: a set of {@link Privilege}. */
  public int on(Securable object) {
    if (admin) {
      return object.kind().all();
    }
    if (object.kind() == Securable.Kind.JAR_PROCEDURE) {
      return procedures.contains(object.name()) ? Privilege.EXECUTE.bit() : 0;
    }
    int place = Arrays.binarySearch(objects, object.key());
    return place < 0 ? 0 : privileges[place];
  }

  /** Whether it may do all of something with an object. */
  public boolean may(Securable object, int wanted) {
    return (on(object) & wanted) == wanted;
  }

  /**
   * Refuses what it may not do. What it may not even find is not there.
   *
   * @throws ThetisException NO_RIGHT or UNKNOWN_TABLE
   */
  public void require(Accesses accesses) {
    if (admin) {
      return;
    }
    List<Access> needed = accesses.list();
    for (int i = 0; i < needed.size(); i++) { // an iterator would be made each time
      Access access = needed.get(i);
      UserRights who = access.through() == null ? this : all.ofOwner(access.through());
      if (!who.allows(access)) {
        throw access.refusal(who.role);
      }
    }
  }

  /**
   * Refuses a call of a procedure that it may not make.
   *
   * @param name of the procedure, for people
   */
  public void requireExecute(Securable procedure, String name) {
    if (!may(procedure, Privilege.EXECUTE.bit())) {
      throw Access.denied(procedure.kind(), name, Privilege.EXECUTE.name(), role);
    }
  }

  private boolean allows(Access access) {
    if (admin) {
      return true;
    }
    return access.role() == null ? may(access.object(), access.privileges()) : is(access.role());
  }

  /**
   * Refuses who is not a member of a role.
   *
   * @param what it would do, as the rest of "to"
   */
  public void require(BuiltInRole wanted, String what) {
    if (!is(wanted)) {
      throw new ThetisException(
          ErrorCode.NO_RIGHT,
          "to %s: user \"%s\" is no member of role \"%s\""
              .formatted(what, role.name(), wanted.roleName()));
    }
  }
}
