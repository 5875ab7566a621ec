package org.thetisdb.server.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.store.Snapshot;

/**
 * The chain of cuts as one site sees it: those that arrived, and the newest that it can use because
 * it has applied all of it. Takes only rising numbers, and nothing of an epoch below the one it
 * promised (hazard 6).
 *
 * <p>The site's engine owns it; {@link #watermark} alone may be read by any thread.
 */
public final class Cuts {
  /**
   * Cuts that arrived faster than they could be used; when more wait, those between are left out.
   */
  private static final int WAITING_LIMIT = 64;

  /** A checkpoint or a copy for a site that joins, and a comparison of replicas. */
  private static final int MOST_PINS = 2;

  private final ArrayDeque<Cut> waiting = new ArrayDeque<>();
  private final boolean plainVectors;
  private final VersionVector floor;
  private int epoch;
  private long number;
  private VersionVector newest = VersionVector.ZERO;
  private volatile VectorSnapshot usable;
  private final Consumer<Snapshot> keep;
  private final Supplier<Snapshot> watermark;
  private final List<VersionVector> pins = new ArrayList<>(MOST_PINS);

  /** Snapshots that are kept for transactions, oldest first, since each was taken as newest. */
  private final ArrayDeque<Hold> holds = new ArrayDeque<>();

  /** A snapshot that is kept until it is let go. */
  public static final class Hold {
    private final VectorSnapshot snapshot;
    private int users = 1;

    private Hold(VectorSnapshot snapshot) {
      this.snapshot = snapshot;
    }

    /** What is kept. */
    public VectorSnapshot snapshot() {
      return snapshot;
    }
  }

  /**
   * Begins without a usable cut.
   *
   * @param floor what the site had applied when it recovered; older versions may be gone, so only
   *     cuts that cover it can be used
   * @param plainVectors use what is applied instead of cuts: the paper's plain form, which allows
   *     long forks
   * @param keep hears of the oldest snapshot that may still be asked for here
   * @param watermark says the oldest that may be asked for by any that share the rows
   */
  public Cuts(
      VersionVector floor,
      boolean plainVectors,
      Consumer<Snapshot> keep,
      Supplier<Snapshot> watermark) {
    this.floor = floor;
    this.plainVectors = plainVectors;
    this.keep = keep;
    this.watermark = watermark;
    this.usable = null;
    moveWatermark();
  }

  /**
   * Promises to take nothing from routers with a lower epoch; returns the epoch that is followed
   * now.
   */
  public int promise(int routerEpoch) {
    if (routerEpoch > epoch) {
      epoch = routerEpoch;
      number = 0;
    }
    return epoch;
  }

  /** Takes a cut; an old one is ignored. */
  public void offer(Cut cut) {
    if (cut.epoch() != epoch || cut.number() <= number || !cut.vector().covers(newest)) {
      return;
    }
    number = cut.number();
    newest = cut.vector();
    if (waiting.size() >= WAITING_LIMIT) {
      waiting.removeLast();
    }
    waiting.add(cut);
  }

  /**
   * Uses the newest cut that is covered.
   *
   * @param reached what is applied here, with the own acknowledged position
   * @return whether there is a newer usable cut than before
   */
  public boolean advance(VersionVector reached) {
    if (plainVectors) {
      return use(reached);
    }
    boolean advanced = false;
    while (!waiting.isEmpty() && reached.covers(waiting.peek().vector())) {
      advanced |= use(waiting.remove().vector());
    }
    return advanced;
  }

  private boolean use(VersionVector vector) {
    if (!vector.covers(floor) || (usable != null && usable.vector().equals(vector))) {
      return false;
    }
    usable = new VectorSnapshot(vector);
    moveWatermark();
    return true;
  }

  private void moveWatermark() {
    VectorSnapshot oldest = holds.isEmpty() ? usable : holds.peek().snapshot;
    for (VersionVector pin : pins) {
      oldest = oldest == null ? null : new VectorSnapshot(pin.min(oldest.vector()));
    }
    keep.accept(oldest == null ? Snapshot.NOTHING : oldest);
  }

  /**
   * Keeps all versions that the newest usable cut needs, which is not null, until {@link #release}.
   */
  public Hold hold() {
    Hold hold = new Hold(usable);
    holds.add(hold);
    return hold;
  }

  /** Keeps a snapshot for one more user, each of which has to let it go. */
  public Hold share(Hold hold) {
    if (hold.users == 0) {
      throw new IllegalStateException("a snapshot that is no longer kept");
    }
    hold.users++;
    return hold;
  }

  /** Lets go of a snapshot. */
  public void release(Hold hold) {
    hold.users--;
    while (!holds.isEmpty() && holds.peek().users == 0) {
      holds.remove();
    }
    moveWatermark();
  }

  /**
   * Keeps all versions that a snapshot at {@code vector} needs until {@link #unpin}.
   *
   * @throws IllegalStateException if {@link #canPin} says no
   */
  public void pin(VersionVector vector) {
    if (!canPin(vector)) {
      throw new IllegalStateException("pinning " + vector + " beside " + pins + ", " + usable);
    }
    pins.add(vector);
  }

  /**
   * Whether a snapshot can be kept: there are few at a time, and it must cover every usable cut so
   * far, because what only older ones need may be gone.
   */
  public boolean canPin(VersionVector vector) {
    return pins.size() < MOST_PINS
        && vector.covers(floor)
        && (usable == null || vector.covers(usable.vector()));
  }

  /** Lets go of a snapshot that was pinned. */
  public void unpin(VersionVector vector) {
    if (!pins.remove(vector)) {
      throw new IllegalStateException(vector + " is not pinned");
    }
    moveWatermark();
  }

  /** The newest cut that was received, usable or not. */
  public VersionVector newest() {
    return newest;
  }

  /** The newest usable cut, or null if there is none yet. */
  public VectorSnapshot usable() {
    return usable;
  }

  /**
   * The oldest snapshot that may still be asked for, here or by others that share the rows:
   * versions it does not need may go. Any thread.
   */
  public Snapshot watermark() {
    return watermark.get();
  }
}
