package org.thetisdb.sql.evaluation;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Where {@code IS TRUE} and its like may stand around {@code IN (SELECT …)}. Calcite (1.42.0) takes
 * such an IN for known if its left side is, forgets the NULLs among the rows of the query, and
 * makes {@code IS NOT TRUE} a mere NOT. Such a statement is translated without simplification.
 * Stateless.
 */
public final class TruthTests {
  private static final Set<SqlKind> TESTS =
      EnumSet.of(SqlKind.IS_TRUE, SqlKind.IS_NOT_TRUE, SqlKind.IS_FALSE, SqlKind.IS_NOT_FALSE);
  private static final Set<SqlKind> MEMBERSHIPS =
      EnumSet.of(SqlKind.IN, SqlKind.NOT_IN, SqlKind.SOME, SqlKind.ALL);

  private TruthTests() {}

  /** Whether a statement has both, in whatever order: projections are merged. */
  public static boolean meetSubqueries(SqlNode statement) {
    Finder finder = new Finder();
    statement.accept(finder);
    return finder.tests && finder.memberships;
  }

  private static final class Finder extends SqlBasicVisitor<Void> {
    private boolean tests;
    private boolean memberships;

    @Override
    public Void visit(SqlCall call) {
      tests |= TESTS.contains(call.getKind());
      memberships |= MEMBERSHIPS.contains(call.getKind());
      return super.visit(call);
    }
  }
}
