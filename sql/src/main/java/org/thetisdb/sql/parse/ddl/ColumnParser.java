package org.thetisdb.sql.parse.ddl;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.catalog.ForeignKeyDef.Timing;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.IdentitySpec;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.type.SqlType;

/** Reads columns and constraints. Not thread-safe. */
final class ColumnParser {
  private final TokenReader in;

  ColumnParser(TokenReader in) {
    this.in = in;
  }

  /** A column; constraints that stand with it are added to {@code constraints}. */
  ColumnSpec column(List<ConstraintSpec> constraints) {
    String name = in.name("a column");
    boolean serial = in.isNext("SERIAL") || in.isNext("BIGSERIAL");
    SqlType type = TypeParser.parse(in);
    Parts parts = new Parts(name, constraints);
    if (serial) {
      parts.identity = new IdentitySpec(false, 1, 1);
    }
    while (parts.takeOne()) {
      // each call takes one part
    }
    boolean notNull = parts.notNull || parts.identity != null;
    return new ColumnSpec(
        name, type, notNull, parts.defaultSql, parts.identity, parts.generatedSql);
  }

  /** What stands behind a column's type. */
  private final class Parts {
    private final String column;
    private final List<ConstraintSpec> constraints;
    private boolean notNull;
    private String defaultSql;
    private IdentitySpec identity;
    private String generatedSql;

    Parts(String column, List<ConstraintSpec> constraints) {
      this.column = column;
      this.constraints = constraints;
    }

    boolean takeOne() {
      if (in.take("NOT", "NULL")) {
        notNull = true;
      } else if (in.take("DEFAULT")) {
        defaultSql = defaultText();
      } else if (in.take("AUTO_INCREMENT") || in.take("AUTOINCREMENT")) {
        identity = new IdentitySpec(false, 1, 1);
      } else if (in.take("IDENTITY")) {
        identity = new IdentityParser(in).options(false);
      } else if (in.take("GENERATED")) {
        boolean always = in.take("ALWAYS");
        if (!always) {
          in.expect("BY", "DEFAULT");
        }
        in.expect("AS");
        if (always && in.peek().isSymbol("(")) {
          generatedSql = in.bracketed();
          in.expect("STORED");
        } else {
          in.expect("IDENTITY");
          identity = new IdentityParser(in).options(always);
        }
      } else if (!in.take("NULL")) {
        return takeConstraint();
      }
      return true;
    }

    private boolean takeConstraint() {
      String name = in.take("CONSTRAINT") ? in.name("a constraint") : null;
      if (in.take("PRIMARY", "KEY")) {
        constraints.add(atOnce(new ConstraintSpec.PrimaryKey(name, List.of(column))));
      } else if (in.take("UNIQUE")) {
        constraints.add(atOnce(new ConstraintSpec.Unique(name, List.of(column))));
      } else if (in.take("CHECK")) {
        constraints.add(new ConstraintSpec.Check(name, in.bracketed()));
      } else if (in.take("REFERENCES")) {
        constraints.add(references(name, List.of(column)));
      } else if (name != null) {
        throw in.unexpected("PRIMARY KEY, UNIQUE, CHECK or REFERENCES");
      } else {
        return false;
      }
      return true;
    }
  }

  /** The text of a DEFAULT: to the comma, bracket or word behind it. */
  String defaultText() {
    return expression(true);
  }

  /** The text behind USING: to the comma behind it. */
  String usingText() {
    return expression(false);
  }

  private String expression(boolean endsAtWords) {
    int begin = in.peek().begin();
    int end = begin;
    int depth = 0;
    while (!ends(in.peek(), depth, end == begin, endsAtWords)) {
      Token token = in.next();
      depth += isOpening(token) ? 1 : isClosing(token) ? -1 : 0;
      end = token.end();
    }
    if (end == begin) {
      throw in.unexpected("an expression");
    }
    return DefaultText.of(in.text(begin, end), in.names());
  }

  private static boolean isOpening(Token token) {
    return token.isSymbol("(") || token.isSymbol("[");
  }

  private static boolean isClosing(Token token) {
    return token.isSymbol(")") || token.isSymbol("]");
  }

  private static boolean ends(Token token, int depth, boolean first, boolean atWords) {
    if (token.kind() == Token.Kind.END) {
      return true;
    }
    if (depth > 0) {
      return false;
    }
    boolean word =
        token.isWord("NOT")
            || token.isWord("CONSTRAINT")
            || token.isWord("PRIMARY")
            || token.isWord("UNIQUE")
            || token.isWord("CHECK")
            || token.isWord("REFERENCES")
            || token.isWord("GENERATED")
            || token.isWord("DEFERRABLE")
            || (token.isWord("NULL") && !first);
    return (word && atWords) || token.isSymbol(",") || token.isSymbol(")") || token.isSymbol(";");
  }

