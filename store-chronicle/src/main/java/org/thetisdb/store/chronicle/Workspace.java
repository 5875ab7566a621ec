package org.thetisdb.store.chronicle;

import org.thetisdb.store.StoreConfig;

/** What one thread needs to read and change chains without garbage. Not thread-safe. */
final class Workspace {
  /** A chain is kept in one piece up to this, or to twice the versions that are always kept. */
  private static final int USUAL_MAX_CHAIN_BYTES = 8192;

  final ChainReader reader = new ChainReader();
  final ChainEditor editor;
  final ChainTrimmer trimmer;
  final NewVersion version;

  /** Whether the last install added a row. */
  boolean inserted;

  Workspace(StoreConfig config, OutsideRows outside) {
    int keptBytes = config.versionsKept() * ChainPart.versionBytes(ChainPart.MAX_INLINE_ROW_BYTES);
    editor = new ChainEditor(config, outside, Math.max(USUAL_MAX_CHAIN_BYTES, keptBytes * 2));
    trimmer = new ChainTrimmer(outside);
    version = new NewVersion(outside);
  }
}
