package org.thetisdb.core.schema;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.thetisdb.core.value.BigEndian;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.LargeImage;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.Timestamps;
import org.thetisdb.core.value.Utf8;

/**
 * A row image that can be changed. An image that was given is never written to: the first change
 * copies it. Columns of fixed width change in place, those of variable width are put together when
 * the bytes are asked for. Getters and setters by type trust the caller to have checked the type.
 *
 * <p>Not thread-safe.
 */
public final class RowImage {
  private static final byte[] NOTHING = {};

  private final RowCodec codec;
  private final RowLayout layout;
  private byte[] bytes;
  private boolean shared;
  private byte[][] changed;

  /** A row in which every column is null. */
  public RowImage(RowCodec codec) {
    this(codec, codec.empty());
    this.shared = false;
  }

  /** A row with this image, of this version or an earlier one; it is borrowed and stays as is. */
  public RowImage(RowCodec codec, byte[] image) {
    this(codec, image, true);
  }

  /**
   * A row with this image, of this version or an earlier one.
   *
   * @param borrowed whether others have it, so that it stays as is; if not, it is taken over
   */
  public RowImage(RowCodec codec, byte[] image, boolean borrowed) {
    this.codec = codec;
    this.layout = codec.layout();
    this.bytes = codec.upgrade(image);
    this.shared = borrowed;
    layout.checkHeader(bytes);
  }

  /**
   * The image with all changes; valid for good, since a later change is made to a copy.
   *
   * @throws IllegalArgumentException if a column that must not be null is, or the row is too long
   */
  public byte[] toBytes() {
    requireComplete();
    merge();
    shared = true;
    return bytes;
  }

  /** The image with all changes, also if a column is null that must not be. */
  byte[] merged() {
    merge();
    return bytes;
  }

  /** About how many bytes of the heap it takes: changes that wait to be put in are not counted. */
  public int heldBytes() {
    return bytes.length;
  }

  private void requireComplete() {
    if (layout.isComplete(bytes)) {
      return;
    }
    TableSchema schema = codec.schema();
    for (int i = schema.keyColumns(); i < schema.columns().size(); i++) {
      if (!schema.column(i).nullable() && isNull(i)) {
        throw new IllegalArgumentException(
            "column \"%s\" of table \"%s\" has no value, and may not be null"
                .formatted(schema.column(i).name(), schema.name()));
      }
    }
  }

  /** Whether the column is null. */
  public boolean isNull(int column) {
    layout.place(column);
    return layout.isNull(bytes, column);
  }

  /** The value of any column; null where it is null. */
  public Object get(int column) {
    return isNull(column) ? null : codec.value(current(column), column);
  }

  /** Appends the value of any column. */
  public void write(int column, EncodedRows target) {
    if (isNull(column)) {
      target.put(null);
    } else {
      codec.write(current(column), column, target);
    }
  }

  /** A DECIMAL; null where it is null. */
  public BigDecimal getDecimal(int column) {
    return isNull(column) ? null : codec.decimal(merged(), column);
  }

  /** A STRING, or what stands for one; null where it is null. */
  public Object getText(int column) {
    return isNull(column) ? null : codec.text(merged(), column);
  }

  /** See {@link RowCodec#largeValue}. */
  public LargeValue largeValue(int column) {
    return codec.largeValue(current(column), column);
  }

  /** See {@link RowCodec#getBoolean}. */
  public boolean getBoolean(int column) {
    return RowCodec.booleanAt(bytes, layout.place(column));
  }

  /** See {@link RowCodec#getInt}. */
  public int getInt(int column) {
    return BigEndian.getInt(bytes, layout.place(column));
  }

  /** See {@link RowCodec#getLong}. */
  public long getLong(int column) {
    return BigEndian.getLong(bytes, layout.place(column));
  }

  /** See {@link RowCodec#getDouble}. */
  public double getDouble(int column) {
    return Double.longBitsToDouble(getLong(column));
  }

  /** Variable columns that were changed are merged before they are read. */
  private byte[] current(int column) {
    if (changed != null && !codec.schema().column(column).type().isFixedWidth()) {
      merge();
    }
    return bytes;
  }

