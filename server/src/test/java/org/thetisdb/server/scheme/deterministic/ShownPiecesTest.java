package org.thetisdb.server.scheme.deterministic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.lock.OrderedLocks.Ticket;
import org.thetisdb.store.BufferedRows.Version;

/** Pieces of those who are not whole: examples, and random calls against a serial run. */
class ShownPiecesTest {
  private static final Table ROWS =
      Table.define("rows").key("id", ColumnType.LONG).column("value", ColumnType.LONG).build();

  private final Placeholders versions = new Placeholders();
  private final List<String> heard = new ArrayList<>();
  private long lastPlace;

  private static RowKey key(int row) {
    return new RowKey(16, ROWS.keys().encode((long) row));
  }

  private static AccessPlan plan(Set<RowKey> written, Set<RowKey> read) {
    return new AccessPlanBuilder()
        .begin(TableRegistry.EMPTY)
        .add(new KeySet(List.copyOf(written), List.copyOf(read), List.of()))
        .build();
  }

  private Writer insert(String name, int... rows) {
    Set<RowKey> written = new HashSet<>();
    Arrays.stream(rows).forEach(row -> written.add(key(row)));
    return versions.insert(++lastPlace, owner(name), plan(written, Set.of()));
  }

  private Placeholders.Owner owner(String name) {
    return new Placeholders.Owner() {
      @Override
      public void onProduced() {
        heard.add(name + " may read");
      }

      @Override
      public void onRolledBack() {
        heard.add(name + " is rolled back");
      }
    };
  }

  private static Map<RowKey, byte[]> images(int... rowsAndValues) {
    Map<RowKey, byte[]> images = new HashMap<>();
    for (int i = 0; i < rowsAndValues.length; i += 2) {
      images.put(key(rowsAndValues[i]), new byte[] {(byte) rowsAndValues[i + 1]});
    }
    return images;
  }

  private void show(Writer writer, List<RowKey> read, int... rowsAndValues) {
    versions.show(writer, read, List.of(), images(rowsAndValues));
  }

  private void fill(Writer writer, List<RowKey> read, int... rowsAndValues) {
    versions.fill(writer, read, List.of(), images(rowsAndValues));
  }

  @Test
  void whatIsShownIsReadAndTheRestIsWaitedFor() {
    Writer a = insert("a", 1, 2);
    Writer b = insert("b", 3);
    versions.await(a, owner("b"));
    show(a, List.of(), 1, 10);
    assertThat(heard).containsExactly("b may read");
    assertThat(a.isFilled()).isFalse();
    assertThat(versions.producerOf(key(1), b.place())).isNull();
    assertThat(versions.find(key(1), b.place()).image()).containsExactly(10);
    assertThat(versions.producerOf(key(2), b.place())).isSameAs(a);
    assertThat(versions.producerBetween(key(1), key(2), b.place())).isNull();
    assertThat(versions.producerBetween(key(1), key(3), b.place())).isSameAs(a);
  }

  @Test
  void whoHasReadWhatWasShownStaysIfTheWholeWroteIt() {
    Writer a = insert("a", 1, 2, 4);
    Writer b = insert("b", 3);
    show(a, List.of(), 1, 10);
    fill(b, List.of(key(1)), 3, 30);
    show(a, List.of(), 1, 10, 4, 40);
    fill(a, List.of(), 1, 10, 4, 40);
    assertThat(heard).isEmpty();
    assertThat(versions.find(key(2), b.place())).as("named, and not written").isNull();
    versions.commit(a, List.of(key(1), key(4)));
    assertThat(b.isFilled()).isTrue();
    assertThat(versions.filledBytes()).isEqualTo(key(3).bytes().length + 1);
  }

  @Test
  void readersOfAShownPieceAbortIfTheWholeWritesOtherwise() {
    Writer a = insert("a", 1, 2);
    Writer b = insert("b", 3);
    insert("c", 4);
    show(a, List.of(), 1, 10);
    fill(b, List.of(key(1)), 3, 30);
    fill(a, List.of(), 1, 11, 2, 20);
    assertThat(heard).containsExactly("b is rolled back");
    assertThat(versions.find(key(1), b.place()).image()).containsExactly(11);
  }

