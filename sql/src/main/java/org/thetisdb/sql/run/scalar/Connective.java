package org.thetisdb.sql.run.scalar;

import java.util.List;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;

/**
 * AND or OR of conditions, with SQL's third truth value. Immutable.
 *
 * @param parts conditions, of which each gives true, false or null
 * @param all whether all must be true; else one
 * @param filter whether it may give false where it is unknown
 */
public record Connective(List<Scalar> parts, boolean all, boolean filter) implements Scalar {
  @Override
  public Object eval(RunContext run) {
    boolean unknown = false;
    for (int i = 0; i < parts.size(); i++) {
      Object value = parts.get(i).eval(run);
      if (value == null) {
        if (all && filter) {
          return false;
        }
        unknown = true;
      } else if ((Boolean) value != all) {
        return !all;
      }
    }
    return unknown ? null : (Object) all;
  }
}
