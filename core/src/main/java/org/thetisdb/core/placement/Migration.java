package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;

/**
 * A range on its way to another site, as the log says (decision 0123). Whichever router leads goes
 * on with it from this alone; the partition map says how far it is. Immutable.
 *
 * @param id no other one ever has it
 * @param change the number of the last change of the {@linkplain MigrationTable slot} it stands in
 * @param way how it moves
 * @param state how far it is
 * @param range its keys
 * @param source of what is there, only that which this site mastered moves; 0 if all does
 * @param target the site that is to master it
 * @param details what has to be known to take it back, and how it went
 */
public record Migration(
    long id,
    int change,
    Way way,
    State state,
    KeyInterval range,
    int source,
    int target,
    Details details) {

  /** The order of the steps by which a range moves (DESIGN: moving data). */
  public enum Way {
    /** To a site that holds the rows: mastership is released to it, and no row is sent. */
    PROMOTE(1),
    /**
     * Its rows are copied beside the logs to a site that lacks them; then it is promoted there
     * (DrTM+B, section 4.2).
     */
    COPY(2),
    /**
     * To a site that lacks them, its rows go with their mastership, in the record of the log that
     * releases it (decision 0082): few partitions at a time, none of them large.
     */
    SHIP(3),
    /**
     * The same, where a partition goes as soon as a call is to write it, before the call runs; the
     * rest follows at a pace (Wildebeest, chapter 5; decision 0125).
     */
    ON_DEMAND(4),
    /**
     * As a copy; but when it is there, calls that write in the range wait until the target has all,
     * and masters it (replica failover: Wildebeest, section 5.5).
     */
    FAILOVER(5),
    /** Calls that write in the range wait from the beginning on (stop and copy). */
    STOP(6),
    /**
     * To a site that lacks them, by sub-plans, one behind the other: what calls write of the one in
     * force is pulled before they run, with the rest of its chunk, and other chunks follow at
     * intervals (Squall; decision 0142).
     */
    SQUALL(7);

    private final int number;

    Way(int number) {
      this.number = number;
    }

    /** Its name for people and programs. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The way of a {@link #label}; empty if there is none. */
    public static Optional<Way> labelled(String label) {
      return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    /** Whether rows that the target lacks are copied before mastership moves. */
    public boolean copiesRows() {
      return this == COPY || stopsCalls();
    }

    /** Whether calls wait until all of the range has moved. */
    public boolean stopsCalls() {
      return this == FAILOVER || this == STOP;
    }

    /** Whether rows that the target lacks go with their mastership. */
    public boolean shipsRows() {
      return this == SHIP || takesWhatCallsWrite();
    }

    /** Whether a partition goes as soon as a call is to write it, before the call runs. */
    public boolean takesWhatCallsWrite() {
      return this == ON_DEMAND || this == SQUALL;
    }

    static Way of(int number) {
      for (Way each : values()) {
        if (each.number == number) {
          return each;
        }
      }
      throw new CodecException("a migration by way " + number);
    }
  }

  /** How far a migration is. */
  public enum State {
    /** Mastership goes to the target. */
    RUNNING(1),
    /** It was cancelled, and mastership returns. */
    CANCELLING(2),
    /** The target masters all of it. */
    DONE(3),
    /** It was cancelled, and mastership is where it was. */
    CANCELLED(4),
    /** It could not go on. */
    FAILED(5),
    /** Rows are on their way to the target, which is to master nothing of it yet. */
    COPYING(6);

    private final int number;

    State(int number) {
      this.number = number;
    }

    /** Whether there is nothing left to do. */
    public boolean isOver() {
      return this != RUNNING && this != CANCELLING && this != COPYING;
    }

    static State of(int number) {
      for (State each : values()) {
        if (each.number == number) {
          return each;
        }
      }
      throw new CodecException("a migration in state " + number);
    }
  }

  /**
   * Which site mastered keys before, from a bound to that of the next origin.
   *
   * @param from inclusive
   * @param site their master
   */
  public record Origin(byte[] from, int site) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Origin that && site == that.site && Arrays.equals(from, that.from);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(from) + site;
    }
  }

  /**
   * What is known of a migration beside its goal.
   *
   * @param origins which site mastered what, in the order of keys; empty where that follows from
   *     the placement
   * @param cellKeys of the applied placement that it has changed; 0 if it has changed none, since
   *     masters do not stay under its scheme
   * @param replaced what that placement said of the range before, in its order
   * @param partitions how many have moved
   * @param tookUs how long it took, since this or the last leading router began with it
   * @param longestUs how long calls may have waited for it at most
   * @param problem why it failed, or was taken back by itself; else empty
   */
  public record Details(
      List<Origin> origins,
      long cellKeys,
      List<PlacedRange> replaced,
      int partitions,
      long tookUs,
      long longestUs,
      String problem) {
    /** More origins than these are refused. */
    public static final int MOST_ORIGINS = 1_024;

    /** Copies the lists. */
    public Details {
      origins = List.copyOf(origins);
      replaced = List.copyOf(replaced);
    }

    /** At the beginning. */
    public static Details of(List<Origin> origins, long cellKeys, List<PlacedRange> replaced) {
      return new Details(origins, cellKeys, replaced, 0, 0, 0, "");
    }

    /** At the end. */
    public Details with(int moved, long elapsedUs, long longestPauseUs, String why) {
      return new Details(origins, cellKeys, replaced, moved, elapsedUs, longestPauseUs, why);
    }

    /** Whether the applied placement has it. */
    public boolean isPlaced() {
      return cellKeys > 0;
    }
  }

  private static final int LEAST_ORIGIN_BYTES = 2;
  private static final int LEAST_RANGE_BYTES = 10;

  /** Checks the numbers. */
  public Migration {
    if (id < 1 || change < 1 || source < 0 || source > Stamp.MAX_SITE) {
      throw new IllegalArgumentException("migration %d, change %d".formatted(id, change));
    }
    if (target < 1 || target > Stamp.MAX_SITE) {
      throw new IllegalArgumentException("there is no site " + target);
    }
  }

  /** The next change of it. */
  public Migration next(State now, Details known) {
    return new Migration(id, change + 1, way, now, range, source, target, known);
  }

  /** Which site mastered a key when it began; 0 if that is not known. */
  public int origin(byte[] key) {
    int site = 0;
    for (Origin each : details.origins) {
      if (Arrays.compareUnsigned(each.from, key) > 0) {
        break;
      }
      site = each.site;
    }
    return site;
  }

  /** Writes the record. */
  public void encode(ByteWriter out) {
    out.putVarLong(id).putVarInt(change).putByte(way.number).putByte(state.number);
    range.encode(out);
    out.putVarInt(source).putVarInt(target).putVarInt(details.origins.size());
    for (Origin each : details.origins) {
      out.putBlob(each.from).putVarInt(each.site);
    }
    out.putVarLong(details.cellKeys).putVarInt(details.replaced.size());
    for (PlacedRange each : details.replaced) {
      out.putLong(each.first()).putVarLong(each.last() - each.first()).putVarInt(each.site());
    }
    out.putVarInt(details.partitions).putVarLong(details.tookUs).putVarLong(details.longestUs);
    out.putString(details.problem);
  }

  /** The record as the value of a row. */
  public byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    encode(out);
    return out.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws CodecException if there is none
   */
  public static Migration decode(ByteReader in) {
    try {
      return new Migration(
          in.getVarLong(),
          in.getVarInt(),
          Way.of(in.getUnsignedByte()),
          State.of(in.getUnsignedByte()),
          KeyInterval.decode(in),
          in.getVarInt(),
          in.getVarInt(),
          decodeDetails(in));
    } catch (IllegalArgumentException e) {
      throw new CodecException(String.valueOf(e.getMessage()));
    }
  }

  private static Details decodeDetails(ByteReader in) {
    int count = in.getCount(LEAST_ORIGIN_BYTES);
    if (count > Details.MOST_ORIGINS) {
      throw new CodecException("a migration with " + count + " origins");
    }
    List<Origin> origins = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      origins.add(new Origin(in.getBlob(), in.getVarInt()));
    }
    long cellKeys = in.getVarLong();
    int ranges = in.getCount(LEAST_RANGE_BYTES);
    if (ranges > PlacedRanges.MOST_RANGES) {
      throw new CodecException("a migration over " + ranges + " placed ranges");
    }
    List<PlacedRange> replaced = new ArrayList<>(ranges);
    for (int i = 0; i < ranges; i++) {
      long first = in.getLong();
      replaced.add(new PlacedRange(first, first + in.getVarLong(), in.getVarInt()));
    }
    return new Details(
        origins,
        cellKeys,
        replaced,
        in.getVarInt(),
        in.getVarLong(),
        in.getVarLong(),
        in.getString());
  }
}
