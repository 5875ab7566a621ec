package org.thetisdb.server.report;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;

/**
 * Sends a router the partition map, in pieces of bounded size and no faster than the connection
 * takes them; then the handshake can be answered (hazard 16). Owned by the engine's event loop.
 */
final class Handshake {
  private static final int PIECE_BYTES = 128 << 10;
  private static final int BYTES_BESIDE_BOUNDS = 24;

  final Connection connection;
  private final PartitionMap.Walk walk;
  private final Runnable onTold;
  private boolean over;

  /**
   * Nothing sent yet.
   *
   * @param onTold runs once, when all is sent
   */
  Handshake(Connection connection, PartitionMap.Walk walk, Runnable onTold) {
    this.connection = connection;
    this.walk = walk;
    this.onTold = onTold;
  }

  /** Goes on as far as the connection has room. */
  void go() {
    while (!over && !connection.isCongested()) {
      List<Owner> piece = new ArrayList<>();
      over = !fill(piece);
      if (!piece.isEmpty()) {
        connection.send(new MapPiece(piece));
      }
      if (over) {
        onTold.run();
      }
    }
  }

  /** Whether more is left for another piece. */
  private boolean fill(List<Owner> piece) {
    int[] bytes = {0};
    boolean more = true;
    while (more && bytes[0] < PIECE_BYTES) {
      more =
          walk.step(
              1,
              owner -> {
                piece.add(owner);
                bytes[0] += BYTES_BESIDE_BOUNDS + owner.from().length + owner.to().length;
              });
    }
    return more;
  }
}
