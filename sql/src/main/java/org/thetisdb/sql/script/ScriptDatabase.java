package org.thetisdb.sql.script;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.define.DdlPlanner;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.StepWork;
import org.thetisdb.sql.define.step.SystemRow;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.RemovedRule;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.LastValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.statement.StatementCompiler;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** All of SQL over rows in memory: definitions are applied, statements run as at a site. */
public final class ScriptDatabase {
  private static final int MAX_ROWS = 10_000;
  private static final String SET_USER = "SET SESSION AUTHORIZATION ";

  private StatementCompiler compiler = new SqlCompiler(MAX_ROWS);
  private final CompiledExpressions expressions = new CompiledExpressions();
  private final DdlPlanner planner = new DdlPlanner(compiler, expressions);
  private final MemoryRows rows = new MemoryRows(TableRegistry.EMPTY);
  private final Map<RowKey, byte[]> positions = new HashMap<>();
  private final Map<String, Long> lastValues = new HashMap<>();
  private SqlCatalog catalog = SqlCatalog.of(TableRegistry.EMPTY);
  private SearchPath path = SearchPath.PUBLIC;
  private boolean makesClasses = true;

  /** Whose statements follow; DEFAULT for one who may do everything. */
  private String user = "DEFAULT";

  /** From here on plans of queries do without some rules. */
  public void without(Set<PlanRule> rules) {
    planWith(rules, Set.of());
  }

  /** From here on plans do without some rules, and with others that are known to be wrong. */
  public void planWith(Set<PlanRule> without, Set<RemovedRule> putBack) {
    compiler = SqlCompiler.planning(without, putBack, MAX_ROWS);
  }

  /** From here on statements are only interpreted, which takes a fraction of the time. */
  public void interpretOnly() {
    makesClasses = false;
  }

  /** From here on texts are compiled by another compiler. */
  public void compilingBy(StatementCompiler other) {
    compiler = other;
  }

  /** The catalog as it is. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /** Compiles a text in the catalog as it is, along the search path. */
  public Compiled compile(String text) {
    boolean hasPath = !SearchPath.of(text).equals(SearchPath.PUBLIC);
    return compiler.compile(hasPath ? text : path.appendTo(text), catalog);
  }

  /** What texts from here on are sent with. */
  void searchPath(List<String> schemas) {
    path = new SearchPath(schemas);
  }

  /** Runs any statement; the result is null for a definition. */
  public SqlResult run(String text, Object... arguments) {
    return run(text, this::run, arguments);
  }

  /** The same, but interpreted alone: what is true of the text, and not of how it runs. */
  public SqlResult runInterpreted(String text) {
    return run(text, this::runAlone);
  }

  private SqlResult run(
      String text, BiFunction<SqlStatement, Object[], SqlResult> way, Object... arguments) {
    if (text.startsWith(SET_USER)) {
      user = text.substring(SET_USER.length()).replace(";", "").strip();
      return null;
    }
    Compiled compiled = compile(text);
    if (compiled instanceof Compiled.Definition definition) {
      define(definition.ddl());
      return null;
    }
    rights().require(((Compiled.Query) compiled).accesses());
    SqlStatement written = ((Compiled.Query) compiled).statement();
    Object[] all = written.sharedArguments(List.<Object[]>of(arguments)).get(0);
    SqlStatement shared = written.shared();
    String typed = shared.textFor(List.<Object[]>of(all));
    SqlStatement run = typed == null ? shared : ((Compiled.Query) compile(typed)).statement();
    return shown(run, way.apply(run, all));
  }

  /** Texts of CHAR(n) with their blanks, as clients show them. */
  private static SqlResult shown(SqlStatement statement, SqlResult result) {
    List<SqlColumn> columns = statement.columns();
    if (result == null
        || columns.stream().noneMatch(one -> one.type().name() == SqlTypeName.CHAR)) {
      return result;
    }
    for (Object[] row : result.rows()) {
      for (int i = 0; i < Math.min(row.length, columns.size()); i++) {
        SqlType type = columns.get(i).type();
        if (type.name() == SqlTypeName.CHAR && row[i] instanceof String text) {
          int missing = type.precision() - text.codePointCount(0, text.length());
          row[i] = text + " ".repeat(Math.max(0, missing));
        }
      }
    }
    return result;
  }

