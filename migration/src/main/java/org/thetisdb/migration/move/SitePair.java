package org.thetisdb.migration.move;

import org.thetisdb.migration.move.MigrationPorts.Piece;

/** Between which sites a partition moves. */
record SitePair(int from, int to) {
  static SitePair of(Piece piece) {
    return new SitePair(piece.master(), piece.goal());
  }
}
