package org.thetisdb.sql.call;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.GeneratedValues;

/**
 * Hands out the values that came with a call, from the first on. When they are used up, the error
 * MORE_VALUES tells the router to send the call again with more. Not thread-safe.
 */
final class ProvidedValues implements GeneratedValues {
  private final Map<String, ValueBlock> blocks;
  private final Map<String, Integer> used = new HashMap<>();

  ProvidedValues(Map<String, ValueBlock> blocks) {
    this.blocks = blocks;
  }

  @Override
  public long next(String sequence) {
    ValueBlock block = blocks.get(sequence);
    int place = used.merge(sequence, 1, Integer::sum) - 1;
    if (block == null || place >= block.count()) {
      throw new ThetisException(ErrorCode.MORE_VALUES, sequence, place);
    }
    return block.value(place);
  }
}