  /**
   * Sets any column; null makes it null.
   *
   * @throws IllegalArgumentException if the column cannot hold the value
   */
  public void set(int column, Object value) {
    layout.place(column);
    Object converted = codec.schema().convert(column, value);
    if (converted == null) {
      setNull(column);
      return;
    }
    switch (codec.schema().column(column).type()) {
      case BOOLEAN -> setBoolean(column, (Boolean) converted);
      case INT -> setInt(column, (Integer) converted);
      case LONG -> setLong(column, (Long) converted);
      case DOUBLE -> setDouble(column, (Double) converted);
      case TIMESTAMP -> setLong(column, Timestamps.toMicros((Instant) converted));
      case UUID -> setUuid(column, (UUID) converted);
      case STRING ->
          setVariable(
              column,
              converted instanceof LargeValue large
                  ? LargeImage.of(large)
                  : Utf8.encode((String) converted));
      case BYTES ->
          setVariable(
              column,
              converted instanceof LargeValue large
                  ? LargeImage.of(large)
                  : LargeImage.ofBytes((byte[]) converted));
      case DECIMAL -> setVariable(column, Decimals.encode((BigDecimal) converted));
    }
  }

  /** Makes a column null, whether or not that may last. */
  public void setNull(int column) {
    ColumnType type = codec.schema().column(column).type();
    int place = layout.place(column);
    own();
    if (type.isFixedWidth()) {
      Arrays.fill(bytes, place, place + type.widthBytes(), (byte) 0);
    } else {
      changed()[place] = NOTHING;
    }
    bytes[layout.nullByte(column)] |= (byte) layout.nullMask(column);
  }

  /** Sets a BOOLEAN. */
  public void setBoolean(int column, boolean value) {
    int at = writable(column);
    bytes[at] = (byte) (value ? 1 : 0);
  }

  /** Sets an INT. */
  public void setInt(int column, int value) {
    int at = writable(column);
    BigEndian.putInt(bytes, at, value);
  }

  /** Sets a LONG, or a TIMESTAMP in microseconds. */
  public void setLong(int column, long value) {
    int at = writable(column);
    BigEndian.putLong(bytes, at, value);
  }

  /** Sets a DOUBLE. */
  public void setDouble(int column, double value) {
    setLong(column, Double.doubleToLongBits(value));
  }

  private void setUuid(int column, UUID value) {
    int at = writable(column);
    BigEndian.putLong(bytes, at, value.getMostSignificantBits());
    BigEndian.putLong(bytes, at + Long.BYTES, value.getLeastSignificantBits());
  }

  /** Sets a DECIMAL that {@link Decimals} takes. */
  public void setDecimal(int column, BigDecimal value) {
    setVariable(column, Decimals.encode(value));
  }

  /** Sets a STRING. */
  public void setString(int column, String value) {
    setVariable(column, Utf8.encode(value));
  }

  private void setVariable(int column, byte[] value) {
    int number = writable(column);
    if (changed != null || !layout.putInPlace(bytes, number, value)) {
      changed()[number] = value;
    }
  }

  /** The place of a column that is about to be set to something, in bytes that may be changed. */
  private int writable(int column) {
    int place = layout.place(column);
    own();
    bytes[layout.nullByte(column)] &= (byte) ~layout.nullMask(column);
    return place;
  }

  private void own() {
    if (shared) {
      bytes = bytes.clone();
      shared = false;
    }
  }

  private byte[][] changed() {
    if (changed == null) {
      changed = new byte[layout.variableColumns()][];
    }
    return changed;
  }

  /** Puts changed variable columns into the image. */
  private void merge() {
    if (changed != null) {
      bytes = layout.rebuild(bytes, changed);
      changed = null;
      shared = false;
    }
  }

  /** Equal are images of one table with the same values. */
  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RowImage image) || !codec.schema().equals(image.codec.schema())) {
      return false;
    }
    merge();
    image.merge();
    return Arrays.equals(bytes, image.bytes);
  }

  @Override
  public int hashCode() {
    merge();
    return Arrays.hashCode(bytes);
  }
}
