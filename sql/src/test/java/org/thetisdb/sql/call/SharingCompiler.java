package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.AtOnce;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;

/** Compiles as a router does that has texts share statements; tells what was planned for it. */
public final class SharingCompiler implements StatementCompiler {
  private final List<String> planned = new ArrayList<>();
  private final SharedStatements statements;

  /** Keeps 100 statements, and 10 texts with constants. */
  public SharingCompiler(int maxRows) {
    SqlCompiler compiler = new SqlCompiler(maxRows);
    CompilePool pool = new CompilePool(List.of(new AtOnce()), new AtOnce());
    StatementCompiler noting =
        (text, catalog) -> {
          planned.add(text);
          return compiler.compile(text, catalog);
        };
    statements =
        new SharedStatements(
            new StatementCache(noting, pool, CompiledTexts.NONE, 100, 1 << 20), 10);
  }

  /** The texts that were planned so far, in order. */
  public List<String> planned() {
    return planned;
  }

  @Override
  public Compiled compile(String text, SqlCatalog catalog) {
    Compiled[] found = new Compiled[1];
    ThetisException[] wrong = new ThetisException[1];
    statements.get(
        text,
        catalog,
        Asker.ENGINE,
        (compiled, error) -> {
          found[0] = compiled;
          wrong[0] = error;
        });
    if (wrong[0] != null) {
      throw wrong[0];
    }
    return found[0];
  }
}
