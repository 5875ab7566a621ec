package org.thetisdb.router.twophase;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.thetisdb.core.wire.RouterToSite.PartResult;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Versions;
import org.thetisdb.core.wire.SiteToRouter.Voted;

/**
 * What the masters of a call have voted with, each for its fragment. They fit together if no part
 * has run at two of them, and all have run by the same definitions. Owned by the engine's thread.
 */
final class Votes {
  private static final byte[] NO_VALUE = {};

  private final List<RowImage> rows = new ArrayList<>();
  private final List<PartResult> results = new ArrayList<>(0);
  private final BitSet ran = new BitSet();
  private Versions versions;
  private byte[] value = NO_VALUE;
  private int parts = -1;
  private int prepared;
  private final NavigableSet<Long> below = new TreeSet<>();
  private boolean fits = true;

  /** One more master votes. */
  void add(Voted vote) {
    BitSet more = BitSet.valueOf(vote.ran());
    fits &= !more.intersects(ran);
    fits &= parts < 0 || (parts == vote.parts() && versions.equals(vote.versions()));
    parts = vote.parts();
    versions = vote.versions();
    ran.or(more);
    rows.addAll(vote.rows());
    results.addAll(vote.results());
    prepared += vote.hasPrepared() ? 1 : 0;
    below.addAll(vote.below());
    if (more.get(0)) {
      value = vote.value();
    }
  }

  /** Whether they fit together, and each is for some parts, or for the lack of them. */
  boolean fit() {
    return fits && parts > 0;
  }

  /** How many parts the call has. */
  int parts() {
    return parts;
  }

  /** Which of them have run. */
  byte[] ran() {
    return ran.toByteArray();
  }

  /** What all of them write. */
  List<RowImage> rows() {
    return rows;
  }

  /** How many of them have logged what they met. */
  int prepared() {
    return prepared;
  }

  /** The undecided transactions that they stand on; a view. */
  NavigableSet<Long> below() {
    return below;
  }

  /** By which definitions they have run. */
  Versions versions() {
    return versions;
  }

  /** What parts have returned. */
  List<PartResult> results() {
    return results;
  }

  /** The result, as the site knows it where the first part has run. */
  byte[] value() {
    return value;
  }
}
