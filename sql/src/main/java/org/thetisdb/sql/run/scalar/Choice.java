package org.thetisdb.sql.run.scalar;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.scalar.ListMembership.Comparison;

/**
 * CASE with many branches: the first whose condition is true gives the value, and nothing behind it
 * is calculated. Immutable.
 *
 * @param segments branches in their order
 * @param otherwise what ELSE gives
 */
public record Choice(List<Segment> segments, Scalar otherwise) implements Scalar {
  @Override
  public Object eval(RunContext run) {
    for (int i = 0; i < segments.size(); i++) {
      Scalar chosen = segments.get(i).choose(run);
      if (chosen != null) {
        return chosen.eval(run);
      }
    }
    return otherwise.eval(run);
  }

  /** Some branches in a row. */
  public interface Segment {
    /** What gives the value; null if no condition of these branches is true. */
    Scalar choose(RunContext run);
  }

  /**
   * Branches with conditions of any kind.
   *
   * @param index gives the number of the first one that is true, null for none
   */
  public record Tested(Scalar index, List<Scalar> values) implements Segment {
    @Override
    public Scalar choose(RunContext run) {
      Object found = index.eval(run);
      return found == null ? null : values.get(((Number) found).intValue());
    }
  }

  /**
   * Branches that compare one expression with a constant or parameter each: one look into a table,
   * which is made once in a run.
   *
   * @param compared the expression
   * @param wanted what it is compared with, none of which looks at the row at hand
   * @param comparison how
   */
  public record LookedUp(
      Scalar compared, List<Scalar> wanted, Comparison comparison, List<Scalar> values)
      implements Segment {
    @Override
    @SuppressWarnings("unchecked") // it is what is made here
    public Scalar choose(RunContext run) {
      Object value = ListMembership.comparable(comparison, compared.eval(run));
      if (value == null) {
        return null;
      }
      return ((Map<Object, Scalar>) run.kept(this, () -> table(run))).get(value);
    }

    private Map<Object, Scalar> table(RunContext run) {
      Map<Object, Scalar> table = new HashMap<>(2 * wanted.size());
      for (int i = 0; i < wanted.size(); i++) {
        Object value = ListMembership.comparable(comparison, wanted.get(i).eval(run));
        if (value != null) {
          table.putIfAbsent(value, values.get(i));
        }
      }
      return table;
    }
  }
}
