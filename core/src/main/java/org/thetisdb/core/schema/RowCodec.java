package org.thetisdb.core.schema;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.UUID;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.BigEndian;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.LargeImage;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.Timestamps;
import org.thetisdb.core.value.Utf8;

/**
 * Reads and writes images of a table's rows: all columns but the key's. Reading one column touches
 * no other. {@link RowLayout} draws the form. Columns are numbered as in the schema; a number that
 * the schema does not have throws {@link IndexOutOfBoundsException}, a key column {@link
 * IllegalArgumentException}.
 *
 * <p>Getters take images of this very version. An image of an earlier one is brought up by {@link
 * #upgrade}, one of another definition of the table by {@link #convert}.
 *
 * <p>Immutable, safe for all threads. Images are never kept. Every read distrusts the image: bytes
 * that are not a row of this table and version throw {@link CodecException}.
 */
public final class RowCodec {
  /** Longest image. */
  public static final int MAX_ROW_BYTES = 16 << 20;

  private final RowLayout layout;
  private final TableSchema schema;
  private final byte[] empty;

  /** Codecs of earlier versions, made when such an image is met; two threads may make one each. */
  private final RowCodec[] earlier;

  /** A codec for one version of a table. */
  public RowCodec(TableSchema schema) {
    this.schema = schema;
    this.layout = new RowLayout(schema);
    this.empty = makeEmpty();
    this.earlier = new RowCodec[schema.version()];
  }

  private byte[] makeEmpty() {
    byte[] image = new byte[layout.variableStart(RowLayout.FORMAT_NARROW)];
    image[0] = RowLayout.FORMAT_NARROW;
    BigEndian.putShort(image, RowLayout.VERSION_OFFSET, schema.version());
    for (int i = schema.keyColumns(); i < schema.columns().size(); i++) {
      image[layout.nullByte(i)] |= (byte) layout.nullMask(i);
    }
    return image;
  }

  /** The table. */
  public TableSchema schema() {
    return schema;
  }

  RowLayout layout() {
    return layout;
  }

  /** The schema version that an image was written with, so that the codec for it can be chosen. */
  public static int schemaVersion(byte[] image) {
    if (image.length < RowLayout.NULLS_OFFSET) {
      throw new CodecException("a row of " + image.length + " bytes");
    }
    return BigEndian.getUnsignedShort(image, RowLayout.VERSION_OFFSET);
  }

  /**
   * An image as this version has it; the same array if it is of this version already. Columns that
   * came later have the value that the schema gives them.
   *
   * @throws CodecException if it is of no earlier version either
   */
  public byte[] upgrade(byte[] image) {
    int version = schemaVersion(image);
    if (version == schema.version()) {
      return image;
    }
    if (version < 1 || version > schema.version()) {
      throw new CodecException(
          "a row of version %d of table \"%s\", which has version %d"
              .formatted(version, schema.name(), schema.version()));
    }
    return convert(earlier(version), image);
  }

  private RowCodec earlier(int version) {
    RowCodec present = earlier[version];
    if (present == null) {
      present = new RowCodec(schema.at(version));
      earlier[version] = present;
    }
    return present;
  }

  /**
   * An image as this version has it, made of one of another definition that this schema {@linkplain
   * TableSchema#serves serves}. Columns that the other one lacks have the value that the schema
   * gives them.
   */
  public byte[] convert(RowCodec source, byte[] image) {
    RowImage target = new RowImage(this);
    int known = source.schema.columns().size();
    for (int i = schema.keyColumns(); i < schema.columns().size(); i++) {
      Object value = i < known ? source.get(image, i) : schema.absentValue(i);
      if (value != null) {
        target.set(i, value);
      }
    }
    return target.merged();
  }

  /** A new image in which every column is null, also those that may not be in the end. */
  public byte[] empty() {
    return empty.clone();
  }

  /**
   * The image of a row.
   *
   * @param values those of the columns behind the key, in order
   * @throws IllegalArgumentException if a column cannot hold its value
   */
  public byte[] encode(Object... values) {
    int keyColumns = schema.keyColumns();
    if (values.length != schema.columns().size() - keyColumns) {
      throw new IllegalArgumentException(
          "table \"%s\" has %d columns behind its key, not %d"
              .formatted(schema.name(), schema.columns().size() - keyColumns, values.length));
    }
    RowImage image = new RowImage(this);
    for (int i = 0; i < values.length; i++) {
      image.set(keyColumns + i, values[i]);
    }
    return image.toBytes();
  }

  /** Throws unless every column of the image can be read and no NOT NULL column is null. */
  public void validate(byte[] image) {
    layout.checkHeader(image);
    layout.checkVariable(image);
    for (int i = schema.keyColumns(); i < schema.columns().size(); i++) {
      if (get(image, i) == null && !schema.column(i).nullable()) {
        throw new CodecException("null in column \"" + schema.column(i).name() + "\"");
      }
    }
  }

  /** Whether the column is null. */
  public boolean isNull(byte[] image, int column) {
    layout.place(column);
    layout.checkHeader(image);
    return layout.isNull(image, column);
  }