  /** Runs a compiled statement. */
  public SqlResult run(SqlStatement statement, Object... arguments) {
    if (!makesClasses || statement.sequenceToSet() != null) {
      return runAlone(statement, arguments);
    }
    Outcome interpreted = rolledBack(() -> interpreted(statement, arguments));
    statement.makeClasses();
    return runOnce(statement, interpreted, arguments);
  }

  /** What a run gave; one of the two. */
  private record Outcome(SqlResult result, ThetisException error) {
    /** Where a caller gave an account, both runs share it, so the second one may find it full. */
    private boolean isOutOfMemory() {
      return error != null && error.code() == ErrorCode.STATEMENT_MEMORY;
    }

    private String shown() {
      if (error != null) {
        return error.code() + " " + error.getMessage();
      }
      List<String> rows = result.rows().stream().map(Arrays::deepToString).toList();
      return result.updateCount() + " " + rows;
    }
  }

  /** Does something, and takes back what it did to rows and sequences. */
  public <T> T rolledBack(Supplier<T> work) {
    Map<RowKey, byte[]> saved = rows.save();
    Map<RowKey, byte[]> savedPositions = new HashMap<>(positions);
    Map<String, Long> savedValues = new HashMap<>(lastValues);
    try {
      return work.get();
    } finally {
      rows.restore(saved);
      positions.clear();
      positions.putAll(savedPositions);
      lastValues.clear();
      lastValues.putAll(savedValues);
    }
  }

  /** Runs a statement while its code is interpreted. */
  private Outcome interpreted(SqlStatement statement, Object... arguments) {
    try {
      IntegrityContext context =
          new IntegrityContext(rows, new IntegrityRules(catalog, expressions));
      SqlResult result = statement.run(context, statement.checkArguments(arguments), generated());
      context.finish();
      return new Outcome(result, null);
    } catch (ThetisException e) {
      return new Outcome(null, e);
    }
  }

  /** What classes of its code give is what their trees gave. */
  private SqlResult runOnce(SqlStatement statement, Outcome interpreted, Object... arguments) {
    Outcome outcome;
    try {
      outcome = new Outcome(runAlone(statement, arguments), null);
    } catch (ThetisException e) {
      outcome = new Outcome(null, e);
    }
    if (!outcome.isOutOfMemory() && !outcome.shown().equals(interpreted.shown())) {
      throw new IllegalStateException(
          "interpreted: %s, as classes: %s: %s"
              .formatted(interpreted.shown(), outcome.shown(), statement.text()));
    }
    if (outcome.error() != null) {
      throw outcome.error();
    }
    return outcome.result();
  }

  private SqlResult runAlone(SqlStatement statement, Object... arguments) {
    IntegrityRules rules = new IntegrityRules(catalog, expressions);
    Map<RowKey, byte[]> saved = rows.save();
    try {
      IntegrityContext context = new IntegrityContext(rows, rules);
      SqlResult result = statement.run(context, statement.checkArguments(arguments), generated());
      if (statement.isQuery() && statement.sequences().isEmpty()) {
        requireSameEncoded(statement, context, statement.checkArguments(arguments), result);
      }
      context.finish();
      if (statement.sequenceToSet() != null) {
        set(statement.sequenceToSet(), result);
      }
      for (String name : statement.sequencesToRestart()) {
        SequenceDef sequence = catalog.sequence(name);
        positions.put(
            SequencePositions.key(sequence),
            SequencePositions.at(sequence, sequence.start(), false));
      }
      return result;
    } catch (ThetisException e) {
      rows.restore(saved);
      throw e;
    }
  }

