package org.thetisdb.sql.parse.ddl;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.ddl.AlterOwner;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.GrantRights;
import org.thetisdb.sql.ddl.GrantRights.On;
import org.thetisdb.sql.ddl.GrantRoles;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.rights.Privilege;

/** GRANT, REVOKE, OWNER TO and REASSIGN OWNED. For one statement. */
final class GrantParser {
  private final TokenReader in;

  GrantParser(TokenReader in) {
    this.in = in;
  }

  static boolean isNext(TokenReader in) {
    return in.isNext("GRANT") || in.isNext("REVOKE") || in.isNext("REASSIGN", "OWNED");
  }

  Ddl parse() {
    if (in.take("REASSIGN")) {
      return reassign();
    }
    boolean gives = in.take("GRANT");
    if (!gives) {
      in.expect("REVOKE");
      refuseOption("GRANT", "OPTION", "FOR");
      refuseOption("ADMIN", "OPTION", "FOR");
    }
    return isOfRoles() ? roles(gives) : privileges(gives);
  }

  private AlterOwner reassign() {
    in.expect("OWNED", "BY");
    List<String> roles = RoleParser.roles(in);
    in.expect("TO");
    return new AlterOwner(null, roles, in.name("a role"));
  }

  /** Roles have no ON behind them. */
  private boolean isOfRoles() {
    for (int i = 0; in.peek(i).kind() != Token.Kind.END; i++) {
      if (in.peek(i).isWord("ON")) {
        return false;
      }
      if (in.peek(i).isWord("TO") || in.peek(i).isWord("FROM")) {
        return true;
      }
    }
    return false;
  }

  private GrantRoles roles(boolean gives) {
    List<String> roles = RoleParser.roles(in);
    in.expect(gives ? "TO" : "FROM");
    List<String> members = RoleParser.roles(in);
    end(gives);
    return new GrantRoles(gives, roles, members);
  }

  private GrantRights privileges(boolean gives) {
    int privileges = privileges();
    in.expect("ON");
    On on = on();
    List<String> names = new ArrayList<>();
    do {
      names.add(name(on));
    } while (in.takeSymbol(","));
    in.expect(gives ? "TO" : "FROM");
    List<String> grantees = new ArrayList<>();
    do {
      in.take("GROUP");
      grantees.add(in.take("PUBLIC") ? null : in.name("a role, or PUBLIC"));
    } while (in.takeSymbol(","));
    end(gives);
    return new GrantRights(
        gives,
        privileges,
        on,
        List.copyOf(names),
        java.util.Collections.unmodifiableList(grantees));
  }

  private int privileges() {
    if (in.take("ALL")) {
      in.take("PRIVILEGES");
      return 0;
    }
    int bits = 0;
    do {
      Token word = in.next();
      Privilege privilege = word.kind() == Token.Kind.WORD ? Privilege.named(word.text()) : null;
      if (privilege == null) {
        throw TokenReader.error(
            word, "expected: SELECT, INSERT, UPDATE, DELETE or another privilege");
      }
      if (in.peek().isSymbol("(")) {
        throw ThetisException.withMessage(
            ErrorCode.NOT_SUPPORTED,
            "Rights on single columns are not supported: a view of those columns does it.");
      }
      bits |= privilege.bit();
    } while (in.takeSymbol(","));
    return bits;
  }

  private On on() {
    if (in.take("ALL", "TABLES", "IN", "SCHEMA")) {
      return On.ALL_TABLES;
    }
    if (in.take("ALL", "SEQUENCES", "IN", "SCHEMA")) {
      return On.ALL_SEQUENCES;
    }
    if (in.take("ALL", "PROCEDURES", "IN", "SCHEMA")) {
      return On.ALL_PROCEDURES;
    }
    for (On each : List.of(On.SEQUENCE, On.SCHEMA, On.PROCEDURE)) {
      if (in.take(each.name())) {
        return each;
      }
    }
    in.take("TABLE");
    return On.TABLE;
  }

  private String name(On on) {
    return switch (on) {
      case TABLE -> in.existing(ObjectNames.Kind.RELATION, "a table or view");
      case SEQUENCE -> in.existing(ObjectNames.Kind.SEQUENCE, "a sequence");
      case PROCEDURE -> procedure();
      case SCHEMA, ALL_TABLES, ALL_SEQUENCES, ALL_PROCEDURES -> in.name("a schema");
    };
  }

  /** One of the catalog, or one of a jar, whose name may have dots; types behind it are passed. */
  private String procedure() {
    List<String> parts = new ArrayList<>();
    do {
      parts.add(in.name("a procedure"));
    } while (in.takeSymbol("."));
    if (in.peek().isSymbol("(")) {
      in.bracketed();
    }
    if (parts.size() > 2) {
      return String.join(".", parts);
    }
    return parts.size() == 1
        ? in.names().procedure(null, parts.get(0))
        : in.names().procedure(parts.get(0), parts.get(1));
  }

  private void end(boolean gives) {
    if (gives) {
      refuseOption("WITH", "GRANT", "OPTION");
      refuseOption("WITH", "ADMIN", "OPTION");
    } else if (!in.take("CASCADE")) {
      in.take("RESTRICT");
    }
  }

  private void refuseOption(String... words) {
    if (in.isNext(words)) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          String.join(" ", words)
              + " is not supported: the owner of an object grants rights on it, and admin roles.");
    }
  }
}
