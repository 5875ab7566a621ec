package org.thetisdb.store.chronicle;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * An older part of a chain that grew long: a block outside the map, reached from the part before
 * it. So an install moves a few kilobytes at most, however many versions a standing watermark holds
 * up. A flyweight; not thread-safe.
 *
 * <pre>
 *  0             4                                 8
 *  +-------------+---------------------------------+-----------+
 *  | block bytes | versions here and behind        | ChainPart |
 *  +-------------+---------------------------------+-----------+
 * </pre>
 */
final class OlderPart {
  /** No address: nothing older follows. */
  static final long NOWHERE = 0;

  private static final int VERSIONS_OFFSET = 4;
  private static final int PREFIX_BYTES = 8;

  private final UnsafeBuffer prefix = new UnsafeBuffer(0, 0);
  private final ChainPart versions = new ChainPart();
  private long address;

  /** What a block takes for {@code bytes} of versions. */
  static int blockBytes(int bytes) {
    return PREFIX_BYTES + ChainPart.HEADER_BYTES + bytes + Long.BYTES;
  }

  /**
   * Fills a new block with versions of {@code source}.
   *
   * @param olderAddress the part that follows, or {@link #NOWHERE}
   * @param count versions in the block and in all parts that follow
   */
  void create(
      long blockAddress, ChainPart source, int from, int end, long olderAddress, int count) {
    int bytes = end - from;
    address = blockAddress;
    prefix.wrap(address, PREFIX_BYTES);
    prefix.putInt(0, blockBytes(bytes));
    prefix.putInt(VERSIONS_OFFSET, count);
    versions.wrapEmpty(address + PREFIX_BYTES, blockBytes(bytes) - PREFIX_BYTES);
    versions.copyFrom(source, from, ChainPart.firstVersion(), bytes);
    versions.finish(ChainPart.firstVersion() + bytes, olderAddress);
  }

  /** Looks at an existing block. */
  void wrap(long blockAddress) {
    address = blockAddress;
    prefix.wrap(address, PREFIX_BYTES);
    versions.wrap(address + PREFIX_BYTES, blockBytes() - PREFIX_BYTES);
  }

  long address() {
    return address;
  }

  int blockBytes() {
    return prefix.getInt(0);
  }

  /** Number of versions in this part and all that follow. */
  int count() {
    return prefix.getInt(VERSIONS_OFFSET);
  }

  void count(int newCount) {
    prefix.putInt(VERSIONS_OFFSET, newCount);
  }

  ChainPart versions() {
    return versions;
  }
}
