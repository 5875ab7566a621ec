package org.thetisdb.sql.parse.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** Reads what an index is made of: columns, functions, expressions in brackets. Stateless. */
public final class IndexParts {
  private IndexParts() {}

  /**
   * The parts, in brackets.
   *
   * @param ordered whether ASC, DESC and NULLS may stand behind each; entries have one order, and
   *     are read in both directions
   */
  public static List<IndexPart> of(TokenReader in, boolean ordered) {
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

  /** Which operators an index serves; texts are ordered by their characters, so these, too. */
  private static final Set<String> OPERATOR_CLASSES =
      Set.of(
          "text_ops",
          "varchar_ops",
          "bpchar_ops",
          "text_pattern_ops",
          "varchar_pattern_ops",
          "bpchar_pattern_ops",
          "int2_ops",
          "int4_ops",
          "int8_ops",
          "numeric_ops",
          "date_ops",
          "timestamp_ops",
          "timestamptz_ops",
          "uuid_ops",
          "bool_ops",
          "bytea_ops");

  private static void order(TokenReader in) {
    if (in.take("COLLATE")) {
      String collation = in.name("a collation");
      if (!Set.of("C", "POSIX", "ucs_basic", "default").contains(collation)) {
        throw ThetisException.withMessage(
            ErrorCode.NOT_SUPPORTED,
            "Collation \"%s\" is not supported: texts are ordered by their characters, as COLLATE \"C\" says."
                .formatted(collation));
      }
    }
    if (isName(in.peek()) && OPERATOR_CLASSES.contains(in.peek().name())) {
      in.next();
    }
    if (!in.take("ASC")) {
      in.take("DESC");
    }
    if (in.take("NULLS") && !in.take("FIRST")) {
      in.expect("LAST");
    }
  }
}