  /** Rows that are encoded as they are found are those that are made up of objects first. */
  private void requireSameEncoded(
      SqlStatement statement, IntegrityContext context, Object[] arguments, SqlResult result) {
    EncodedRows encoded = new EncodedRows(MAX_ROWS);
    if (statement.runInto(encoded, context, arguments, generated())) {
      ByteWriter bytes = new ByteWriter();
      encoded.appendTo(bytes);
      List<List<Object>> rows = result.rows().stream().map(Arrays::asList).toList();
      if (!Arrays.equals(bytes.toByteArray(), ValueCodec.encode(rows))) {
        throw new IllegalStateException("not encoded as it was found: " + statement.text());
      }
    }
  }

  private GeneratedValues generated() {
    return new GeneratedValues() {
      @Override
      public long next(String sequence) {
        return nextValue(sequence);
      }

      @Override
      public SqlCatalog catalog() {
        return catalog;
      }

      @Override
      public String user() {
        return user.equals("DEFAULT") ? "" : user;
      }
    };
  }

  private long nextValue(String sequence) {
    if (LastValues.isOne(sequence)) {
      return lastValues.get(sequence);
    }
    SequenceDef definition = catalog.sequence(sequence);
    if (definition == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "sequence", sequence);
    }
    RowKey key = SequencePositions.key(definition);
    SequencePositions.Advance step = SequencePositions.advance(definition, positions.get(key), 1);
    positions.put(key, step.position());
    lastValues.put(LastValues.of(sequence), step.values().first());
    lastValues.put(LastValues.ANY, step.values().first());
    return step.values().first();
  }

  private void set(String sequence, SqlResult result) {
    SequenceDef definition = catalog.sequence(sequence);
    for (Object[] row : result.rows()) {
      if (row[0] != null) {
        byte[] position = SequencePositions.at(definition, (Long) row[0], (Boolean) row[1]);
        positions.put(SequencePositions.key(definition), position);
        if ((Boolean) row[1]) {
          lastValues.put(LastValues.of(sequence), (Long) row[0]);
        }
      }
    }
  }

  private UserRights rights() {
    return user.equals("DEFAULT") ? catalog.rights().admin() : catalog.rights().user(user);
  }

  private void define(Ddl ddl) {
    CatalogChange change = planner.plan(catalog, ddl, rows, rights());
    apply(change);
    for (Step step : change.steps()) {
      work(step);
    }
  }

  private void work(Step step) {
    if (step instanceof Step.AwaitSites) {
      return; // there are none
    }
    if (step instanceof Step.FillTable fill) {
      fill(step, fill.insertSql());
      return;
    }
    StepWork work = new StepWork(new IntegrityRules(catalog, expressions));
    try {
      byte[] after = work.batch(rows, step, null);
      while (after != null) {
        after = work.batch(rows, step, after);
      }
    } catch (RuntimeException e) {
      apply(planner.failed(catalog, step));
      throw e;
    }
    apply(planner.completed(catalog, step));
  }

  private void fill(Step step, String insertSql) {
    try {
      run(insertSql);
    } catch (ThetisException e) {
      CatalogChange change = planner.failed(catalog, step);
      apply(change);
      change.steps().forEach(this::work);
      throw e;
    }
    apply(planner.completed(catalog, step));
  }

  private void apply(CatalogChange change) {
    for (SystemRow row : change.rows()) {
      if (row.key().tableId() == SystemRow.TABLES) {
        int id = new ByteReader(row.key().bytes()).getInt();
        TableSchema schema = TableSchema.decode(row.row());
        catalog = catalog.withTables(catalog.registry().withTable(id, schema));
      } else if (row.key().tableId() == ObjectId.TABLE_ID) {
        catalog = catalog.withRow(row.key(), row.row());
      } else if (row.key().tableId() == SequencePositions.TABLE_ID) {
        positions.put(row.key(), row.row());
      }
    }
    rows.use(catalog.registry());
  }
}
