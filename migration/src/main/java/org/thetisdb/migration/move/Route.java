package org.thetisdb.migration.move;

import org.thetisdb.migration.move.MigrationPorts.Piece;

/** Between which sites a partition moves. */
record Route(int from, int to) {
  static Route of(Piece piece) {
    return new Route(piece.master(), piece.goal());
  }
}
