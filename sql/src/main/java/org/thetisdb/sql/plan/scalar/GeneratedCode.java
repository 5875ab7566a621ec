package org.thetisdb.sql.plan.scalar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.thetisdb.sql.code.CodePart;

/**
 * Makes code of expressions, and keeps it for all that is compiled in this process: a router and
 * sites beside it compile the same statements, and each class that is made costs milliseconds. What
 * is kept has no state, and what comes out of a compilation is the same with and without it. The
 * expressions of a statement are interpreted until it has run often, those of definitions are
 * classes from the beginning. Thread-safe.
 */
final class GeneratedCode {
  /** Expressions that are kept; those that came first go first. */
  static final int MOST = 500;

  private static final AtomicReference<Map<Key, CodePart>> KEPT = new AtomicReference<>(Map.of());

  private GeneratedCode() {}

  /** A function that computes expressions of a row. */
  static CodePart of(RexBuilder builder, List<RexNode> expressions, RelDataType rowType) {
    Key key = new Key(List.copyOf(expressions), rowType, Meanings.of(expressions));
    if (builder instanceof StatementRex statement && !statement.runs()) {
      return CodePart.later(() -> found(key, builder));
    }
    CodePart part = found(key, builder);
    if (builder instanceof StatementRex statement) {
      statement.code().add(part);
    } else {
      part.makeClass();
    }
    return part;
  }

  private static CodePart found(Key key, RexBuilder builder) {
    CodePart kept = KEPT.get().get(key);
    if (kept != null) {
      return kept;
    }
    CodePart made = ValuesTree.of(builder, key.expressions, key.rowType);
    keep(key, made);
    return made;
  }

  /** A thread that loses a race keeps nothing, and makes it once more. */
  private static void keep(Key key, CodePart made) {
    Map<Key, CodePart> before = KEPT.get();
    Map<Key, CodePart> after = new LinkedHashMap<>(before);
    after.put(key, made);
    if (after.size() > MOST) {
      after.remove(after.keySet().iterator().next());
    }
    KEPT.compareAndSet(before, after);
  }

  /** Expressions are equal if their operators' names are, so what these do counts as well. */
  private record Key(List<RexNode> expressions, RelDataType rowType, List<Object> meanings) {}
}
