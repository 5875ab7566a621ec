package org.thetisdb.server.scheme.deterministic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.store.BufferedRows.Version;

/**
 * Versions of rows that the store does not have yet, by the places of those that write them (BOHM:
 * Faleiro and Abadi, VLDB 2015). A call that has a place puts a placeholder there for each row that
 * it is going to write. A reader sees the newest version before its own place; if that is a
 * placeholder, it has to wait for the one that will fill it, and for none other. So those that
 * write wait for nobody.
 *
 * <p>One that has pieces may {@linkplain #show show} what some of them wrote before the others have
 * run (PWV: Faleiro, Abadi and Hellerstein, VLDB 2017). All else that it is going to write stays a
 * placeholder.
 *
 * <p>What was filled holds for as long as what its writer has read does. If others change that, or
 * if one is rolled back whose version was read, it becomes a placeholder again, and its owner hears
 * of it.
 *
 * <p>Deterministic. Not thread-safe; the site's engine owns it, and the calls at the site are its
 * bound.
 */
public final class Placeholders {
  private final TreeMap<RowKey, List<Writer>> rows = new TreeMap<>();

  /** Those that may write what they do not name by its key, and are not filled. */
  private final TreeMap<Long, Writer> wide = new TreeMap<>();

  /** Those that have filled placeholders, all of theirs or some. */
  private final TreeMap<Long, Writer> filled = new TreeMap<>();

  private long filledBytes;

  /** One that writes. Must not leave before it returns. */
  public interface Owner {
    /** One for which it waited has filled its placeholders, or is gone. */
    void onProduced();

    /** What it has filled in does not hold any more. */
    void onRolledBack();
  }

  /**
   * Puts placeholders for all that a plan writes.
   *
   * @param place behind those of all others
   * @param plan what is written; null for everything
   */
  public Writer insert(long place, Owner owner, AccessPlan plan) {
    Writer writer = new Writer(place, owner, plan);
    if (plan != null) {
      plan.writes().forEach(key -> rows.computeIfAbsent(key, k -> new ArrayList<>(2)).add(writer));
    }
    if (!writer.namesAll()) {
      wide.put(place, writer);
    }
    return writer;
  }

  /**
   * For which one a reader of a key has to wait.
   *
   * @param place of the reader
   * @return null if the version that it reads is there, here or in the store
   */
  public Writer producerOf(RowKey key, long place) {
    Writer nearest = nearest(key, place);
    return nearest == null || nearest.hasProduced(key) ? null : nearest;
  }

  /** One for which a reader of rows from one key on and before another one has to wait, or null. */
  public Writer producerBetween(RowKey first, RowKey end, long place) {
    for (Writer writer : wide.headMap(place).values()) {
      if (writer.mayWriteBetween(first, end)) {
        return writer;
      }
    }
    for (RowKey key : rows.subMap(first, true, end, false).keySet()) {
      Writer producer = producerOf(key, place);
      if (producer != null) {
        return producer;
      }
    }
    return null;
  }

  private Writer producerIn(KeyRange range, long place) {
    RowKey first = range.first();
    RowKey end = range.end();
    return first.compareTo(end) < 0 ? producerBetween(first, end, place) : null;
  }

  /** The first one for which a call at a place has to wait that reads what its plan says. */
  public Writer producerOfReads(AccessPlan plan, long place) {
    for (RowKey key : plan.reads()) {
      Writer producer = producerOf(key, place);
      if (producer != null) {
        return producer;
      }
    }
    for (KeyRange range : plan.readRanges()) {
      Writer producer = producerIn(range, place);
      if (producer != null) {
        return producer;
      }
    }
    return null;
  }

  /** The newest version before a place of a row that nobody is waited for; null if in the store. */
  public Version find(RowKey key, long place) {
    Writer nearest = nearest(key, place);
    return nearest == null ? null : new Version(nearest.place, nearest.images.get(key));
  }

  /** The newest versions before a place of rows from one key on and before another one. */
  public List<Map.Entry<RowKey, Version>> between(
      RowKey first, RowKey end, boolean backwards, long place) {
    List<Map.Entry<RowKey, Version>> found = new ArrayList<>(0);
    NavigableMap<RowKey, List<Writer>> part = rows.subMap(first, true, end, false);
    for (RowKey key : (backwards ? part.descendingMap() : part).keySet()) {
      Version version = find(key, place);
      if (version != null) {
        found.add(Map.entry(key, version));
      }
    }
    return found;
  }

