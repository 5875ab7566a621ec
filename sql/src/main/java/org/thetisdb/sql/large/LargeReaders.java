package org.thetisdb.sql.large;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.statement.GeneratedValues;

/**
 * Who may read a large value by its number: who may read the table whose row holds it, or held it;
 * before a row does, who uploaded it. The site asks, by the catalog that the statement runs with.
 * Stateless.
 */
final class LargeReaders {
  private LargeReaders() {}

  /** Whether a statement is that of a user who may not do everything by itself. */
  static boolean areAsked(GeneratedValues generated) {
    return !generated.user().isEmpty();
  }

  /** A piece that names its user as the one who uploads it. */
  static Row ownPiece(long id, int piece, GeneratedValues generated) {
    Row row = LargeTables.PIECES.row(id, piece);
    return areAsked(generated) ? row.setInt(LargeRows.STATE, rightsOf(generated).role().id()) : row;
  }

  /**
   * Refuses a piece to a user who may not read it.
   *
   * @param head what became of the value; null if nothing did yet
   * @throws ThetisException NO_RIGHT
   */
  static void require(GeneratedValues generated, Row piece, Row head) {
    UserRights rights = rightsOf(generated);
    boolean may =
        rights.isAdmin()
            || (head == null ? uploaded(rights, piece) : mayRead(rights, LargeRows.tableOf(head)));
    if (!may) {
      throw new ThetisException(
          ErrorCode.NO_RIGHT,
          "for a large value: user \"%s\" needs SELECT on the table that holds it"
              .formatted(generated.user()));
    }
  }

  private static boolean uploaded(UserRights rights, Row piece) {
    return !piece.isNull(LargeRows.STATE) && piece.getInt(LargeRows.STATE) == rights.role().id();
  }

  private static boolean mayRead(UserRights rights, int tableId) {
    Securable table = Securable.of(Securable.Kind.TABLE, tableId);
    return tableId != LargeRows.NO_TABLE && rights.may(table, Privilege.SELECT.bit());
  }

  private static UserRights rightsOf(GeneratedValues generated) {
    return generated.catalog().rights().userOrNobody(generated.user());
  }
}
