package org.thetisdb.sql.parse.ddl;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.NoChange;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * Definitions of other databases for which there is nothing to do here, and those which cannot be.
 * Stateless.
 */
public final class OtherDefinitions {
  /** What these bring is there by itself. */
  private static final Set<String> EXTENSIONS = Set.of("uuid-ossp", "pgcrypto", "plpgsql");

  private static final String CURSORS =
      " is not supported: there are no cursors in SQL. A driver reads a result in pieces, of as many"
          + " rows as its fetch size says.";
  private static final String CHANNELS =
      " is not supported: there are no channels. A table of messages does it, which is read by"
          + " SELECT ... FOR UPDATE SKIP LOCKED.";
  private static final String OF_DRIVERS =
      " is done by a driver, as a statement by itself; it is not sent to the cluster.";

  /** Statements that there are not, by their first word, and what to do instead. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry(
              "COPY",
              " is not supported: INSERT of many rows, or a batch of the driver, writes as many."),
          Map.entry(
              "DO", " is not supported: a procedure does what runs in the database, by CALL."),
          Map.entry("DECLARE", CURSORS),
          Map.entry("FETCH", CURSORS),
          Map.entry("MOVE", CURSORS),
          Map.entry("CLOSE", CURSORS),
          Map.entry("LISTEN", CHANNELS),
          Map.entry("NOTIFY", CHANNELS),
          Map.entry("UNLISTEN", CHANNELS),
          Map.entry("PREPARE", OF_DRIVERS),
          Map.entry("DEALLOCATE", OF_DRIVERS));

  private OtherDefinitions() {}

  /** Whether one begins that is neither CREATE, ALTER nor DROP. */
  public static boolean isNext(TokenReader in) {
    return in.isNext("VACUUM")
        || in.isNext("ANALYZE")
        || in.isNext("REINDEX")
        || GrantParser.isNext(in)
        || in.isNext("LOCK")
        || in.isNext("REFRESH", "MATERIALIZED")
        || REFUSED.keySet().stream().anyMatch(in::isNext);
  }

  /** Reads it, to its end. */
  static Ddl parse(TokenReader in) {
    for (Map.Entry<String, String> statement : REFUSED.entrySet()) {
      if (in.isNext(statement.getKey())) {
        throw refused(statement.getKey() + statement.getValue());
      }
    }
    if (GrantParser.isNext(in)) {
      return new GrantParser(in).parse();
    }
    if (in.isNext("LOCK")) {
      throw refused(
          "LOCK TABLE is not supported: no table is ever locked as a whole. SELECT ... FOR UPDATE"
              + " locks rows.");
    }
    refuseMaterialized("REFRESH", in);
    String what = in.next().text().toUpperCase(Locale.ROOT);
    skip(in);
    return new NoChange(
        what + " does nothing: rows are cleared away, and indexes kept, without being told to.");
  }

  /** Refuses a statement about a materialized view. */
  static void refuseMaterialized(String word, TokenReader in) {
    if (in.isNext(word, "MATERIALIZED") || in.isNext("MATERIALIZED", "VIEW")) {
      throw refused(
          word
              + " MATERIALIZED VIEW is not supported: there are none. A view is calculated when it"
              + " is read; CREATE TABLE ... AS keeps what a query gave.");
    }
  }

  /** CREATE EXTENSION. */
  static Ddl extension(TokenReader in) {
    in.take("IF", "NOT", "EXISTS");
    String name = in.name("an extension");
    skip(in);
    if (!EXTENSIONS.contains(name)) {
      throw refused(
          "Extension \"%s\" is not supported: there are no extensions, but gen_random_uuid() and the functions of docs/use/sql/functions.md."
              .formatted(name));
    }
    return new NoChange(
        "Extension \"%s\" is not needed: gen_random_uuid(), uuid_generate_v4() and sha256() are there."
            .formatted(name));
  }

  private static void skip(TokenReader in) {
    while (in.peek().kind() != Token.Kind.END) {
      in.next();
    }
  }

  /** WITH (…), which says how other databases store it, and TABLESPACE. */
  static void takeStorage(TokenReader in) {
    if (in.take("WITH")) {
      in.bracketed();
    }
    if (in.isNext("TABLESPACE")) {
      throw refused("TABLESPACE is not supported: all rows are in memory and in the log.");
    }
    refusePartitions(in);
  }

