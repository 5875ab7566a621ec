package org.thetisdb.sql.parse.ddl;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.thetisdb.sql.ddl.CommentOn;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** Reads COMMENT ON. Not thread-safe. */
final class CommentParser {
  private final TokenReader in;

  CommentParser(TokenReader in) {
    this.in = in;
  }

  /** What stands behind COMMENT ON. */
  CommentOn parse() {
    CommentOn.Target target = target();
    String[] named = named(target);
    in.expect("IS");
    if (in.take("NULL")) {
      return new CommentOn(target, named[0], named[1], null);
    }
    if (in.peek().kind() != Token.Kind.STRING) {
      throw in.unexpected("a text or NULL");
    }
    return new CommentOn(target, named[0], named[1], in.next().string());
  }

  private CommentOn.Target target() {
    for (CommentOn.Target target : CommentOn.Target.values()) {
      if (in.take(target.name())) {
        return target;
      }
    }
    throw in.unexpected(
        Arrays.stream(CommentOn.Target.values()).map(Enum::name).collect(Collectors.joining(", ")));
  }

  /** The name of the object, and of its part or null. */
  private String[] named(CommentOn.Target target) {
    return switch (target) {
      case COLUMN -> in.columnOf("a table");
      case CONSTRAINT -> {
        String constraint = in.name("a constraint");
        in.expect("ON");
        yield new String[] {in.existing(ObjectNames.Kind.RELATION, "a table"), constraint};
      }
      case TABLE, VIEW -> whole(in.existing(ObjectNames.Kind.RELATION, "a name"));
      case INDEX -> whole(in.existing(ObjectNames.Kind.INDEX, "an index"));
      case SEQUENCE -> whole(in.existing(ObjectNames.Kind.SEQUENCE, "a sequence"));
      case SCHEMA -> whole(in.name("a schema"));
      case PROCEDURE -> {
        String procedure = in.existing(ObjectNames.Kind.PROCEDURE, "a procedure");
        if (in.peek().isSymbol("(")) {
          in.bracketed(); // there is one of each name, whatever it takes
        }
        yield whole(procedure);
      }
    };
  }

  private static String[] whole(String name) {
    return new String[] {name, null};
  }
}
