package org.thetisdb.sql.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.schema.SchemaPlus;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.context.MadeRows;
import org.thetisdb.sql.context.QueryGuard;
import org.thetisdb.sql.context.RowLocker;
import org.thetisdb.sql.context.RowMover;
import org.thetisdb.sql.context.RunClock;
import org.thetisdb.sql.context.StatementEnd;
import org.thetisdb.sql.function.time.Microsecond;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.memory.Holding;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.Rights;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.LastValues;
import org.thetisdb.sql.type.LargeTypes;

/**
 * One run of a statement, as generated code sees it: arguments, the row at hand, the transaction.
 * All that generated code may ask for comes through here. Not thread-safe.
 */
public final class RunContext implements DataContext {
  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");
  private static final String ROW = "inputRecord";

  private static final GeneratedValues NOTHING_GIVEN =
      sequence -> {
        throw new IllegalStateException("no sequence is given to a check or the like");
      };

  /** An operator looks whether the run goes on after so many steps. */
  private static final int STEPS_PER_LOOK = 1_024;

  private final Context context;
  private final Object[] arguments;
  private final Object[] calcArguments;
  private final GeneratedValues generated;
  private final TableScan[] scans;
  private final int maxRows;
  private final QueryGuard guard;
  private Object[] row;
  private IdentityHashMap<Object, Object> kept;
  private final StatementMemory memory;
  private final List<Holding> holdings = new ArrayList<>(0);
  private int steps;
  private Map<Integer, RecursiveRows> recursions;
  private SubQueryRows subQueries;
  private List<Object> offered = List.of();

  /**
   * A run.
   *
   * @param context null while keys are planned
   * @param arguments checked, in the clients' form
   * @param calcArguments the same in the form that is calculated with
   * @param scans the accesses to tables that generated code names by number
   * @param maxRows most rows that may be held at a time
   */
  public RunContext(
      Context context,
      Object[] arguments,
      Object[] calcArguments,
      GeneratedValues generated,
      TableScan[] scans,
      int maxRows) {
    this.context = context;
    this.arguments = arguments;
    this.calcArguments = calcArguments;
    this.generated = generated;
    this.scans = scans;
    this.maxRows = maxRows;
    this.guard = context instanceof QueryGuard watching ? watching : null;
    this.memory = StatementMemory.atHand();
    memory.onRow();
  }

  /** The transaction. */
  public Context context() {
    return context;
  }

  /** Locks a row that was just read, unless others have; whether it is locked. */
  public boolean tryLock(Row row, RowLockMode mode) {
    return !(context instanceof RowLocker locker) || locker.tryLock(row, mode);
  }

  /** Locks a row that was just read. */
  public void lock(Row row, RowLockMode mode) {
    if (!(context instanceof RowLocker locker) || locker.lock(row, mode)) {
      context.put(row);
    }
  }

  /** Makes the changes of one statement, whose rows may refer to each other. */
  public void changeTogether(Runnable changes) {
    if (context instanceof StatementEnd end) {
      end.changeTogether(changes);
    } else {
      changes.run();
    }
  }

  /** Gives rows other keys. */
  public void move(List<RowMover.Move> moves, RowWriter writer) {
    if (context instanceof RowMover mover) {
      mover.move(moves);
      return;
    }
    for (RowMover.Move move : moves) {
      Table table = move.from().table();
      context.delete(table, table.keys().decode(move.from().encodedKey()));
    }
    for (RowMover.Move move : moves) {
      Object[] key = move.to().table().keys().decode(move.to().encodedKey());
      if (context.get(move.to().table(), key) != null) {
        throw writer.exists(key);
      }
      context.insert(move.to());
    }
  }

  /** What watches over the run; null for nothing. */
  public QueryGuard guard() {
    return guard;
  }

  /** The memory of the statement. */
  public StatementMemory memory() {
    return memory;
  }

