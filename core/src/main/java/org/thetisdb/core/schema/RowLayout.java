package org.thetisdb.core.schema;

import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.BigEndian;

/**
 * Where the columns of one table stand in the image of a row. Columns are numbered as in the
 * schema; the key's have no place in the image.
 *
 * <pre>
 *  0          1                   3            n            f             v
 *  +----------+-------------------+------------+------------+-------------+----------------+
 *  | format 1 | schema version 2  | null bits  | fixed      | end offsets | variable       |
 *  +----------+-------------------+------------+------------+-------------+----------------+
 * </pre>
 *
 * Null bits: one for each column, the lowest bit of the first byte first; 1 is null. Fixed: columns
 * of fixed width in order of the schema, zero where null. End offsets: for each column of variable
 * width where it ends, counted from v; 2 bytes each in format 1, 4 bytes in format 2, which is used
 * only when v and what follows need it. Immutable.
 */
final class RowLayout {
  static final int FORMAT_NARROW = 1;
  static final int FORMAT_WIDE = 2;
  static final int VERSION_OFFSET = 1;
  static final int NULLS_OFFSET = 3;
  static final int MAX_NARROW_BYTES = 0xffff;

  private final TableSchema schema;
  private final int version;
  private final int keyColumns;
  private final int[] places;
  private final int nullBytes;

  /** The null bits that must be clear, byte by byte. */
  private final byte[] mandatory;

  private final int fixedEnd;
  private final int variableColumns;

  RowLayout(TableSchema schema) {
    this.schema = schema;
    this.version = schema.version();
    this.keyColumns = schema.keyColumns();
    this.places = new int[schema.columns().size()];
    this.nullBytes = (places.length - keyColumns + 7) / 8;
    this.mandatory = new byte[nullBytes];
    int offset = NULLS_OFFSET + nullBytes;
    int variable = 0;
    for (int i = keyColumns; i < places.length; i++) {
      ColumnType type = schema.column(i).type();
      places[i] = type.isFixedWidth() ? offset : variable++;
      offset += type.widthBytes();
      if (!schema.column(i).nullable()) {
        mandatory[nullByte(i) - NULLS_OFFSET] |= (byte) nullMask(i);
      }
    }
    this.fixedEnd = offset;
    this.variableColumns = variable;
  }

  TableSchema schema() {
    return schema;
  }

  /** Bytes of the null bits. */
  int nullBytes() {
    return nullBytes;
  }

  /** Where the end offsets begin. */
  int fixedEnd() {
    return fixedEnd;
  }

  int variableColumns() {
    return variableColumns;
  }

  /** For a column of fixed width its offset, for another its number among the variable ones. */
  int place(int column) {
    if (column < keyColumns) {
      throw new IllegalArgumentException(
          "column \"%s\" is in the key of table \"%s\", not in its rows"
              .formatted(schema.column(column).name(), schema.name()));
    }
    return places[column];
  }

  int nullByte(int column) {
    return NULLS_OFFSET + ((column - keyColumns) >> 3);
  }

  int nullMask(int column) {
    return 1 << ((column - keyColumns) & 7);
  }

  boolean isNull(byte[] image, int column) {
    return (image[nullByte(column)] & nullMask(column)) != 0;
  }

  /** Whether no column is null that must not be. */
  boolean isComplete(byte[] image) {
    int missing = 0;
    for (int i = 0; i < nullBytes; i++) {
      missing |= image[NULLS_OFFSET + i] & mandatory[i];
    }
    return missing == 0;
  }

  /** Where the variable bytes begin in an image of this format. */
  int variableStart(int format) {
    return fixedEnd + variableColumns * (format == FORMAT_NARROW ? 2 : 4);
  }

  /** Throws unless the image has a header of this table and the parts of fixed length are there. */
  void checkHeader(byte[] image) {
    if (image.length < fixedEnd
        || (image[0] != FORMAT_NARROW && image[0] != FORMAT_WIDE)
        || BigEndian.getUnsignedShort(image, VERSION_OFFSET) != version
        || image.length < variableStart(image[0])) {
      throw badHeader(image);
    }
  }

