package org.thetisdb.store.chronicle;

import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.hash.AbstractData;
import org.agrona.UnsafeApi;

/**
 * A chain written beside the map, for when it does not fit where it stands: the map takes it from
 * here. Kept per thread and used again; not thread-safe.
 */
final class ChainDraft extends AbstractData<ChainReader> {
  private static final int USUAL_BYTES = 4096;

  private final ChainPart part = new ChainPart();
  private BytesStore<?, ?> store = BytesStore.nativeStoreWithFixedCapacity(USUAL_BYTES);
  private int size;

  /** An empty chain that may take {@code capacity} bytes; the map will store all of them. */
  ChainPart begin(int capacity) {
    if (store.capacity() < capacity) {
      store.releaseLast();
      store = BytesStore.nativeStoreWithFixedCapacity(capacity * 2L);
    }
    size = capacity;
    part.wrapEmpty(store.addressForWrite(0), capacity);
    return part;
  }

  @Override
  public RandomDataInput bytes() {
    return store;
  }

  @Override
  public long offset() {
    return 0;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  @SuppressWarnings("rawtypes") // as the library declares it
  public void writeTo(RandomDataOutput target, long targetOffset) {
    long to = target.addressForWrite(targetOffset);
    // The address is of the last byte, too: both ends lie in the map's memory.
    target.addressForWrite(targetOffset + size - 1);
    UnsafeApi.copyMemory(store.addressForRead(0), to, size);
  }

  @Override
  public ChainReader get() {
    throw new UnsupportedOperationException("a draft is for writing");
  }

  @Override
  public ChainReader getUsing(ChainReader using) {
    throw new UnsupportedOperationException("a draft is for writing");
  }
}