  /** The last one before a place that wrote a row, or may. */
  private Writer nearest(RowKey key, long place) {
    Writer named = nearestNamed(rows.getOrDefault(key, List.of()), key, place);
    for (Writer writer : wide.headMap(place, false).descendingMap().values()) {
      if (named != null && writer.place < named.place) {
        return named;
      }
      if (writer.mayFindInRanges(key)) {
        return writer;
      }
    }
    return named;
  }

  private static Writer nearestNamed(List<Writer> writers, RowKey key, long place) {
    for (int i = writers.size() - 1; i >= 0; i--) {
      Writer writer = writers.get(i);
      if (writer.place < place && writer.mayHave(key)) {
        return writer;
      }
    }
    return null;
  }

  /** One hears when another one has filled its placeholders, or is gone. */
  public void await(Writer producer, Owner reader) {
    producer.waiting.add(reader);
  }

  /**
   * One has run, on the versions before its place. What it has named and not written is as if it
   * had not been named. If it had shown something else, those that have read that are rolled back.
   *
   * @param images what it wrote, each planned before; null for a deletion
   */
  public void fill(
      Writer writer, List<RowKey> readKeys, List<KeyRange> readRanges, Map<RowKey, byte[]> images) {
    put(writer, readKeys, readRanges, images);
    writer.isFilled = true;
    if (!writer.namesAll()) {
      nameWhatItWrote(writer);
    }
    tellProduced(writer);
  }

  /** In its ranges it wrote this, and nothing else. */
  private void nameWhatItWrote(Writer writer) {
    wide.remove(writer.place);
    writer.found =
        writer.images.keySet().stream().filter(key -> !writer.plan.writesKey(key)).toList();
    for (RowKey key : writer.found) {
      List<Writer> writers = rows.computeIfAbsent(key, k -> new ArrayList<>(2));
      int at = writers.size();
      while (at > 0 && writers.get(at - 1).place > writer.place) {
        at--;
      }
      writers.add(at, writer);
    }
  }

  /**
   * Some pieces of one have run, on the versions before its place, and nothing of it may end with
   * an error any more. What they have not written stays a placeholder. It may show again, and more;
   * if it shows something else than before, those that have read that are rolled back. Rows in
   * ranges are not shown: nobody knows yet which others there will be.
   *
   * @param readKeys what these pieces have read, and all that is in no piece
   * @param images what they wrote, each planned before; null for a deletion
   */
  public void show(
      Writer writer, List<RowKey> readKeys, List<KeyRange> readRanges, Map<RowKey, byte[]> images) {
    Map<RowKey, byte[]> named = new HashMap<>(images);
    if (writer.mayBeFilled()) {
      named.keySet().removeIf(key -> !writer.plan.writesKey(key) && writer.mayFindInRanges(key));
    }
    put(writer, readKeys, readRanges, named);
    tellProduced(writer);
  }

  private void put(
      Writer writer, List<RowKey> readKeys, List<KeyRange> readRanges, Map<RowKey, byte[]> images) {
    if (writer.isFilled || writer.isGone || !writer.mayBeFilled()) {
      throw new IllegalStateException("place " + writer.place + " cannot be filled");
    }
    for (RowKey key : images.keySet()) {
      if (!writer.plan.coversWrite(key)) {
        throw new IllegalStateException("place " + writer.place + " has no placeholder for " + key);
      }
    }
    if (!writer.isAsShown(images)) {
      rollBackReadersOf(writer);
    }
    filledBytes -= writer.bytes;
    writer.readKeys = new HashSet<>(readKeys);
    writer.readRanges = List.copyOf(readRanges);
    writer.images = new HashMap<>(images);
    writer.bytes = bytes(images);
    filledBytes += writer.bytes;
    filled.put(writer.place, writer);
  }

  private static long bytes(Map<RowKey, byte[]> images) {
    return images.entrySet().stream()
        .mapToLong(
            row ->
                row.getKey().bytes().length + (row.getValue() == null ? 0 : row.getValue().length))
        .sum();
  }

