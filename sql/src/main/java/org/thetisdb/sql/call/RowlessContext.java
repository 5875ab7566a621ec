package org.thetisdb.sql.call;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.EncodedKeyContext;

/** Time and randomness for expressions that look at no row. Not thread-safe. */
final class RowlessContext extends EncodedKeyContext {
  private final Instant now;
  private final RandomGenerator random;

  RowlessContext(Instant now, long seed) {
    this.now = now;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  protected Row read(Table table, byte[] encodedKey) {
    throw refused();
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    throw refused();
  }

  @Override
  public void insert(Row row) {
    throw refused();
  }

  @Override
  public void put(Row row) {
    throw refused();
  }

  @Override
  protected boolean remove(Table table, byte[] encodedKey) {
    throw refused();
  }

  private static ThetisException refused() {
    return new ThetisException(ErrorCode.NOT_SUPPORTED, "A table in such an expression");
  }
}
