package org.thetisdb.sql.plan.scalar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.thetisdb.sql.code.CodePart;

/**
 * The code of the last plans of a compiler. A statement whose plan calculates the same has the same
 * code, whatever its rows are looked for by, and is a class at once if the other one has become
 * one: to generate code is a third of a compilation. Each compiler keeps its own, so that what one
 * engine does depends on no other. Thread-safe.
 */
public final class GeneratedPlans {
  /** Plans whose code is kept; those that came first go first. */
  static final int MOST = 128;

  private final AtomicReference<Map<List<Object>, CodePart>> kept = new AtomicReference<>(Map.of());

  /** The code of a plan, which has no operators yet. */
  public CodePart of(RelNode plan, Supplier<CodePart> generation) {
    List<Object> key = PlanKey.of(plan);
    if (key == null) {
      return generation.get();
    }
    CodePart known = kept.get().get(key);
    if (known != null) {
      return known;
    }
    CodePart made = generation.get();
    keep(key, made);
    return made;
  }

  /** A thread that loses a race keeps nothing, and makes it once more. */
  private void keep(List<Object> key, CodePart made) {
    Map<List<Object>, CodePart> before = kept.get();
    Map<List<Object>, CodePart> after = new LinkedHashMap<>(before);
    after.put(key, made);
    if (after.size() > MOST) {
      after.remove(after.keySet().iterator().next());
    }
    kept.compareAndSet(before, after);
  }
}
