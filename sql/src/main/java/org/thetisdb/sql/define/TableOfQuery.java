package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** CREATE TABLE … AS: a table of the columns that a query has. Stateless. */
final class TableOfQuery {
  private TableOfQuery() {}

  /** The table, without keys and constraints. */
  static CreateTable of(CreateTableAs create, Compiled compiled) {
    List<SqlColumn> columns = query(create, compiled).columns();
    if (create.names().size() > columns.size()) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_SYNTAX,
          "Table \"%s\" names %d columns, but its query has %d."
              .formatted(create.name(), create.names().size(), columns.size()));
    }
    List<ColumnSpec> specs = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = i < create.names().size() ? create.names().get(i) : columns.get(i).label();
      specs.add(new ColumnSpec(name, type(columns.get(i)), false, null, null));
    }
    return new CreateTable(
        create.name(), false, List.copyOf(specs), List.of(), List.of(), create.onCommit());
  }

  /** What is calculated may be any text: how long it can be is no rule for other rows. */
  private static SqlType type(SqlColumn column) {
    SqlType type = column.type();
    boolean text =
        type == null || type.name() == SqlTypeName.CHAR || type.name() == SqlTypeName.VARCHAR;
    return text && (type == null || column.table().isEmpty())
        ? SqlType.of(SqlTypeName.VARCHAR)
        : type;
  }

  private static SqlStatement query(CreateTableAs create, Compiled compiled) {
    boolean isQuery =
        compiled instanceof Compiled.Query query
            && query.statement().isQuery()
            && query.statement().sequenceToSet() == null;
    if (!isQuery) {
      throw Names.invalid("Table \"" + create.name() + "\" is not made of a query.");
    }
    SqlStatement statement = ((Compiled.Query) compiled).statement();
    if (!statement.parameters().isEmpty()) {
      throw Names.invalid("The query of table \"" + create.name() + "\" has parameters.");
    }
    return statement;
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Has a table filled. Its first rows have row ids from 1 on, which nobody else is given: so it is
   * not filled twice, however often the step is tried.
   */
  static void fill(Changes changes, TableDef table, String querySql) {
    String sequence = TableDef.rowIdSequence(table.tableId());
    changes.putPosition(changes.catalog().sequence(sequence), SequencePositions.MAX_BLOCK + 1L);
    String into =
        quoted(ObjectName.schema(table.name())) + '.' + quoted(ObjectName.simple(table.name()));
    changes.add(new Step.FillTable(table.tableId(), "INSERT INTO " + into + " " + querySql));
  }
}
