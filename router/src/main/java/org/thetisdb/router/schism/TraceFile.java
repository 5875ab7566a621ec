package org.thetisdb.router.schism;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.router.schism.Trace.Access;

/**
 * Traces as text. The first three lines are {@code thetis-trace 1}, {@code keys N} and {@code seen
 * N}; each other line is a transaction, a word for each partition: {@code w16/5} was written,
 * {@code r17/3} was only read, table 17, cell 3. Nothing that is read is trusted. Stateless.
 */
public final class TraceFile {
  private static final String TITLE = "thetis-trace 1";
  private static final long MOST_BYTES = 256L << 20;
  private static final int MOST_TRANSACTIONS = 2_000_000;

  private TraceFile() {}

  /** Writes a trace; a file that is there is replaced. */
  public static void write(Trace trace, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(TITLE + "\nkeys " + trace.partitionKeys() + "\nseen " + trace.seen() + "\n");
      for (Access access : trace.transactions()) {
        out.write(line(access));
        out.write('\n');
      }
    }
  }

  static String line(Access access) {
    StringBuilder line = new StringBuilder();
    append(line, 'w', access.written());
    append(line, 'r', access.read());
    return line.toString();
  }

  private static void append(StringBuilder line, char kind, long[] partitions) {
    for (long partition : partitions) {
      line.append(line.isEmpty() ? "" : " ").append(kind).append(PartitionId.toString(partition));
    }
  }

  /**
   * Reads a trace.
   *
   * @throws IOException if it cannot be read, or is no trace; then it names the line
   */
  public static Trace read(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException("it has more than " + MOST_BYTES + " bytes");
    }
    int number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      number++;
      if (!TITLE.equals(in.readLine())) {
        throw new IllegalArgumentException("it is not \"" + TITLE + "\"");
      }
      number++;
      int keys = Math.toIntExact(numberIn(in.readLine(), "keys "));
      number++;
      long seen = numberIn(in.readLine(), "seen ");
      List<Access> transactions = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (transactions.size() == MOST_TRANSACTIONS) {
          throw new IllegalArgumentException("there are more transactions than a trace has");
        }
        transactions.add(parse(line));
      }
      return new Trace(keys, seen, transactions);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IOException("line " + number + ": " + e.getMessage(), e);
    }
  }

  private static long numberIn(String line, String word) {
    if (line == null || !line.startsWith(word)) {
      throw new IllegalArgumentException("it does not begin with \"" + word + "\"");
    }
    long number = Long.parseLong(line.substring(word.length()));
    if (number < 0) {
      throw new IllegalArgumentException(number + " is below 0");
    }
    return number;
  }

  private static Access parse(String line) {
    String[] words = line.split(" ", TraceRecorder.MOST_PARTITIONS + 1);
    if (words.length > TraceRecorder.MOST_PARTITIONS) {
      throw new IllegalArgumentException("it has too many partitions");
    }
    int written = 0;
    while (written < words.length && words[written].startsWith("w")) {
      written++;
    }
    long[] writes = new long[written];
    long[] reads = new long[words.length - written];
    for (int i = 0; i < words.length; i++) {
      if (i < written) {
        writes[i] = partition(words[i], 'w');
      } else {
        reads[i - written] = partition(words[i], 'r');
      }
    }
    return new Access(writes, reads);
  }

  private static long partition(String word, char kind) {
    int slash = word.indexOf('/');
    if (slash < 2 || word.charAt(0) != kind) {
      throw new IllegalArgumentException("\"" + word + "\" is not " + kind + "table/cell");
    }
    return PartitionId.of(
        Integer.parseInt(word.substring(1, slash)), Long.parseLong(word.substring(slash + 1)));
  }
}
