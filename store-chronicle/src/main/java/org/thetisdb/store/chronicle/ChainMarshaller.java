package org.thetisdb.store.chronicle;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.hash.serialization.DataAccess;
import net.openhft.chronicle.hash.serialization.SizedReader;

/**
 * Leads the map's reads to a {@link ChainReader}. Chains are written through {@link ChainDraft}
 * only, so the writing side of the marshaller refuses. Stateless.
 */
final class ChainMarshaller implements SizedReader<ChainReader>, DataAccess<ChainReader> {
  @Override
  public ChainReader read(Bytes<?> in, long size, ChainReader using) {
    using.onChain(in.addressForRead(in.readPosition()), (int) size);
    return using;
  }

  @Override
  public Data<ChainReader> getData(ChainReader instance) {
    throw new UnsupportedOperationException("a chain is written as a draft");
  }

  @Override
  public void uninit() {
    // Nothing is held.
  }

  @Override
  public DataAccess<ChainReader> copy() {
    return this;
  }
}