  private CodecException badHeader(byte[] image) {
    String found = image.length < 3 ? "none" : image[0] + "/" + RowCodec.schemaVersion(image);
    return new CodecException(
        "a row of %d bytes with format and schema version %s is not of table \"%s\" version %d"
            .formatted(image.length, found, schema.name(), version));
  }

  /** Where the variable column with this number ends, from the start of the image. */
  int variableEnd(byte[] image, int number) {
    int format = image[0];
    int start = variableStart(format);
    if (number < 0) {
      return start;
    }
    long end = start + (long) storedEnd(image, format, number);
    if (end < start || end > image.length) {
      throw new CodecException("a column that ends at byte " + end + " of " + image.length);
    }
    return (int) end;
  }

  /** Throws unless the variable columns follow each other and end where the image does. */
  void checkVariable(byte[] image) {
    for (int i = 0; i < variableColumns; i++) {
      length(image, i);
    }
    int end = variableEnd(image, variableColumns - 1);
    if (end != image.length) {
      throw new CodecException("a row that ends at byte " + end + " of " + image.length);
    }
  }

  private int storedEnd(byte[] image, int format, int number) {
    return format == FORMAT_NARROW
        ? BigEndian.getUnsignedShort(image, fixedEnd + 2 * number)
        : BigEndian.getInt(image, fixedEnd + 4 * number);
  }

  /**
   * A new image with the null bits and fixed columns of {@code image}, and with the variable
   * columns of {@code changed}, those of {@code image} where that is null.
   */
  byte[] rebuild(byte[] image, byte[][] changed) {
    long length = 0;
    for (int i = 0; i < variableColumns; i++) {
      length += changed[i] == null ? length(image, i) : changed[i].length;
    }
    int format = length <= MAX_NARROW_BYTES ? FORMAT_NARROW : FORMAT_WIDE;
    int start = variableStart(format);
    requireLength(start + length);
    byte[] target = new byte[start + (int) length];
    System.arraycopy(image, 0, target, 0, fixedEnd);
    target[0] = (byte) format;
    putVariable(image, changed, target);
    return target;
  }

  private void requireLength(long length) {
    if (length > RowCodec.MAX_ROW_BYTES) {
      throw new IllegalArgumentException(
          "a row of table \"%s\" has %d bytes, more than the %d allowed"
              .formatted(schema.name(), length, RowCodec.MAX_ROW_BYTES));
    }
  }

  private int length(byte[] image, int number) {
    int length = variableEnd(image, number) - variableEnd(image, number - 1);
    if (length < 0) {
      throw new CodecException("a column of " + length + " bytes");
    }
    return length;
  }

  /** Overwrites a variable column if the value is as long as what is there. */
  boolean putInPlace(byte[] image, int number, byte[] value) {
    int from = variableEnd(image, number - 1);
    boolean fits = value.length > 0 && variableEnd(image, number) - from == value.length;
    if (fits) {
      System.arraycopy(value, 0, image, from, value.length);
    }
    return fits;
  }

  private void putVariable(byte[] image, byte[][] changed, byte[] target) {
    int format = target[0];
    int start = variableStart(format);
    int end = start;
    int from = variableStart(image[0]);
    for (int i = 0; i < variableColumns; i++) {
      int until = variableEnd(image, i);
      byte[] value = changed[i];
      if (value == null) {
        System.arraycopy(image, from, target, end, until - from);
        end += until - from;
      } else {
        System.arraycopy(value, 0, target, end, value.length);
        end += value.length;
      }
      putEnd(target, format, i, end - start);
      from = until;
    }
  }

  private void putEnd(byte[] image, int format, int number, int end) {
    if (format == FORMAT_NARROW) {
      BigEndian.putShort(image, fixedEnd + 2 * number, end);
    } else {
      BigEndian.putInt(image, fixedEnd + 4 * number, end);
    }
  }
}
