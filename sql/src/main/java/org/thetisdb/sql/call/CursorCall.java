package org.thetisdb.sql.call;

import java.util.List;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;

/**
 * A call that asks a site for the next piece of a long result, or says that no more of it is
 * wanted. It goes to the site which began the result, and is part of no transaction.
 *
 * @param cursor by which the site knows the result
 * @param fetchRows most rows of the piece; 0 leaves that to the site
 */
public record CursorCall(long cursor, int fetchRows) {
  /** Asks for a piece; stands in place of a procedure's name. */
  public static final String FETCH = "thetis.fetch";

  /** Wants no more; is answered by nothing. */
  public static final String CLOSE = "thetis.close_cursor";

  /** Whether a name is one of these. */
  public static boolean isName(String procedure) {
    return procedure.equals(FETCH) || procedure.equals(CLOSE);
  }

  /** The form in which it travels. */
  public byte[] encode() {
    return ValueCodec.encode(List.of(cursor, fetchRows));
  }

  /**
   * The call with these arguments.
   *
   * @throws ThetisException BAD_REQUEST if they are none of such a call
   */
  public static CursorCall decode(byte[] arguments) {
    try {
      if (ValueCodec.decode(arguments) instanceof List<?> list
          && list.size() == 2
          && list.get(0) instanceof Long cursor
          && list.get(1) instanceof Integer rows
          && rows >= 0) {
        return new CursorCall(cursor, rows);
      }
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
    throw new ThetisException(ErrorCode.BAD_REQUEST, "a cursor without a number");
  }
}
