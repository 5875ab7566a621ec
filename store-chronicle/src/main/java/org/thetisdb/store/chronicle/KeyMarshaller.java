package org.thetisdb.store.chronicle;

import net.openhft.chronicle.algo.hashing.LongHashFunction;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.hash.AbstractData;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.hash.serialization.DataAccess;
import net.openhft.chronicle.hash.serialization.SizedReader;
import org.agrona.concurrent.UnsafeBuffer;
import org.thetisdb.core.key.KeyHash;
import org.thetisdb.core.key.RowKey;

/**
 * How a key stands in a map: table, then key bytes. The key is written once into memory of the
 * map's per-thread context, where it is hashed and compared without a copy or an object. Not
 * thread-safe; the map makes a copy for each context.
 */
final class KeyMarshaller extends AbstractData<RowKey>
    implements DataAccess<RowKey>, SizedReader<RowKey> {
  /** What a key takes besides its bytes. */
  static final int TABLE_BYTES = Integer.BYTES;

  /** Longer keys are refused: they would not share a leaf with others, nor a chunk with a row. */
  static final int MAX_KEY_BYTES = 4096;

  private static final int USUAL_BYTES = 64;

  private transient BytesStore<?, ?> store;
  private final transient UnsafeBuffer memory = new UnsafeBuffer(0, 0);
  private final transient UnsafeBuffer stored = new UnsafeBuffer(0, 0);
  private transient RowKey key;
  private transient int size;

  @Override
  public Data<RowKey> getData(RowKey instance) {
    byte[] bytes = instance.bytes();
    key = instance;
    size = TABLE_BYTES + bytes.length;
    ensure(size);
    memory.putInt(0, instance.tableId());
    memory.putBytes(TABLE_BYTES, bytes);
    return this;
  }

  private void ensure(int bytes) {
    if (memory.capacity() < bytes) {
      store = BytesStore.nativeStoreWithFixedCapacity(Math.max(USUAL_BYTES, bytes * 2L));
      memory.wrap(store.addressForRead(0), (int) store.capacity());
    }
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
  public long hash(LongHashFunction function) {
    return KeyHash.again(key.hash());
  }

  @Override
  public boolean equivalent(RandomDataInput source, long sourceOffset) {
    stored.wrap(source.addressForRead(sourceOffset), size);
    int at = 0;
    for (; at + Long.BYTES <= size; at += Long.BYTES) {
      if (stored.getLong(at) != memory.getLong(at)) {
        return false;
      }
    }
    for (; at < size; at++) {
      if (stored.getByte(at) != memory.getByte(at)) {
        return false;
      }
    }
    return true;
  }

  @Override
  @SuppressWarnings("rawtypes") // as the library declares it
  public void writeTo(RandomDataOutput target, long targetOffset) {
    stored.wrap(target.addressForWrite(targetOffset), size);
    stored.putBytes(0, memory, 0, size);
  }

  @Override
  public RowKey get() {
    return key;
  }

  @Override
  public RowKey getUsing(RowKey using) {
    return key;
  }

  @Override
  public void uninit() {
    key = null;
  }

  @Override
  public DataAccess<RowKey> copy() {
    return new KeyMarshaller();
  }

  @Override
  public RowKey read(Bytes<?> in, long storedSize, RowKey using) {
    stored.wrap(in.addressForRead(in.readPosition()), (int) storedSize);
    byte[] bytes = new byte[(int) storedSize - TABLE_BYTES];
    stored.getBytes(TABLE_BYTES, bytes);
    return new RowKey(stored.getInt(0), bytes);
  }
}
