package org.thetisdb.integrations.hibernate;

import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.sql.ast.spi.StandardSqlAstTranslator;
import org.hibernate.sql.ast.tree.Statement;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.select.QuerySpec;
import org.hibernate.sql.exec.spi.JdbcOperation;

/**
 * Standard SQL, but that the rows of a join are locked one by one, by their keys, after they were
 * read: {@code FOR UPDATE} is not of rows that an outer join may leave out.
 */
final class ThetisSqlAstTranslator<T extends JdbcOperation> extends StandardSqlAstTranslator<T> {
  ThetisSqlAstTranslator(SessionFactoryImplementor sessions, Statement statement) {
    super(sessions, statement);
  }

  @Override
  protected LockStrategy determineLockingStrategy(
      QuerySpec query, ForUpdateClause clause, Boolean followOnLocking) {
    LockStrategy strategy = super.determineLockingStrategy(query, clause, followOnLocking);
    boolean choice = strategy == LockStrategy.CLAUSE && !Boolean.FALSE.equals(followOnLocking);
    return choice && joins(query) ? LockStrategy.FOLLOW_ON : strategy;
  }

  /** Hibernate asks here, and not its dialect, for what PESSIMISTIC_READ sends. */
  @Override
  protected String getForShare(int timeoutMs) {
    return " for share";
  }

  private static boolean joins(QuerySpec query) {
    return query.getFromClause().getRoots().size() > 1
        || query.getFromClause().getRoots().stream().anyMatch(TableGroup::hasRealJoins);
  }
}
