package org.thetisdb.core.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The schemes that a process knows: those that are shipped, and more if the code that put the
 * process together has added some. Nothing that is drawn from the {@link SchemeRegistry} meets
 * those that were added. Immutable.
 */
public final class Schemes {
  /** Those that are shipped, and no others. */
  public static final Schemes SHIPPED = new Schemes(SchemeRegistry.all());

  private final List<SchemeSpec> all;

  private Schemes(List<SchemeSpec> all) {
    this.all = List.copyOf(all);
  }

  /**
   * These and another one.
   *
   * @throws IllegalArgumentException if there is one of its name
   */
  public Schemes with(SchemeSpec another) {
    if (find(another.name()) != null) {
      throw new IllegalArgumentException("there are two schemes of the name " + another);
    }
    List<SchemeSpec> more = new ArrayList<>(all);
    more.add(another);
    return new Schemes(more);
  }

  /** All of them; the shipped ones first, in their order. */
  public List<SchemeSpec> all() {
    return all;
  }

  /** The scheme of a name; null if there is none. */
  public SchemeSpec find(String name) {
    for (SchemeSpec scheme : all) {
      if (scheme.name().equals(name)) {
        return scheme;
      }
    }
    return null;
  }

  /** All names, for people. */
  public String names() {
    return all.stream().map(SchemeSpec::name).collect(Collectors.joining(", "));
  }
}