  @Test
  void whoHasReadWhatWasShownIsRolledBackIfTheWholeDidNotWriteIt() {
    Writer a = insert("a", 1, 2);
    Writer b = insert("b", 3);
    show(a, List.of(), 1, 10);
    fill(b, List.of(key(1)), 3, 30);
    fill(a, List.of(), 2, 20);
    assertThat(heard).containsExactly("b is rolled back");
  }

  @Test
  void whatIsTakenBackIsAPlaceholderAgainAndItsOwnerHearsNothing() {
    Writer a = insert("a", 1, 2);
    Writer b = insert("b", 3);
    show(a, List.of(), 1, 10);
    fill(b, List.of(key(1)), 3, 30);
    versions.takeBack(a);
    assertThat(heard).containsExactly("b is rolled back");
    assertThat(versions.producerOf(key(1), b.place())).isSameAs(a);
    assertThat(versions.filledBytes()).isZero();
  }

  @Test
  void whoCommitsWithoutHavingBeenWholeTakesBackWhatItHasShown() {
    Writer a = insert("a", 1, 2);
    Writer b = insert("b", 3);
    show(a, List.of(key(1)), 1, 10);
    fill(b, List.of(key(1)), 3, 30);
    versions.commit(a, List.of(key(1), key(2)));
    assertThat(heard).as("not the one that commits").containsExactly("b is rolled back");
  }

  @Test
  void aChangeOfWhatAShownPieceHasReadRollsBackItAndItsReaders() {
    Writer a = insert("a", 1, 2);
    Writer b = insert("b", 3);
    show(a, List.of(key(7)), 1, 10);
    fill(b, List.of(key(1)), 3, 30);
    versions.commit(null, List.of(key(8)));
    assertThat(heard).isEmpty();
    versions.commit(null, List.of(key(7)));
    assertThat(heard).containsExactly("a is rolled back", "b is rolled back");
  }

  @Test
  void whoIsWholeShowsNoPiecesAnyMore() {
    Writer a = insert("a", 1);
    fill(a, List.of(), 1, 10);
    assertThatThrownBy(() -> show(a, List.of(), 1, 10)).isInstanceOf(IllegalStateException.class);
  }

  /**
   * Calls of pieces that add up what they read; some pieces depend on others though they must not,
   * by what those wrote. What each leaves is what it would leave if it ran when it commits.
   */
  @Test
  void randomCallsLeaveWhatASerialRunLeaves() {
    int readEarly = 0;
    for (int seed = 0; seed < 60; seed++) {
      readEarly += new RandomCalls(seed).run();
    }
    assertThat(readEarly).as("runs that were kept on pieces of others").isGreaterThan(100);
  }

  private static final class RandomCalls {
    private final Random random;
    private final Placeholders versions = new Placeholders();
    private final OrderedLocks order = new OrderedLocks();
    private final TreeMap<RowKey, Integer> store = new TreeMap<>();
    private final List<Call> calls = new ArrayList<>();
    private int readEarly;

    RandomCalls(int seed) {
      random = new Random(seed);
    }

    private record Piece(RowKey written, Set<RowKey> read) {}

    private final class Call implements Placeholders.Owner {
      private final List<Piece> pieces;
      private final Ticket ticket;
      private final Writer writer;
      private Map<RowKey, byte[]> kept;

      Call(List<Piece> pieces) {
        this.pieces = pieces;
        Set<RowKey> written = new TreeSet<>();
        Set<RowKey> read = new TreeSet<>();
        pieces.forEach(
            piece -> {
              written.add(piece.written);
              read.addAll(piece.read);
            });
        AccessPlan plan = plan(written, read);
        this.ticket = order.ask(() -> {}, plan);
        this.writer = versions.insert(ticket.place(), this, plan);
      }

      @Override
      public void onProduced() {
        // steps are chosen at random
      }

      @Override
      public void onRolledBack() {
        kept = null;
      }

      /** Null if it has to be waited for. */
      private Integer read(RowKey row, boolean ahead, Map<RowKey, byte[]> own) {
        byte[] image = own.get(row);
        if (image == null && ahead) {
          if (versions.producerOf(row, ticket.place()) != null) {
            return null;
          }
          Version version = versions.find(row, ticket.place());
          image = version == null ? null : version.image();
        }
        return image == null ? store.getOrDefault(row, 1) : Integer.valueOf(image[0]);
      }

