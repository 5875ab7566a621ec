package org.thetisdb.sql.parse.form;

import java.util.List;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/** Expressions and queries that the catalog holds as people wrote them, as Calcite reads them. */
public final class PlannerText {
  private PlannerText() {}

  /** The same for Calcite's grammar. */
  public static String of(String sql) {
    List<Token> tokens = Tokenizer.tokens(sql);
    return tokens.size() == 1 ? sql : Words.quoted(sql, tokens, 0, tokens.size() - 1);
  }
}
