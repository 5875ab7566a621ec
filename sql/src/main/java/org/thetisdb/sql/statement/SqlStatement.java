package org.thetisdb.sql.statement;

import java.util.List;
import java.util.Set;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.type.SqlType;

/**
 * A compiled query or DML statement, of one state of the catalog. Immutable, safe for all threads.
 * It is used as a procedure is: arguments are checked, keys are planned, then it runs to completion
 * in a context; with the same arguments, rows and context it does the same.
 */
public interface SqlStatement {
  /** The text that it was compiled from. */
  String text();

  /** The types of its parameters; null where nothing gives the type. */
  List<SqlType> parameters();

  /** The columns of its result, or of its generated keys; empty if it has none. */
  List<SqlColumn> columns();

  /** Whether it returns rows. */
  boolean isQuery();

  /** Whether a run gives rows: those of a query, or those that a change has in RETURNING. */
  default boolean returnsRows() {
    return isQuery();
  }

  /** Whether it writes nothing. */
  boolean isReadOnly();

  /**
   * Whether it changes rows, and is no query, by the engine's own code alone. It may be run on
   * another event loop than the engine's then.
   */
  default boolean isChange() {
    return false;
  }

  /** The sequences that it may take values from; empty for most. */
  List<String> sequences();

  /** The tables about the cluster that it reads; empty for most. */
  default Set<ClusterTable> clusterTables() {
    return Set.of();
  }

  /** What it does about rows that others have locked. */
  default RowWait rowWait() {
    return RowWait.WAIT;
  }

  /** In which mode the rows are locked that its plan writes, before it runs. */
  default RowLockMode lockMode() {
    return RowLockMode.NO_KEY_UPDATE;
  }

  /**
   * The sequence that is set to what this query gives: each row holds a value, and whether it
   * counts as taken. Null for all other statements.
   */
  default String sequenceToSet() {
    return null;
  }

  /**
   * The sequences that begin anew when it has run. They do so at once, whatever becomes of a
   * transaction around it; so it must not be in one.
   */
  default List<String> sequencesToRestart() {
    return List.of();
  }

  /** The statement that runs in its place, which others may run, too; itself for most. */
  default SqlStatement shared() {
    return this;
  }

  /**
   * The arguments that {@link #shared} takes for these.
   *
   * @throws org.thetisdb.core.error.ThetisException with SQLState 07001 for a wrong number
   */
  default List<Object[]> sharedArguments(List<Object[]> runs) {
    return runs;
  }

  /**
   * The text of the statement that fits the types of these arguments: where a statement does not
   * tell the type of a parameter, its value does. Null if this statement fits them.
   */
  default String textFor(List<Object[]> runs) {
    return null;
  }

  /**
   * The arguments in the classes of their types.
   *
   * @throws org.thetisdb.core.error.ThetisException with SQLState 07001 for a wrong number, 22xxx
   *     for a value that does not fit
   */
  Object[] checkArguments(Object[] arguments);

  /** Whether its keys follow from its arguments; else they are found by reconnaissance. */
  boolean hasPlan();

  /** Names the keys that it reads and writes, given its checked arguments. */
  void plan(Plan target, Object[] arguments, GeneratedValues generated);

  /**
   * Runs it.
   *
   * @throws org.thetisdb.core.error.ThetisException for what SQL refuses: integrity, overflow,
   *     division by zero, more rows than allowed
   */
  SqlResult run(Context context, Object[] arguments, GeneratedValues generated);

  /**
   * Runs a query whose rows are encoded as they are found, if it can: else each is made up of
   * objects first, as by {@link #run}, which has to be called then.
   *
   * @param target takes the rows; of no use any more when this throws
   * @return whether it did; if not, nothing has happened
   * @throws org.thetisdb.core.value.UnsendableException if there are too many of them to be sent
   */
  default boolean runInto(
      EncodedRows target, Context context, Object[] arguments, GeneratedValues generated) {
    return false;
  }

  /**
   * Whether it has run so often that {@link #makeClasses} pays; true once. A statement without
   * generated code never wants that.
   */
  default boolean wantsClasses() {
    return false;
  }

  /**
   * Makes classes of the code that is interpreted until then. It takes milliseconds, so it is not
   * for an engine's event loop; what runs give stays the same.
   */
  default void makeClasses() {}

  /**
   * Begins to find the rows of a query that writes nothing, in a context that stays valid until the
   * stream is closed. However many they are, no more are held than the plan has to sort, group or
   * join.
   */
  default RowStream open(Context context, Object[] arguments, GeneratedValues generated) {
    return new ListedStream(run(context, arguments, generated).rows());
  }
}
