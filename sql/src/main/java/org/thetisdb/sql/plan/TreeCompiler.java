package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.validation.Dialect;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.plan.change.ChangeCompiler;
import org.thetisdb.sql.plan.change.InsertCompiler;
import org.thetisdb.sql.plan.change.Joined;
import org.thetisdb.sql.plan.change.MergeCompiler;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.plan.error.GivenPlace;
import org.thetisdb.sql.plan.error.SyntaxErrors;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.plan.query.LockedTables;
import org.thetisdb.sql.plan.query.Parameters;
import org.thetisdb.sql.plan.query.QueryCompiler;
import org.thetisdb.sql.plan.query.Translator;
import org.thetisdb.sql.rewrite.Rewrites;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rights.AccessNotes;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.run.ConstraintTiming;
import org.thetisdb.sql.run.ExplainStatement;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.change.TruncateStatement;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;
import org.thetisdb.sql.type.TypedText;

/** Compiles one statement. Not thread-safe. */
final class TreeCompiler {
  private final Translator translator;
  private final String text;
  private final TypedText given;
  private final int maxRows;
  private RelNode plan;
  private TableDef changed;
  private List<String> before = List.of();

  TreeCompiler(CatalogSpace space, String text, int maxRows) {
    this(space, text, TypedText.of(text), maxRows);
  }

  /** A compiler of a part of a statement; {@code given} is what the text says of its parameters. */
  TreeCompiler(CatalogSpace space, String text, TypedText given, int maxRows) {
    this.given = given;
    this.translator = new Translator(space, text, given);
    this.text = text;
    this.maxRows = maxRows;
  }

  /** The plan of the query in it, once compiled; null if there is none. */
  RelNode plan() {
    return plan;
  }

  /** The table that it changes, once compiled; null for none. */
  TableDef changed() {
    return changed;
  }

  /** Compiles a statement that is read but not ready. */
  SqlStatement compile(Statement read) {
    if (read instanceof Statement.Rows rows) {
      return rows(rows);
    }
    if (read instanceof Statement.Merge merge) {
      return merge(merge);
    }
    if (read instanceof Statement.Parts parts) {
      PartsCompiler compiler = new PartsCompiler(translator.space(), text, given, maxRows);
      SqlStatement compiled = compiler.compile(parts);
      plan = compiler.plan();
      before = compiler.explanation();
      return compiled;
    }
    if (read instanceof Statement.Truncate truncate) {
      return truncate(truncate);
    }
    if (read instanceof Statement.Constraints constraints) {
      Signature bare = new Signature(text, List.of(), List.of(), List.of(), maxRows);
      return new ConstraintTiming(
          bare, NamedConstraints.of(constraints, translator), constraints.deferred());
    }
    if (read instanceof Statement.Explain explain) {
      return explain(explain.statement());
    }
    throw new IllegalArgumentException("needs no compiling: " + read);
  }

  private SqlStatement rows(Statement.Rows rows) {
    try {
      SqlNode tree = TreeSize.checked(SqlParser.create(rows.text(), Dialect.PARSER).parseStmt());
      SequenceSetting setting = SequenceSetting.of(tree, translator);
      String sets = setting == null ? null : setting.sequence();
      List<String> labels = Labels.of(tree); // functions may have other names when rewritten
      return statement(
          Rewrites.apply(tree, given.sequences(), translator.names()), labels, rows, sets);
    } catch (SqlParseException e) {
      throw SyntaxErrors.of(e, new GivenPlace(text, rows.text()));
    }
  }