  private static void tellProduced(Writer writer) {
    if (!writer.waiting.isEmpty()) {
      List<Owner> waiting = new ArrayList<>(writer.waiting);
      writer.waiting.clear();
      waiting.forEach(Owner::onProduced);
    }
  }

  /** What one has filled in does not hold; nor does what others have made of it. */
  public void rollBack(Writer writer) {
    rollBack(new ArrayDeque<>(List.of(writer)));
  }

  private void rollBackReadersOf(Writer writer) {
    ArrayDeque<Writer> readers = new ArrayDeque<>(0);
    addReadersOf(writer, readers);
    rollBack(readers);
  }

  private void rollBack(ArrayDeque<Writer> next) {
    while (!next.isEmpty()) {
      Writer rolledBack = next.remove();
      if (filled.containsKey(rolledBack.place)) {
        addReadersOf(rolledBack, next);
        empty(rolledBack);
        if (!rolledBack.isGone) {
          rolledBack.owner.onRolledBack();
        }
      }
    }
  }

  /** One takes back what it has shown, and does not hear of it. */
  public void takeBack(Writer writer) {
    if (filled.containsKey(writer.place)) {
      rollBackReadersOf(writer);
      empty(writer);
    }
  }

  /** Nothing holds that was filled in. */
  public void rollBackAll() {
    new ArrayList<>(filled.values()).forEach(this::rollBack);
  }

  private void empty(Writer writer) {
    filled.remove(writer.place);
    filledBytes -= writer.bytes;
    writer.found.forEach(key -> remove(key, writer));
    writer.found = List.of();
    if (writer.isFilled && !writer.namesAll() && !writer.isGone) {
      wide.put(writer.place, writer);
    }
    writer.isFilled = false;
    writer.bytes = 0;
    writer.images = Map.of();
    writer.readKeys = Set.of();
    writer.readRanges = List.of();
  }

  /** Adds those that have read a row of one, or that it left a row as it was. */
  private void addReadersOf(Writer writer, ArrayDeque<Writer> readers) {
    for (Writer later : filled.tailMap(writer.place, false).values()) {
      if (!writer.namesAll() && later.hasReadInRangesOf(writer)) {
        readers.add(later);
        continue;
      }
      for (RowKey key : writer.plan.writes()) {
        if (later.hasRead(key) && !isHidden(key, writer, later)) {
          readers.add(later);
          break;
        }
      }
    }
  }

  /** Whether a reader sees a version that is newer than one's. */
  private boolean isHidden(RowKey key, Writer writer, Writer reader) {
    Writer nearest = nearestNamed(rows.get(key), key, reader.place);
    return nearest != null && nearest.place > writer.place;
  }

  /**
   * Rows are committed. What was made of other versions of them does not hold.
   *
   * @param writer which had placeholders for them; null if none. If it has filled them, others have
   *     read what is committed now.
   */
  public void commit(Writer writer, List<RowKey> keys) {
    if (writer == null || !writer.isFilled) {
      if (writer != null) {
        takeBack(writer);
      }
      rollBackReaders(keys);
    }
    if (writer != null) {
      remove(writer);
    }
  }

  private void rollBackReaders(List<RowKey> keys) {
    if (filled.isEmpty()) {
      return;
    }
    for (Writer each : new ArrayList<>(filled.values())) {
      if (filled.containsKey(each.place) && keys.stream().anyMatch(each::hasRead)) {
        rollBack(each);
      }
    }
  }

  /** One gives up its place, unless it has committed. */
  public void leave(Writer writer) {
    if (!writer.isGone) {
      writer.isGone = true;
      rollBack(writer);
      remove(writer);
    }
  }

  private void remove(Writer writer) {
    writer.isGone = true;
    empty(writer);
    wide.remove(writer.place);
    if (writer.plan != null) {
      writer.plan.writes().forEach(key -> remove(key, writer));
    }
    tellProduced(writer);
  }

  private void remove(RowKey key, Writer writer) {
    List<Writer> writers = rows.get(key);
    writers.remove(writer);
    if (writers.isEmpty()) {
      rows.remove(key);
    }
  }

  /** Bytes of all that is filled in. */
  public long filledBytes() {
    return filledBytes;
  }

  /** How many rows have a version or a placeholder here. */
  public int rowCount() {
    return rows.size();
  }
}