  /** What an operator of generated code keeps, by its number. */
  public Holding holding(int number) {
    while (holdings.size() <= number) {
      holdings.add(new Holding(memory));
    }
    return holdings.get(number);
  }

  /** An operator has done a little, and may go on for long without a row that is read. */
  public void step() {
    if (++steps >= STEPS_PER_LOOK) {
      steps = 0;
      look();
    }
  }

  /** A row was made that was not read. */
  public void onMade() {
    memory.onRow();
    look();
  }

  private void look() {
    if (guard != null) {
      guard.onRow();
    } else if (context instanceof MadeRows counting) {
      counting.onRowMade();
    }
  }

  /** An argument in the clients' form. */
  public Object argument(int index) {
    return arguments[index];
  }

  /** An argument in the form that is calculated with. */
  public Object calcArgument(int index) {
    Object argument = calcArguments[index];
    if (argument instanceof LargeValue large) {
      throw LargeTypes.misplaced("Parameter " + (index + 1), large);
    }
    return argument;
  }

  /** The row at hand. */
  Object[] row() {
    return row;
  }

  /** A value of the row at hand. */
  public Object rowValue(int index) {
    return row[index];
  }

  /** What is made once in this run for an expression, or a part of one, and kept. */
  public Object kept(Object expression, Supplier<Object> maker) {
    if (kept == null) {
      kept = new IdentityHashMap<>();
    }
    Object value = kept.get(expression);
    if (value == null) {
      value = maker.get();
      kept.put(expression, value);
    }
    return value;
  }

  /** Sets the row at hand. */
  public RunContext withRow(Object[] current) {
    this.row = current;
    return this;
  }

  /** Most rows that may be held at a time. */
  public int maxRows() {
    return maxRows;
  }

  /** The error of a statement that would hold too many rows. */
  public ThetisException tooManyRows() {
    return new ThetisException(ErrorCode.RESULT_TOO_LARGE, maxRows + " rows");
  }

  /** For generated code: the rows of a table; {@code outer} are values of the row around it. */
  public Enumerable<Object[]> scan(int number, Object[] outer) {
    return scans[number].enumerable(this, outer);
  }

  /** For generated code: as {@link #scan}, of a table of which one column is asked for. */
  public Enumerable<Object> scanOne(int number, Object[] outer) {
    return scans[number].enumerable(this, outer).select(values -> values[0]);
  }

  /**
   * For generated code: the rows of a recursive query.
   *
   * @param number under which its second part finds the rows of the last round
   * @param step gives the rows of one more round
   */
  public Enumerable<Object> recursive(
      int number, boolean all, Enumerable<?> first, Function0<? extends Enumerable<?>> step) {
    if (recursions == null) {
      recursions = new HashMap<>();
    }
    RecursiveRows rows = new RecursiveRows(this, !all, first, step);
    recursions.put(number, rows);
    return rows.all();
  }

  /**
   * For generated code: the rows of a subquery, which is not run if they are not wanted.
   *
   * @param number under which they are kept
   * @param keeps whether they are the same each time, and one at most
   */
  public Enumerable<Object> oneTime(
      int number, boolean keeps, boolean passes, Function0<Enumerable<Object>> rows) {
    if (!passes) {
      return Linq4j.emptyEnumerable();
    }
    if (!keeps) {
      return rows.apply();
    }
    if (subQueries == null) {
      subQueries = new SubQueryRows();
    }
    return subQueries.rows(number, rows);
  }

  /** For generated code: the rows that the last round of a recursive query gave. */
  public Enumerable<Object> lastRound(int number) {
    return recursions.get(number).lastRound();
  }

  /**
   * The version of the catalog that this runs with.
   *
   * @throws ThetisException NOT_SUPPORTED if it is a check or the like, which has none
   */
  public SqlCatalog catalog() {
    return (generated == null ? NOTHING_GIVEN : generated).catalog();
  }