  private SqlStatement truncate(Statement.Truncate truncate) {
    List<TableDef> tables = TruncatedTables.of(truncate, translator.space().catalog());
    List<SqlStatement> deletions = new ArrayList<>();
    SqlCatalog catalog = translator.space().catalog();
    tables.forEach(table -> Looked.at(catalog, table, Privilege.TRUNCATE));
    for (TableDef table : tables) {
      String deletion =
          "DELETE FROM "
              + quoted(ObjectName.schema(table.name()))
              + '.'
              + quoted(ObjectName.simple(table.name()));
      deletions.add(AccessNotes.muted(() -> rows(Statement.Rows.of(deletion))));
    }
    List<String> restarts =
        truncate.restart() ? TruncatedTables.sequences(tables) : List.<String>of();
    Signature bare = new Signature(text, List.of(), List.of(), List.of(), maxRows);
    List<String> names = tables.stream().map(TableDef::name).toList();
    return new TruncateStatement(bare, names, deletions, restarts);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private SqlStatement merge(Statement.Merge merge) {
    Signature bare = new Signature(text, List.of(), List.of(), List.of(), maxRows);
    MergeCompiler compiler = new MergeCompiler(translator, this::parse, bare);
    SqlStatement compiled = compiler.compile(merge, given.sequences().keySet());
    plan = compiler.plan();
    changed = compiler.table();
    Looked.at(translator.space().catalog(), changed, TouchedTables.of(merge));
    return compiled;
  }

  /** A query whose rows are the lines of the plan. */
  private SqlStatement explain(Statement explained) {
    SqlStatement statement = compile(explained);
    List<String> lines = new ArrayList<>(before);
    lines.addAll(Explanation.lines(plan, statement));
    return new ExplainStatement(
        new Signature(
            text,
            statement.parameters(),
            Signature.columns(List.of("plan"), List.of(SqlType.of(SqlTypeName.VARCHAR))),
            List.of(),
            maxRows),
        statement,
        lines);
  }

  private SqlNode parse(String text) {
    try {
      return Rewrites.apply(
          TreeSize.checked(SqlParser.create(text, Dialect.PARSER).parseStmt()),
          given.sequences(),
          translator.names());
    } catch (SqlParseException e) {
      throw CalciteErrors.of(e);
    }
  }

  private SqlStatement statement(
      SqlNode tree, List<String> labels, Statement.Rows rows, String sets) {
    int mark = AccessNotes.mark();
    SqlNode update =
        rows.conflict() == null || rows.conflict().updateSql() == null
            ? null
            : Parameters.behind(tree, parse(rows.conflict().updateSql()));
    Parameters parameters = Parameters.of(tree, update);
    SqlSelect returning = rows.returning() == null ? null : returning(rows, tree, parameters);
    parameters.replaced(given.sequences().keySet());
    Signature bare =
        new Signature(text, List.of(), List.of(), List.of(), maxRows).withSequenceToSet(sets);
    SqlCatalog catalog = translator.space().catalog();
    return switch (tree.getKind()) {
      case SELECT, UNION, INTERSECT, EXCEPT, ORDER_BY, VALUES, WITH ->
          query(tree, labels, parameters, bare, rows.locks());
      case INSERT -> {
        InsertCompiler compiler = new InsertCompiler(translator, parameters, bare);
        SqlInsert insert = (SqlInsert) tree;
        SqlStatement compiled = compiler.compile(insert, rows, (SqlUpdate) update, returning);
        plan = compiler.plan();
        changed = ChangeCompiler.tableOf(translator, insert.getTargetTable());
        TouchedTables.note(catalog, mark, changed, insert, rows, returning);
        yield compiled;
      }
      case UPDATE -> {
        ChangeCompiler compiler = new ChangeCompiler(translator, parameters, bare);
        SqlUpdate change = (SqlUpdate) tree;
        Joined joined = Joined.of(rows.joins(), change.getCondition());
        SqlStatement compiled = compiler.update(change, joined, returning);
        plan = compiler.plan();
        changed = ChangeCompiler.tableOf(translator, change.getTargetTable());
        boolean reads = returning != null || rows.joins() || TouchedTables.reads(change);
        Looked.changed(catalog, mark, changed, Privilege.UPDATE.bit(), reads);
        yield compiled;
      }
      case DELETE -> {
        ChangeCompiler compiler = new ChangeCompiler(translator, parameters, bare);
        SqlDelete deletion = (SqlDelete) tree;
        Joined joined = Joined.of(rows.joins(), deletion.getCondition());
        SqlStatement compiled = compiler.delete(deletion, joined, returning);
        plan = compiler.plan();
        changed = ChangeCompiler.tableOf(translator, deletion.getTargetTable());
        boolean reads = returning != null || deletion.getCondition() != null;
        Looked.changed(catalog, mark, changed, Privilege.DELETE.bit(), reads);
        yield compiled;
      }
      default -> throw new ThetisException(ErrorCode.NOT_SUPPORTED, tree.getKind().sql);
    };
  }

  /** What RETURNING lists, of the rows of the table that is changed and what it is joined with. */
  private SqlSelect returning(Statement.Rows rows, SqlNode tree, Parameters parameters) {
    try {
      SqlNode list =
          TreeSize.checked(SqlParser.create(rows.returning(), Dialect.PARSER).parseStmt());
      SqlNode table =
          tree instanceof SqlInsert insert
              ? insert.getTargetTable()
              : tree instanceof SqlUpdate update
                  ? update.getTargetTable()
                  : ((SqlDelete) tree).getTargetTable();
      SqlIdentifier alias =
          tree instanceof SqlUpdate update
              ? update.getAlias()
              : tree instanceof SqlDelete deletion ? deletion.getAlias() : aliasOf(rows);
      SqlNode named =
          alias == null
              ? table
              : SqlStdOperatorTable.AS.createCall(table.getParserPosition(), table, alias);
      SqlSelect select =
          (SqlSelect)
              Rewrites.applyToReturning(
                  (SqlSelect) list,
                  joinedAgain(rows).with(named),
                  given.sequences(),
                  translator.names());
      SqlNode from = select.getFrom();
      select.setFrom(null); // its parameters are counted already
      SqlSelect counted = (SqlSelect) parameters.addBehind(select);
      counted.setFrom(from);
      return counted;
    } catch (SqlParseException e) {
      throw CalciteErrors.of(e);
    }
  }

  /** What a change is joined with, read once more, for trees are changed when validated. */
  private static Joined joinedAgain(Statement.Rows rows) throws SqlParseException {
    if (!rows.joins()) {
      return new Joined(null, null);
    }
    SqlNode tree = SqlParser.create(rows.text(), Dialect.PARSER).parseStmt();
    SqlNode condition =
        tree instanceof SqlUpdate update
            ? update.getCondition()
            : ((SqlDelete) tree).getCondition();
    return Joined.of(true, condition);
  }

  private static SqlIdentifier aliasOf(Statement.Rows rows) {
    return rows.alias() == null ? null : new SqlIdentifier(rows.alias(), SqlParserPos.ZERO);
  }

  private SqlStatement query(
      SqlNode tree,
      List<String> labels,
      Parameters parameters,
      Signature bare,
      Statement.Locks locks) {
    int mark = AccessNotes.mark();
    QueryCompiler compiler = new QueryCompiler(translator);
    LockedTables locked = locks == null ? null : LockedTables.of(tree, locks, translator);
    // types of parameters are known once the query is validated
    SqlStatement compiled =
        compiler.compile(tree, labels, () -> parameters.complete(bare, translator), locked);
    plan = compiler.plan();
    if (locks != null) {
      AccessNotes.locked(mark);
    }
    return compiled;
  }
}
