package org.thetisdb.sql.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.context.StatementEnd;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.TypedText;

/**
 * A statement before which others run and give it rows: queries of WITH that change or lock rows,
 * and subqueries that lock theirs. All of them are one transaction, and foreign keys are looked at
 * when the last one has run. Immutable.
 */
public final class PartedStatement implements SqlStatement {
  private final String text;
  private final List<Part> parts;
  private final Part main;
  private final List<Part> all;
  private final RowWait rowWait;
  private final int parameters;

  /**
   * One of them.
   *
   * @param parameters the places of its parameters among those of the whole statement
   */
  public record Part(SqlStatement statement, List<Integer> parameters) {
    /** Its arguments among those of the whole statement; where some are missing, fewer. */
    Object[] of(Object[] arguments) {
      return parameters.stream()
          .filter(place -> place < arguments.length)
          .map(place -> arguments[place])
          .toArray();
    }
  }

  /**
   * A statement.
   *
   * @param parts in the order in which they run
   * @param main what gives the result
   * @throws ThetisException NOT_SUPPORTED if they do several things about locked rows
   */
  public PartedStatement(String text, List<Part> parts, Part main) {
    this.text = text;
    this.parts = List.copyOf(parts);
    this.main = main;
    List<Part> everything = new ArrayList<>(parts);
    everything.add(main);
    this.all = List.copyOf(everything);
    this.rowWait = commonWait(all);
    this.parameters = all.stream().mapToInt(part -> part.parameters().size()).sum();
  }

  /** Queries wait unless they say something else, changes have no say. */
  private static RowWait commonWait(List<Part> all) {
    Set<RowWait> waits = new TreeSet<>();
    for (Part part : all) {
      if (!part.statement().isReadOnly() && part.statement().isQuery()) {
        waits.add(part.statement().rowWait());
      }
    }
    if (waits.size() > 1) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "SKIP LOCKED, NOWAIT and to wait in one statement");
    }
    return waits.isEmpty() ? RowWait.WAIT : waits.iterator().next();
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean wantsClasses() {
    boolean any = false;
    for (Part part : all) {
      any |= part.statement().wantsClasses();
    }
    return any;
  }

  @Override
  public void makeClasses() {
    all.forEach(part -> part.statement().makeClasses());
  }

  @Override
  public List<SqlType> parameters() {
    SqlType[] types = new SqlType[parameters];
    for (Part part : all) {
      List<SqlType> own = part.statement().parameters();
      for (int i = 0; i < own.size(); i++) {
        types[part.parameters().get(i)] = own.get(i);
      }
    }
    return Collections.unmodifiableList(Arrays.asList(types));
  }

  @Override
  public List<SqlColumn> columns() {
    return main.statement().columns();
  }

  @Override
  public boolean isQuery() {
    return main.statement().isQuery();
  }

  @Override
  public boolean returnsRows() {
    return main.statement().returnsRows();
  }

  @Override
  public boolean isReadOnly() {
    return all.stream().allMatch(part -> part.statement().isReadOnly());
  }

  @Override
  public boolean isChange() {
    return !isReadOnly()
        && all.stream().map(Part::statement).allMatch(part -> part.isChange() || part.isReadOnly());
  }

  @Override
  public List<String> sequences() {
    return all.stream().flatMap(part -> part.statement().sequences().stream()).distinct().toList();
  }

  @Override
  public Set<ClusterTable> clusterTables() {
    Set<ClusterTable> tables = new TreeSet<>();
    all.forEach(part -> tables.addAll(part.statement().clusterTables()));
    return tables;
  }

  @Override
  public RowWait rowWait() {
    return rowWait;
  }

  /** The strongest of theirs. */
  @Override
  public RowLockMode lockMode() {
    return all.stream()
        .map(Part::statement)
        .filter(Predicate.not(SqlStatement::isReadOnly))
        .map(SqlStatement::lockMode)
        .max(RowLockMode::compareTo)
        .orElse(RowLockMode.NO_KEY_UPDATE);
  }

  /** A statement that fits the values of the arguments, if one of the parts asks for that. */
  @Override
  public String textFor(List<Object[]> runs) {
    Map<Integer, SqlType> types = new TreeMap<>();
    Map<Integer, String> names = new TreeMap<>();
    for (Part part : all) {
      String better = part.statement().textFor(runs.stream().map(part::of).toList());
      if (better != null) {
        TypedText found = TypedText.of(better);
        found.types().forEach((i, type) -> types.put(part.parameters().get(i), type));
        found.sequences().forEach((i, name) -> names.put(part.parameters().get(i), name));
      }
    }
    return types.isEmpty() && names.isEmpty() ? null : new TypedText(types, names).appendTo(text);
  }

  @Override
  public Object[] checkArguments(Object[] arguments) {
    if (arguments.length != parameters) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, parameters, arguments.length);
    }
    Object[] checked = new Object[arguments.length];
    for (Part part : all) {
      Object[] own = part.statement().checkArguments(part.of(arguments));
      for (int i = 0; i < own.length; i++) {
        checked[part.parameters().get(i)] = own[i];
      }
    }
    return checked;
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    throw new IllegalStateException("has no plan");
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    if (!(context instanceof StatementEnd end)) {
      return runAll(context, arguments, generated);
    }
    SqlResult[] result = new SqlResult[1];
    end.changeTogether(() -> result[0] = runAll(context, arguments, generated));
    return result[0];
  }

  private SqlResult runAll(Context context, Object[] arguments, GeneratedValues generated) {
    PartValues values = new PartValues(generated);
    for (Part part : parts) {
      SqlResult result = part.statement().run(context, part.of(arguments), values);
      values.add(part.statement().columns(), result.rows());
    }
    return main.statement().run(context, main.of(arguments), values);
  }
}