  /** For generated code: the rows of a table about the cluster, by its name as a constant. */
  public Enumerable<Object> clusterRows(String name) {
    ClusterTable table = ClusterTable.valueOf(name);
    List<Object> rows = new ArrayList<>();
    for (Object[] given : generated.clusterRows(table)) {
      Object[] row = new Object[given.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = Values.toCalc(table.columns().get(i).type(), given[i]);
      }
      rows.add(row);
    }
    return Linq4j.asEnumerable(rows);
  }

  /** The name of the user whose statement it is. */
  String user() {
    String user = generated == null ? "" : generated.user();
    return user.isEmpty() ? BuiltInRole.ADMIN.roleName() : user;
  }

  /** What the user may do whose statement it is; nothing if it was dropped meanwhile. */
  public UserRights rights() {
    Rights all = catalog().rights();
    String user = generated.user();
    return user.isEmpty() ? all.admin() : all.userOrNobody(user);
  }

  /** A run of a query of its own, with rows that are offered to it. */
  public RunContext forQuery(TableScan[] itsScans, List<Object> rows) {
    RunContext inner =
        new RunContext(context, arguments, calcArguments, generated, itsScans, maxRows);
    inner.offered = rows;
    return inner;
  }

  /** For generated code: the rows that are offered to a query, of a known number of columns. */
  public Enumerable<Object> offeredRows(int width) {
    return Linq4j.asEnumerable(offered);
  }

  /** For generated code: the rows that a part of the statement gave. */
  public Enumerable<Object> partRows(int number) {
    return Linq4j.asEnumerable(generated.partRows(number));
  }

  /**
   * For generated code: this run, for one of its calls. Code that looks the same is run once, so
   * each call of a random function has a number.
   */
  public RunContext forCall(int number) {
    return this;
  }

  /** For generated code: the time of the transaction. */
  public long nowUs() {
    return context == null ? 0 : Microsecond.of(context.now());
  }

  /** For generated code: when the statement began. */
  public long statementUs() {
    return context instanceof RunClock clock ? Microsecond.of(clock.statementStart()) : nowUs();
  }

  /** For generated code: what the clock shows now. */
  public long clockUs() {
    return context instanceof RunClock clock ? Microsecond.of(clock.clock()) : nowUs();
  }

  /** For generated code: what information_schema calls the catalog. */
  public String currentCatalog() {
    return "thetis";
  }

  /** For generated code: the name of the product. */
  public String version() {
    return "Thetis 0.1";
  }

  /** For generated code: a random number from 0 to 1. */
  public double nextRandom() {
    return context == null ? 0 : context.random().nextDouble();
  }

  /** For generated code: a random UUID. */
  public UUID nextUuid() {
    if (context == null) {
      return new UUID(0, 0);
    }
    long high = (context.random().nextLong() & ~0xf000L) | 0x4000L;
    long low = (context.random().nextLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low);
  }

  /** For generated code: the next value of a sequence. */
  public long nextValue(String sequence) {
    return generated.next(sequence);
  }

  /** For generated code: the value that the session took last of a sequence. */
  public long currentValue(String sequence) {
    return generated.next(LastValues.of(sequence));
  }

  /** For generated code: the value that the session took last of any sequence. */
  public long lastValue() {
    return generated.next(LastValues.ANY);
  }

  @Override
  public Object get(String name) {
    if (name.charAt(0) == '?') {
      return calcArgument(Integer.parseInt(name, 1, name.length(), 10));
    }
    return switch (name) {
      case ROW -> row;
      case "currentTimestamp", "localTimestamp", "utcTimestamp" -> Microsecond.toMs(nowUs());
      case "timeZone" -> UTC;
      case "locale" -> Locale.ROOT;
      case "timeFrameSet" -> TimeFrames.CORE;
      case "user", "systemUser" -> user();
      default -> null;
    };
  }

  @Override
  public SchemaPlus getRootSchema() {
    return null;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    throw new UnsupportedOperationException("types are not asked for at run time");
  }

  @Override
  public QueryProvider getQueryProvider() {
    throw new UnsupportedOperationException("queries are not made at run time");
  }
}