      /** Runs all pieces that can run; returns whether that were all. */
      private boolean run(boolean ahead, Map<RowKey, byte[]> images, List<RowKey> read) {
        boolean isWhole = true;
        for (Piece piece : pieces) {
          Integer sum = (int) ticket.place();
          for (RowKey each : piece.read) {
            Integer found = sum == null ? null : read(each, ahead, images);
            sum = found == null ? null : Integer.valueOf((sum * 7 + found) % 100);
          }
          if (sum == null) {
            isWhole = false;
          } else if (sum % 5 > 0) {
            images.put(piece.written, new byte[] {sum.byteValue()});
            read.addAll(piece.read);
          } else {
            read.addAll(piece.read);
          }
        }
        return isWhole;
      }

      void runAhead() {
        if (writer.isFilled()) {
          return;
        }
        Map<RowKey, byte[]> images = new HashMap<>();
        List<RowKey> read = new ArrayList<>();
        boolean isEarly = hasShown(calls);
        if (run(true, images, read)) {
          versions.fill(writer, read, List.of(), images);
          kept = images;
          readEarly += isEarly ? 1 : 0;
        } else {
          versions.show(writer, read, List.of(), images);
        }
      }

      /** Whether it reads what one has shown that is not whole. */
      private boolean hasShown(List<Call> others) {
        return others.stream()
            .filter(other -> other.ticket.place() < ticket.place() && !other.writer.isFilled())
            .anyMatch(
                other ->
                    pieces.stream()
                        .flatMap(piece -> piece.read.stream())
                        .anyMatch(
                            row -> {
                              Version version = versions.find(row, ticket.place());
                              return version != null
                                  && version.tid() == other.ticket.place()
                                  && version.image() != null;
                            }));
      }

      void commit() {
        Map<RowKey, byte[]> expected = new HashMap<>();
        List<RowKey> read = new ArrayList<>();
        run(false, expected, read);
        if (kept != null) {
          assertThat(text(kept)).isEqualTo(text(expected));
        } else if (random.nextBoolean()) {
          versions.fill(writer, read, List.of(), expected);
        }
        versions.commit(writer, List.copyOf(expected.keySet()));
        expected.forEach((row, image) -> store.put(row, (int) image[0]));
        leave();
      }

      void leave() {
        calls.remove(this);
        versions.leave(writer);
        order.leave(ticket);
      }
    }

    private static String text(Map<RowKey, byte[]> images) {
      TreeMap<RowKey, String> text = new TreeMap<>();
      images.forEach((row, image) -> text.put(row, Arrays.toString(image)));
      return text.toString();
    }

    private List<Piece> randomPieces() {
      List<Piece> pieces = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        Set<RowKey> read = new TreeSet<>();
        for (int j = random.nextInt(3); j > 0; j--) {
          read.add(key(random.nextInt(8)));
        }
        pieces.add(new Piece(key(random.nextInt(8)), read));
      }
      return pieces;
    }

    int run() {
      for (int step = 0; step < 300; step++) {
        Call call = calls.isEmpty() ? null : calls.get(random.nextInt(calls.size()));
        int choice = random.nextInt(20);
        if (call == null || (choice < 5 && calls.size() < 12)) {
          calls.add(new Call(randomPieces()));
        } else if (choice < 14) {
          call.runAhead();
        } else if (choice < 16 && call.ticket.isGranted()) {
          call.commit();
        } else if (choice == 18) {
          RowKey changed = key(random.nextInt(8));
          store.put(changed, random.nextInt(100));
          versions.commit(null, List.of(changed));
        } else if (choice == 19 && random.nextInt(4) == 0) {
          call.leave();
        }
      }
      while (!calls.isEmpty()) {
        calls.stream().filter(call -> call.ticket.isGranted()).findFirst().orElseThrow().commit();
      }
      assertThat(versions.rowCount()).isZero();
      assertThat(versions.filledBytes()).isZero();
      return readEarly;
    }
  }
}
