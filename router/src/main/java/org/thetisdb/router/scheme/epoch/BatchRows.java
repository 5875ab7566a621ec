package org.thetisdb.router.scheme.epoch;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;

/**
 * What a batch has written, on its way to all members: in one message, or a few. Owned by the
 * engine's thread.
 */
final class BatchRows {
  /** What one message holds, but for one transaction that is longer. */
  private static final long MESSAGE_BYTES = 256 << 10;

  private final EpochViewMembers members;
  private List<RouterToSite.Decided> part = new ArrayList<>();
  private long bytes;

  BatchRows(EpochViewMembers members) {
    this.members = members;
  }

  /** The next one that was decided. */
  void add(EpochLog.Decided next) {
    if (bytes > 0 && bytes + next.bytes() > MESSAGE_BYTES) {
      send();
    }
    if (!next.ran().rows().isEmpty()) {
      bytes += Math.max(1, next.bytes());
      part.add(new RouterToSite.Decided(next.tid(), next.order(), next.ran().rows()));
    }
  }

  /** All that were added and not sent. */
  void send() {
    if (!part.isEmpty()) {
      members.tellAll(new InstallBatch(members.epochView(), part));
      part = new ArrayList<>();
      bytes = 0;
    }
  }
}
