package org.thetisdb.benchmarks.hostile.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.benchmarks.hostile.Attacker;
import org.thetisdb.benchmarks.hostile.HostileKind;

/** All kinds of hostile work. */
public final class HostileKinds {
  private static final List<HostileKind> SINGLE = single();
  private static final List<HostileKind> ALL = withMixed();

  private HostileKinds() {}

  private static List<HostileKind> single() {
    List<HostileKind> kinds = new ArrayList<>(CompileKinds.all());
    kinds.addAll(RunKinds.all());
    kinds.addAll(ChangeKinds.all());
    kinds.addAll(ConnectionKinds.all());
    return List.copyOf(kinds);
  }

  private static List<HostileKind> withMixed() {
    List<HostileKind> kinds = new ArrayList<>(SINGLE);
    kinds.add(new HostileKind("mixed", "all of these at once, at random", 4, HostileKinds::mixed));
    kinds.addAll(UserKinds.all(HostileKinds::mixed));
    return List.copyOf(kinds);
  }

  private static void mixed(Attacker attacker) throws InterruptedException {
    SINGLE.get(attacker.random().nextInt(SINGLE.size())).attack().strike(attacker);
  }

  /** In the order in which they run. */
  public static List<HostileKind> all() {
    return ALL;
  }

  /** The kind of a name. */
  public static Optional<HostileKind> of(String name) {
    return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
  }
}
