package org.thetisdb.sql.run;

import org.apache.calcite.avatica.util.ByteString;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.sql.function.TextFunctions;

/**
 * What stands for a large value where generated code only passes it on, asks whether it is null, or
 * how long it is: of the classes that the code casts to. The compiler decides where such marks may
 * go; everywhere else values are fetched. Stateless.
 */
public final class LargeMark {
  /** Begins no text that is stored or sent, since it is the second half of a pair. */
  private static final char FIRST = '\udc00';

  private static final String BEGIN = FIRST + "large value ";

  private LargeMark() {}

  /** The mark of a value. */
  static Object of(LargeValue value) {
    if (!value.text()) {
      return new LargeBytes(value);
    }
    ByteWriter out = new ByteWriter(64);
    value.encode(out);
    return BEGIN + new ByteString(out.toByteArray()).toString(16);
  }

  /** The value that a mark stands for; all else as it is. */
  static Object unwrap(Object calculated) {
    if (calculated instanceof LargeBytes bytes) {
      return bytes.value;
    }
    return calculated instanceof String text && isMark(text) ? valueOf(text) : calculated;
  }

  private static boolean isMark(String text) {
    return !text.isEmpty() && text.charAt(0) == FIRST && text.startsWith(BEGIN);
  }

  private static LargeValue valueOf(String mark) {
    return LargeValue.decode(new ByteReader(ByteString.parse(mark.substring(BEGIN.length()), 16)));
  }

  /** How many characters a text has, or one that a mark stands for. */
  public static int charLength(String text) {
    return isMark(text) ? valueOf(text).codePoints() : TextFunctions.charLength(text);
  }

  /** Bytes without content that have a length. */
  private static final class LargeBytes extends ByteString {
    private static final long serialVersionUID = 1L;

    private final transient LargeValue value;

    LargeBytes(LargeValue value) {
      super(new byte[0]);
      this.value = value;
    }

    @Override
    public int length() {
      return value.bytes();
    }
  }
}