  /** The value of any column; null where it is null. */
  public Object get(byte[] image, int column) {
    return isNull(image, column) ? null : value(image, column);
  }

  /** The value of a column that is not null, of an image whose header was checked. */
  Object value(byte[] image, int column) {
    return switch (schema.column(column).type()) {
      case BOOLEAN -> booleanAt(image, layout.place(column));
      case INT -> BigEndian.getInt(image, layout.place(column));
      case LONG -> BigEndian.getLong(image, layout.place(column));
      case DOUBLE -> Double.longBitsToDouble(BigEndian.getLong(image, layout.place(column)));
      case TIMESTAMP -> Timestamps.ofMicros(BigEndian.getLong(image, layout.place(column)));
      case UUID -> uuidAt(image, layout.place(column));
      case STRING -> text(image, column);
      case BYTES -> bytes(image, column);
      case DECIMAL -> decimal(image, column);
    };
  }

  /** Appends the value of a column that is not null; a text is copied as it stands. */
  void write(byte[] image, int column, EncodedRows target) {
    if (schema.column(column).type() != ColumnType.STRING) {
      target.put(value(image, column));
      return;
    }
    int number = layout.place(column);
    int start = layout.variableEnd(image, number - 1);
    int end = end(image, number, start);
    if (LargeImage.isLargeText(image, start, end)) {
      target.put(LargeImage.text(image, start, end));
    } else {
      target.putText(image, start, end - start);
    }
  }

  /** A BOOLEAN column that is not null. */
  public boolean getBoolean(byte[] image, int column) {
    return booleanAt(image, fixed(image, column));
  }

  static boolean booleanAt(byte[] image, int place) {
    byte value = image[place];
    if (value != 0 && value != 1) {
      throw new CodecException("a boolean that is " + value);
    }
    return value == 1;
  }

  /** An INT column; 0 where it is null. */
  public int getInt(byte[] image, int column) {
    return BigEndian.getInt(image, fixed(image, column));
  }

  /** A LONG column, or a TIMESTAMP in microseconds; 0 where it is null. */
  public long getLong(byte[] image, int column) {
    return BigEndian.getLong(image, fixed(image, column));
  }

  /** A DOUBLE column; 0 where it is null. */
  public double getDouble(byte[] image, int column) {
    return Double.longBitsToDouble(getLong(image, column));
  }

  /** A UUID column that is not null. */
  public UUID getUuid(byte[] image, int column) {
    return uuidAt(image, fixed(image, column));
  }

  private static UUID uuidAt(byte[] image, int place) {
    return new UUID(BigEndian.getLong(image, place), BigEndian.getLong(image, place + Long.BYTES));
  }

  /** A STRING column that is not null: a {@link String} or a {@link LargeValue}. */
  Object text(byte[] image, int column) {
    int number = layout.place(column);
    int start = layout.variableEnd(image, number - 1);
    int end = end(image, number, start);
    return LargeImage.isLargeText(image, start, end)
        ? LargeImage.text(image, start, end)
        : Utf8.decode(image, start, end - start);
  }

  /** A STRING column that is not null and holds its value. */
  public String getString(byte[] image, int column) {
    layout.checkHeader(image);
    return (String) text(image, column);
  }

  /** A BYTES column that is not null: a copy of its {@code byte[]}, or a {@link LargeValue}. */
  private Object bytes(byte[] image, int column) {
    int number = layout.place(column);
    int start = layout.variableEnd(image, number - 1);
    int end = end(image, number, start);
    return LargeImage.isMarked(image, start, end)
        ? LargeImage.marked(image, start, end)
        : Arrays.copyOfRange(image, start, end);
  }

  /** The large value that a column holds; null if it holds none, or is of another type. */
  public LargeValue largeValue(byte[] image, int column) {
    ColumnType type = schema.column(column).type();
    boolean text = type == ColumnType.STRING;
    if ((!text && type != ColumnType.BYTES) || isNull(image, column)) {
      return null;
    }
    int number = layout.place(column);
    int start = layout.variableEnd(image, number - 1);
    int end = end(image, number, start);
    boolean marked =
        text ? LargeImage.isLargeText(image, start, end) : LargeImage.isMarked(image, start, end);
    return marked && value(image, column) instanceof LargeValue large ? large : null;
  }

  /** A DECIMAL column that is not null. */
  public BigDecimal getDecimal(byte[] image, int column) {
    layout.checkHeader(image);
    return decimal(image, column);
  }

  BigDecimal decimal(byte[] image, int column) {
    int number = layout.place(column);
    int start = layout.variableEnd(image, number - 1);
    return Decimals.decode(image, start, end(image, number, start) - start);
  }

  private int fixed(byte[] image, int column) {
    int place = layout.place(column);
    layout.checkHeader(image);
    return place;
  }

  private int end(byte[] image, int number, int start) {
    int end = layout.variableEnd(image, number);
    if (end < start) {
      throw new CodecException("a column from byte " + start + " to " + end);
    }
    return end;
  }
}
