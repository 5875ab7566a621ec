package org.thetisdb.sql.plan;

import java.util.List;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.SqlStatement;
import org.thetisdb.sql.run.OnConflict;
import org.thetisdb.sql.run.Signature;

/** Compiles one statement. Not thread-safe. */
final class TreeCompiler {
  private final Translator translator;
  private final String text;
  private final int maxRows;

  TreeCompiler(CatalogSpace space, String text, int maxRows) {
    this.translator = new Translator(space);
    this.text = text;
    this.maxRows = maxRows;
  }

  Compiled compile(SqlNode tree) {
    return new Compiled.Query(statement(tree, OnConflict.FAIL, false));
  }

  SqlStatement statement(SqlNode tree, OnConflict conflict, boolean locks) {
    Parameters parameters = Parameters.of(tree);
    Signature bare = new Signature(text, List.of(), List.of(), List.of(), maxRows);
    return switch (tree.getKind()) {
      case SELECT, UNION, INTERSECT, EXCEPT, ORDER_BY, VALUES, WITH ->
          // types of parameters are known once the query is validated
          new QueryCompiler(translator)
              .compile(tree, () -> parameters.complete(bare, translator), locks);
      case INSERT ->
          new InsertCompiler(translator, parameters, bare).compile((SqlInsert) tree, conflict);
      case UPDATE -> new ChangeCompiler(translator, parameters, bare).update((SqlUpdate) tree);
      case DELETE -> new ChangeCompiler(translator, parameters, bare).delete((SqlDelete) tree);
      default -> throw new ThetisException(ErrorCode.NOT_SUPPORTED, tree.getKind().sql);
    };
  }
}
