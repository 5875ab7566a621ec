package org.thetisdb.server.disk;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;

/**
 * Whether a site may begin to write (decision 0101). Below the reserve no transaction begins that
 * writes; those that have begun end, mastership moves, checkpoints are taken and logs are cut, for
 * which the reserve is there. With a little more than the reserve it goes on by itself.
 *
 * <p>Looks at an interval, never for a call. Owned by the engine's event loop.
 */
public final class DiskReserve {
  private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);

  private static final long LOOK_US = 100_000;

  /** It goes on only when so much more than the reserve is free: an eighth of the reserve. */
  private static final int MORE_PART = 8;

  /** The last part of the reserve is for the log alone. */
  private static final int CRITICAL_PART = 4;

  private static final long UNKNOWN = -1;
  private static final int MIB = 20;

  private final int site;
  private final DiskSpace space;
  private long freeBytes = UNKNOWN;
  private boolean isShort;
  private boolean stopped;
  private boolean isCritical;
  private Listener listener;

  /** Makes room. */
  public interface Listener {
    /** The disk has become short. */
    void onDiskShort();

    /** Even the reserve is mostly used up: what can be given up is to be given up. */
    void onDiskCritical();
  }

  /** Nothing is known yet, so there is room. */
  public DiskReserve(int site, DiskSpace space) {
    this.site = site;
    this.space = space;
  }

  /** A disk that is never short. */
  public static DiskReserve unwatched() {
    return new DiskReserve(0, DiskSpace.UNWATCHED);
  }

  /**
   * Looks from now on.
   *
   * @param newListener hears each time that it has become short, or critical
   */
  public void start(Scheduler line, Listener newListener) {
    listener = newListener;
    if (space.reserveBytes() > 0) {
      look(line);
    }
  }

  /** Looks no more. */
  public void stop() {
    stopped = true;
  }

  private void look(Scheduler line) {
    if (!stopped) {
      space.ask(line, this::take);
      line.schedule(LOOK_US, () -> look(line));
    }
  }

  private void take(long newFreeBytes) {
    if (stopped) {
      return;
    }
    freeBytes = newFreeBytes;
    long reserve = space.reserveBytes();
    if (!isShort && freeBytes < reserve) {
      isShort = true;
      LOG.warn("{}", refusal().getMessage());
      listener.onDiskShort();
    } else if (isShort && freeBytes >= reserve + reserve / MORE_PART) {
      isShort = false;
      LOG.info("Site {} writes again: {} MiB of its disk are free", site, freeBytes >> MIB);
    }
    boolean wasCritical = isCritical;
    isCritical = freeBytes < reserve / CRITICAL_PART;
    if (isCritical && !wasCritical) {
      listener.onDiskCritical();
    }
  }

  /** Whether so many bytes more can be written without using up the reserve's last part. */
  public boolean hasRoomFor(long bytes) {
    return space.reserveBytes() == 0
        || freeBytes == UNKNOWN
        || freeBytes - bytes > space.reserveBytes() / CRITICAL_PART;
  }

  /** Whether the disk is short of space. */
  public boolean isShort() {
    return isShort;
  }

  /** What is free, as of the last look; 0 if nobody looks. */
  public long freeBytes() {
    return Math.max(0, freeBytes);
  }

  /**
   * Refuses a transaction that would write, before it does anything.
   *
   * @throws ThetisException DISK_FULL
   */
  public void check() {
    if (isShort) {
      throw refusal();
    }
  }

  private ThetisException refusal() {
    return new ThetisException(ErrorCode.DISK_FULL, site, freeBytes >> MIB);
  }
}
