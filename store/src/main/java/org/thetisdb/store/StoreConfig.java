package org.thetisdb.store;

/**
 * How a row store is set up. Immutable.
 *
 * @param siteId the site whose rows these are; named in errors
 * @param limitBytes the most that rows may take off the heap
 * @param headroomBytes the part of the limit that {@link RowStore#reserve} does not give away
 * @param versionsKept versions of a row that are kept even when no snapshot needs them, 1 to 32
 * @param overflow where rows go when memory gets short, if the engine can do that
 */
public record StoreConfig(
    int siteId, long limitBytes, long headroomBytes, int versionsKept, OverflowConfig overflow) {
  /**
   * Versions kept unless the setting says otherwise. The DynaMast paper keeps four, because its
   * sites do not know which snapshots are in use; here the watermark says, and every further
   * version makes each change of the row dearer.
   */
  public static final int DEFAULT_VERSIONS_KEPT = 1;

  /** A chain keeps these versions in one piece, so there cannot be many. */
  public static final int MAX_VERSIONS_KEPT = 32;

  private static final int HEADROOM_FRACTION = 10;

  /** Checks that the numbers make sense. */
  public StoreConfig {
    if (limitBytes <= 0 || headroomBytes < 0 || headroomBytes >= limitBytes) {
      throw new IllegalArgumentException(
          "limit of " + limitBytes + " bytes with headroom of " + headroomBytes);
    }
    if (versionsKept < 1 || versionsKept > MAX_VERSIONS_KEPT) {
      throw new IllegalArgumentException("versions kept: " + versionsKept);
    }
  }

  /**
   * A store of {@code limitBytes} with a tenth of it as headroom and no version that nobody needs.
   */
  public static StoreConfig of(int siteId, long limitBytes) {
    return new StoreConfig(
        siteId,
        limitBytes,
        limitBytes / HEADROOM_FRACTION,
        DEFAULT_VERSIONS_KEPT,
        OverflowConfig.NONE);
  }

  /** The same with another number of versions. */
  public StoreConfig withVersionsKept(int versions) {
    return new StoreConfig(siteId, limitBytes, headroomBytes, versions, overflow);
  }

  /** The same with another headroom. */
  public StoreConfig withHeadroomBytes(long bytes) {
    return new StoreConfig(siteId, limitBytes, bytes, versionsKept, overflow);
  }

  /** The same with another place for what memory has no room for. */
  public StoreConfig withOverflow(OverflowConfig other) {
    return new StoreConfig(siteId, limitBytes, headroomBytes, versionsKept, other);
  }

  /** What ordinary transactions may fill. */
  public long reservableBytes() {
    return limitBytes - headroomBytes;
  }
}
