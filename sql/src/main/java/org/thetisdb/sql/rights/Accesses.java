package org.thetisdb.sql.rights;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a compiled statement does to which objects. It knows no user, and holds for each that runs
 * the statement. Immutable, safe for all threads.
 */
public final class Accesses {
  /** Touches nothing that anybody has to be allowed. */
  public static final Accesses NONE = new Accesses(List.of());

  /** What only the engine and its admin do. */
  public static final Accesses ADMIN = new Accesses(List.of(Access.ofRole(BuiltInRole.ADMIN)));

  private final List<Access> list;

  private Accesses(List<Access> list) {
    this.list = list;
  }

  /** These; those of one object, by whomever, become one. */
  public static Accesses of(List<Access> all) {
    Map<Access, Integer> privileges = new LinkedHashMap<>();
    for (Access access : all) {
      Access bare = new Access(access.object(), 0, access.name(), access.through(), access.role());
      privileges.merge(bare, access.privileges(), (one, other) -> one | other);
    }
    List<Access> merged = new ArrayList<>();
    privileges.forEach(
        (bare, bits) ->
            merged.add(new Access(bare.object(), bits, bare.name(), bare.through(), bare.role())));
    return merged.isEmpty() ? NONE : new Accesses(List.copyOf(merged));
  }

  /** One by one: schemas stand before what is looked for in them. */
  List<Access> list() {
    return list;
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