  /** Refuses to divide a table by hand, or to derive it from another one. */
  static void refusePartitions(TokenReader in) {
    if (in.isNext("PARTITION")) {
      throw refused(
          "PARTITION BY and PARTITION OF are not supported: the database divides each table itself,"
              + " and moves the parts while it runs. Create one table without them.");
    }
    if (in.isNext("INHERITS")) {
      throw refused("INHERITS is not supported; write the columns in each table, or use LIKE.");
    }
  }

  /** Takes what ALTER TABLE says of how other databases store a table; whether it was that. */
  static boolean takeStorageChange(TokenReader in) {
    boolean isStorage =
        in.isNext("CLUSTER", "ON")
            || in.isNext("REPLICA", "IDENTITY")
            || ((in.isNext("SET") || in.isNext("RESET")) && in.peek(1).isSymbol("("))
            || in.isNext("SET", "WITHOUT")
            || in.isNext("SET", "LOGGED")
            || in.isNext("SET", "UNLOGGED");
    if (isStorage) {
      skip(in);
    }
    return isStorage;
  }

  /** Refuses what ALTER TABLE cannot do, and says what to do instead. */
  static void refuseAlter(TokenReader in) {
    if (in.isNext("ATTACH") || in.isNext("DETACH")) {
      throw refused(
          "Partitions by hand are not supported: the database divides each table itself.");
    }
    boolean switches = in.isNext("ENABLE") || in.isNext("DISABLE");
    boolean ofRows = switches && in.peek(1).isWord("ROW");
    if (ofRows || in.isNext("FORCE") || in.isNext("NO", "FORCE")) {
      throw refused(
          "Row level security is not supported; a view shows a part of the rows, and GRANT gives the"
              + " right to read that.");
    }
    if (switches) {
      throw refused("There are no triggers and rules; procedures do what runs in the database.");
    }
    if (in.isNext("INHERIT") || in.isNext("NO", "INHERIT")) {
      throw refused("INHERIT is not supported; write the columns in each table.");
    }
  }

  /** Refuses what cannot be created, and says what to do instead. */
  static void refuseCreate(TokenReader in) {
    if (in.isNext("TYPE")) {
      throw refused(
          "CREATE TYPE is not supported; for an enumeration, a VARCHAR with CHECK (column IN (...))"
              + " holds the same values.");
    }
    if (in.isNext("DOMAIN")) {
      throw refused("CREATE DOMAIN is not supported; write its type and its CHECK at each column.");
    }
    refuseObjects(in);
    if (in.isNext("TRIGGER") || in.isNext("FUNCTION") || in.isNext("RULE")) {
      throw refused(
          "CREATE %s is not supported; procedures, calculated columns and defaults do what runs in the database."
              .formatted(in.peek().text().toUpperCase(Locale.ROOT)));
    }
    if (in.isNext("MATERIALIZED", "VIEW")) {
      throw refused(
          "CREATE MATERIALIZED VIEW is not supported; CREATE VIEW, or CREATE TABLE ... AS, is.");
    }
  }

  private static void refuseObjects(TokenReader in) {
    if (in.isNext("DATABASE")) {
      throw refused(
          "CREATE DATABASE is not supported: a cluster is one. CREATE SCHEMA divides it.");
    }
    if (in.isNext("POLICY")) {
      throw refused("CREATE POLICY is not supported; a view shows a part of the rows.");
    }
    for (String what : List.of("AGGREGATE", "OPERATOR", "CAST", "COLLATION", "LANGUAGE")) {
      if (in.isNext(what)) {
        throw refused(
            "CREATE %s is not supported; a procedure in Java calculates what SQL does not."
                .formatted(what));
      }
    }
    for (String what : List.of("STATISTICS", "SERVER", "FOREIGN", "PUBLICATION", "SUBSCRIPTION")) {
      if (in.isNext(what)) {
        throw refused("CREATE %s is not supported.".formatted(what));
      }
    }
  }

  private static ThetisException refused(String sentence) {
    return ThetisException.withMessage(ErrorCode.NOT_SUPPORTED, sentence);
  }
}