  /** Whether a constraint of the table comes next. */
  boolean isConstraintNext() {
    boolean words =
        in.isNext("CONSTRAINT") || in.isNext("PRIMARY", "KEY") || in.isNext("FOREIGN", "KEY");
    boolean nulls = in.isNext("UNIQUE", "NULLS");
    boolean bracket = (in.isNext("UNIQUE") || in.isNext("CHECK")) && in.peek(1).isSymbol("(");
    return words || nulls || bracket;
  }

  /** A constraint of the table. */
  ConstraintSpec constraint() {
    String name = in.take("CONSTRAINT") ? in.name("a constraint") : null;
    if (in.take("PRIMARY", "KEY")) {
      return atOnce(new ConstraintSpec.PrimaryKey(name, in.names("a column")));
    }
    if (in.take("UNIQUE")) {
      if (in.isNext("NULLS", "NOT", "DISTINCT")) {
        throw ThetisException.withMessage(
            ErrorCode.NOT_SUPPORTED,
            "UNIQUE NULLS NOT DISTINCT is not supported; an index of COALESCE(column, value) does the same.");
      }
      in.take("NULLS", "DISTINCT");
      in.take("KEY");
      return atOnce(new ConstraintSpec.Unique(name, in.names("a column")));
    }
    if (in.take("CHECK")) {
      ConstraintSpec check = new ConstraintSpec.Check(name, in.bracketed());
      in.take("NOT", "VALID"); // rows that are there are looked at while others write
      return check;
    }
    if (in.take("FOREIGN", "KEY")) {
      List<String> columns = in.names("a column");
      in.expect("REFERENCES");
      ConstraintSpec key = references(name, columns);
      in.take("NOT", "VALID");
      return key;
    }
    throw in.unexpected("PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY");
  }

  private ConstraintSpec references(String name, List<String> columns) {
    String parent = in.existing(ObjectNames.Kind.RELATION, "a table");
    List<String> parentColumns = in.peek().isSymbol("(") ? in.names("a column") : new ArrayList<>();
    OnParent onDelete = OnParent.NO_ACTION;
    OnParent onUpdate = OnParent.NO_ACTION;
    while (in.take("ON")) {
      if (in.take("DELETE")) {
        onDelete = action();
      } else {
        in.expect("UPDATE");
        onUpdate = action();
      }
    }
    return new ConstraintSpec.ForeignKey(
        name, columns, parent, List.copyOf(parentColumns), onDelete, onUpdate, timing());
  }

  /** [NOT] DEFERRABLE and INITIALLY DEFERRED or IMMEDIATE, in any order. */
  private Timing timing() {
    Boolean deferrable = null;
    Boolean deferred = null;
    boolean more = true;
    while (more) {
      if (in.take("NOT", "DEFERRABLE")) {
        deferrable = false;
      } else if (in.take("DEFERRABLE")) {
        deferrable = true;
      } else if (in.take("INITIALLY", "DEFERRED")) {
        deferred = true;
      } else if (in.take("INITIALLY")) {
        in.expect("IMMEDIATE");
        deferred = false;
      } else {
        more = false;
      }
    }
    if (Boolean.TRUE.equals(deferred)) {
      if (Boolean.FALSE.equals(deferrable)) {
        throw ThetisException.withMessage(
            ErrorCode.SQL_INVALID,
            "A constraint that is INITIALLY DEFERRED cannot be NOT DEFERRABLE.");
      }
      return Timing.INITIALLY_DEFERRED;
    }
    return Boolean.TRUE.equals(deferrable) ? Timing.INITIALLY_IMMEDIATE : Timing.NOT_DEFERRABLE;
  }

  /** What is no foreign key is checked with each statement. */
  private <T extends ConstraintSpec> T atOnce(T constraint) {
    if (timing() != Timing.NOT_DEFERRABLE) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "DEFERRABLE for anything but foreign keys");
    }
    return constraint;
  }

  private OnParent action() {
    if (in.take("CASCADE")) {
      return OnParent.CASCADE;
    }
    if (in.take("SET")) {
      if (in.take("DEFAULT")) {
        return OnParent.SET_DEFAULT;
      }
      in.expect("NULL");
      return OnParent.SET_NULL;
    }
    if (in.take("NO")) {
      in.expect("ACTION");
      return OnParent.NO_ACTION;
    }
    in.expect("RESTRICT");
    return OnParent.RESTRICT;
  }
}
