package org.thetisdb.sql.large;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.ddl.CreateLargeTables;
import org.thetisdb.sql.rights.Accesses;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * The statements by which clients send and fetch pieces of large values, and routers sweep. No text
 * of SQL begins so. Stateless.
 */
public final class LargeText {
  /** Makes the tables, if they are not there. */
  public static final String PREPARE = "LARGE VALUE PREPARE";

  /**
   * Uploads a piece; parameters are the value's id, the number of the piece, and its bytes. Pieces
   * come in order. The one row of its result holds when the upload began, in ms since 1970.
   */
  public static final String PUT = "LARGE VALUE PUT";

  /** Fetches a piece by the value's id and its number: one row, or none if it is not there. */
  public static final String GET = "LARGE VALUE GET";

  /**
   * Lists values about which something is to be done. The parameter is the key behind which it
   * begins, null for the first; its rows hold an id and a kind, or the key behind which the next
   * one begins.
   */
  public static final String DUE = "LARGE VALUE DUE";

  /**
   * Does some of what is to be done about one value. Parameters are what {@link #DUE} gave; its row
   * holds whether that was all.
   */
  public static final String SWEEP = "LARGE VALUE SWEEP";

  private static final String BEGIN = "LARGE VALUE ";

  private LargeText() {}

  /** A compiler that knows these, and leaves all other texts to {@code others}. */
  public static StatementCompiler compiler(StatementCompiler others) {
    return (text, catalog) ->
        text.startsWith(BEGIN) ? compile(text, catalog) : others.compile(text, catalog);
  }

  private static Compiled compile(String text, SqlCatalog catalog) {
    if (text.equals(PREPARE)) {
      return new Compiled.Definition(new CreateLargeTables());
    }
    if (!LargeTables.areIn(catalog.registry())) {
      throw new ThetisException(ErrorCode.UNKNOWN_TABLE, LargeTables.PIECES.name());
    }
    return switch (text) {
      case PUT -> new Compiled.Query(new PutChunk(), Accesses.NONE);
      case GET -> new Compiled.Query(new GetChunk(), Accesses.NONE);
      case DUE -> new Compiled.Query(new DueValues(), Accesses.ADMIN);
      case SWEEP -> new Compiled.Query(new Sweep(), Accesses.ADMIN);
      default -> throw new ThetisException(ErrorCode.BAD_REQUEST, "no statement begins so");
    };
  }
}
