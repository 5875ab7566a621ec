package org.thetisdb.procedures.runtime;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * A context that knows rows by their encoded keys: the many ways to name a row come down to one,
 * and so do the two directions of a scan. Keys are encoded before a subclass is asked, so a key
 * that does not fit its table is refused without it.
 */
public abstract class EncodedKeyContext implements Context {
  /** The row with this key, as {@link Context#get} says. */
  protected abstract Row read(Table table, byte[] encodedKey);

  /** Rows of a range in either direction, as {@link Context#scan} says. */
  protected abstract List<Row> scan(KeyRange range, int limit, boolean backwards);

  /** Deletes the row with this key, as {@link Context#delete} says. */
  protected abstract boolean remove(Table table, byte[] encodedKey);

  /** Runs a part of a procedure where the row with this key is mastered; here, if it just runs. */
  protected void at(Table table, byte[] encodedKey, Runnable part) {
    part.run();
  }

  /**
   * The same for a part that has a result, as {@link Context#resultAt(Table, List, Supplier)} says.
   */
  protected <T> T resultAt(Table table, byte[] encodedKey, Supplier<T> part) {
    return part.get();
  }

  @Override
  public final <T> T resultAt(Table table, List<?> key, Supplier<T> part) {
    return resultAt(table, table.keys().encode(key.toArray()), part);
  }

  @Override
  public final <T> T resultAt(Table table, long key, Supplier<T> part) {
    return resultAt(table, table.keys().encode(key), part);
  }

  @Override
  public final void at(Table table, List<?> key, Runnable part) {
    at(table, table.keys().encode(key.toArray()), part);
  }

  @Override
  public final void at(Table table, long key, Runnable part) {
    at(table, table.keys().encode(key), part);
  }

  @Override
  public final void at(Table table, long first, long second, Runnable part) {
    at(table, table.keys().encode(first, second), part);
  }

  @Override
  public final Row get(Table table, Object... key) {
    return read(table, table.keys().encode(key));
  }

  @Override
  public final Row get(Table table, long key) {
    return read(table, table.keys().encode(key));
  }

  @Override
  public final Row get(Table table, long first, long second) {
    return read(table, table.keys().encode(first, second));
  }

  @Override
  public final Row get(Table table, long first, long second, long third) {
    return read(table, table.keys().encode(first, second, third));
  }

  @Override
  public final List<Row> scan(KeyRange range, int limit) {
    return scan(range, limit, false);
  }

  @Override
  public final List<Row> scanBackwards(KeyRange range, int limit) {
    return scan(range, limit, true);
  }

  @Override
  public final boolean delete(Table table, Object... key) {
    return remove(table, table.keys().encode(key));
  }

  @Override
  public final boolean delete(Table table, long key) {
    return remove(table, table.keys().encode(key));
  }
}
