package org.thetisdb.sql.rights;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All roles and grants of one state of the catalog. Immutable, safe for all threads; what a user
 * may do is worked out when it is first asked for.
 */
public final class Rights {
  /** Most users whose rights are kept. */
  private static final int MOST_KEPT = 10_000;

  private final Map<String, RoleDef> byName = new TreeMap<>();
  private final Map<Integer, RoleDef> byId = new TreeMap<>();
  private final Map<Securable, GrantDef> grants = new TreeMap<>();
  private final Map<Integer, UserRights> users = new ConcurrentHashMap<>();

  /** By the views and procedures that are theirs. */
  private final Map<Securable, UserRights> owners = new ConcurrentHashMap<>();

  private final UserRights admin;
  private final boolean hasPasswords;

  /** The rights that these definitions say. */
  public Rights(Collection<RoleDef> roles, Collection<GrantDef> granted) {
    for (BuiltInRole role : BuiltInRole.values()) {
      add(role.definition());
    }
    roles.forEach(this::add);
    granted.forEach(grant -> grants.put(grant.object(), grant));
    hasPasswords = byId.values().stream().anyMatch(role -> role.verifier() != null);
    admin = user(byId.get(BuiltInRole.ADMIN.id()));
  }

  private void add(RoleDef role) {
    byId.put(role.id(), role);
    byName.put(role.name(), role);
  }

  /** The rights of who may do everything. */
  public UserRights admin() {
    return admin;
  }

  /** Whether anybody can log in by a password. */
  public boolean hasPasswords() {
    return hasPasswords;
  }

  /** All roles, by their names. */
  public Collection<RoleDef> roles() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** The role of a name; null if there is none. */
  public RoleDef role(String name) {
    return byName.get(name);
  }

  /** The role of a number; null if there is none. */
  public RoleDef role(int id) {
    return byId.get(id);
  }

  /** The name of a role, or of everybody. */
  public String nameOf(int id) {
    RoleDef role = byId.get(id);
    return role != null ? role.name() : id == RoleDef.PUBLIC ? "PUBLIC" : "role " + id;
  }

  /** What was said of an object; null if nothing was. */
  public GrantDef grant(Securable object) {
    return grants.get(object);
  }

  /** All that was said of objects, in their order. */
  public Collection<GrantDef> grants() {
    return Collections.unmodifiableCollection(grants.values());
  }

  /** The number of the role whose an object is. */
  public int ownerOf(Securable object) {
    GrantDef grant = grants.get(object);
    return grant == null ? BuiltInRole.ADMIN.id() : grant.owner();
  }

  /** The rights of whoever owns a view or a procedure. */
  UserRights ofOwner(Securable object) {
    UserRights known = owners.get(object);
    if (known == null) {
      if (owners.size() >= MOST_KEPT) {
        owners.clear();
      }
      known = user(ownerOf(object));
      owners.put(object, known);
    }
    return known;
  }

  /** The rights of a user; null if there is no such role. */
  public UserRights user(String name) {
    RoleDef role = byName.get(name);
    return role == null ? null : user(role);
  }

  /** The rights of a user; of nobody if there is no such role. */
  public UserRights userOrNobody(String name) {
    UserRights rights = user(name);
    return rights == null ? new UserRights(this, RoleDef.role(0, name), Set.of()) : rights;
  }

  /** The rights of a role of a number; of nobody if there is none. */
  UserRights user(int id) {
    RoleDef role = byId.get(id);
    return role == null ? new UserRights(this, RoleDef.role(id, ""), Set.of()) : user(role);
  }

  private UserRights user(RoleDef role) {
    UserRights known = users.get(role.id());
    if (known == null) {
      if (users.size() >= MOST_KEPT) {
        users.clear();
      }
      known = new UserRights(this, role, all(role));
      users.put(role.id(), known);
    }
    return known;
  }

  /** A role with all whose member it is, over however many. */
  private Set<Integer> all(RoleDef role) {
    Set<Integer> all = new TreeSet<>();
    Deque<Integer> next = new ArrayDeque<>();
    next.add(role.id());
    while (!next.isEmpty()) {
      RoleDef found = byId.get(next.remove());
      if (found != null && all.add(found.id())) {
        next.addAll(found.memberOf());
      }
    }
    return all;
  }
}
