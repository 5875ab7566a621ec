package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.sql.ddl.IndexPart;

/** Reads what an index is made of: columns, functions, expressions in brackets. Stateless. */
final class IndexParts {
  private IndexParts() {}

  /**
   * The parts, in brackets.
   *
   * @param ordered whether ASC, DESC and NULLS may stand behind each; entries have one order, and
   *     are read in both directions
   */
  static List<IndexPart> of(TokenReader in, boolean ordered) {
    in.expectSymbol("(");
    List<IndexPart> parts = new ArrayList<>();
    do {
      parts.add(part(in));
      if (ordered) {
        order(in);
      }
    } while (in.takeSymbol(","));
    in.expectSymbol(")");
    return List.copyOf(parts);
  }

  private static IndexPart part(TokenReader in) {
    Token first = in.peek();
    if (!first.isSymbol("(") && !in.peek(1).isSymbol("(")) {
      return IndexPart.column(in.name("a column"));
    }
    boolean function = !first.isSymbol("(");
    if (function) {
      in.name("a function");
    }
    boolean column = !function && in.peek(2).isSymbol(")") && isName(in.peek(1));
    String name = column ? in.peek(1).name() : null;
    String bracketed = in.bracketed();
    if (column) {
      return IndexPart.column(name);
    }
    return new IndexPart(function ? first.text() + "(" + bracketed + ")" : bracketed, true);
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }

  private static void order(TokenReader in) {
    if (!in.take("ASC")) {
      in.take("DESC");
    }
    if (in.take("NULLS") && !in.take("FIRST")) {
      in.expect("LAST");
    }
  }
}
