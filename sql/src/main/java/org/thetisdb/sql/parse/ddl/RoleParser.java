package org.thetisdb.sql.parse.ddl;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.sql.ddl.AlterRole;
import org.thetisdb.sql.ddl.CreateRole;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.DropRoles;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** CREATE, ALTER and DROP of roles and users. For one statement. */
final class RoleParser {
  private final TokenReader in;
  private Boolean login;
  private boolean changesPassword;
  private String verifier;
  private final List<String> inRoles = new ArrayList<>();

  RoleParser(TokenReader in) {
    this.in = in;
  }

  /** Takes ROLE, USER or GROUP, if one comes next. */
  static boolean isNext(TokenReader in) {
    return in.isNext("ROLE") || in.isNext("USER") || in.isNext("GROUP");
  }

  Ddl create() {
    boolean user = in.next().isWord("USER");
    boolean ifNotExists = in.take("IF", "NOT", "EXISTS");
    String name = in.name("a role");
    options(true);
    return new CreateRole(
        name, ifNotExists, login == null ? user : login, verifier, List.copyOf(inRoles));
  }

  Ddl alter() {
    in.next();
    String name = in.name("a role");
    if (in.take("RENAME", "TO")) {
      return new AlterRole(name, null, false, null, in.name("a role"));
    }
    options(false);
    if (login == null && !changesPassword) {
      throw in.unexpected("PASSWORD, LOGIN, NOLOGIN or RENAME TO");
    }
    return new AlterRole(name, login, changesPassword, verifier, null);
  }

  Ddl drop() {
    in.next();
    boolean ifExists = in.take("IF", "EXISTS");
    return new DropRoles(roles(in), ifExists);
  }

  private void options(boolean creates) {
    in.take("WITH");
    while (in.peek().kind() != Token.Kind.END && !in.peek().isSymbol(";")) {
      option(creates);
    }
  }

  private void option(boolean creates) {
    if (in.take("LOGIN")) {
      login = true;
    } else if (in.take("NOLOGIN")) {
      login = false;
    } else if (in.isNext("PASSWORD") || in.isNext("ENCRYPTED")) {
      in.take("ENCRYPTED");
      in.expect("PASSWORD");
      changesPassword = true;
      verifier = in.take("NULL") ? null : verifier();
    } else if (creates && (in.take("IN", "ROLE") || in.take("IN", "GROUP"))) {
      inRoles.addAll(roles(in));
    } else if (!in.take("INHERIT") && !in.take("NOSUPERUSER") && !in.take("NOCREATEDB")) {
      refuseOthers();
    }
  }

  private void refuseOthers() {
    if (in.isNext("SUPERUSER") || in.isNext("CREATEROLE") || in.isNext("CREATEDB")) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          in.peek().text() + " is not supported: GRANT admin TO the user does it.");
    }
    throw in.unexpected("PASSWORD, LOGIN, NOLOGIN or IN ROLE");
  }

  /** What is not one is not shown: it is a password. */
  private String verifier() {
    if (in.peek().kind() != Token.Kind.STRING) {
      throw TokenReader.error(in.peek(), "expected: the password in single quotes, or NULL");
    }
    String given = in.next().string();
    if (!ScramVerifier.isOne(given)) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "A password reaches the cluster as a verifier only, which clients of Thetis make of it;"
              + " this one did not.");
    }
    return given;
  }

  /** Names of roles with commas between them. */
  static List<String> roles(TokenReader in) {
    List<String> names = new ArrayList<>();
    do {
      names.add(in.name("a role"));
    } while (in.takeSymbol(","));
    return List.copyOf(names);
  }
}
