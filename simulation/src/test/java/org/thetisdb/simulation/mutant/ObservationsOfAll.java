package org.thetisdb.simulation.mutant;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Which seed caught which mutant, as the last run has left it in {@code
 * target/witnesses.properties} and somebody has put it among the resources. Any change of the
 * engine changes the histories of all seeds, so a witness may have nothing to say any more; then
 * all seeds are tried as without it, which only takes longer. Thread-safe.
 */
final class ObservationsOfAll {
  private static final String NAME = "witnesses.properties";
  private static final Path LEFT_BEHIND = Path.of("target", NAME);

  private final Properties known;

  private ObservationsOfAll(Properties known) {
    this.known = known;
  }

  /** What the last run has found. */
  static ObservationsOfAll read() {
    Properties known = new Properties();
    try (InputStream file = ObservationsOfAll.class.getResourceAsStream(NAME)) {
      if (file != null) {
        Reader text = new InputStreamReader(file, StandardCharsets.UTF_8);
        known.load(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ObservationsOfAll(known);
  }

  /**
   * The seeds up to this one, first the one that caught the mutant the last time. That of a rare
   * fault may lie behind the last: it was found by a longer search ({@code thetis.mutant-seeds}).
   */
  LongStream seeds(Mutation mutation, long last) {
    long witness = Long.parseLong(known.getProperty(key(mutation), "0"));
    LongStream all = LongStream.rangeClosed(1, last);
    return witness < 1
        ? all
        : LongStream.concat(LongStream.of(witness), all.filter(seed -> seed != witness));
  }

  /** A seed has caught a mutant. Other processes note others in the same file. */
  synchronized void note(Mutation mutation, long seed) {
    try (FileChannel file = FileChannel.open(LEFT_BEHIND, CREATE, READ, WRITE)) {
      file.lock(); // until it is closed
      Map<String, String> found = new TreeMap<>(noted(file));
      found.put(key(mutation), Long.toString(seed));
      String text =
          found.entrySet().stream()
              .map(one -> one.getKey() + "=" + one.getValue() + "\n")
              .collect(Collectors.joining());
      file.truncate(0);
      file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> noted(FileChannel file) throws IOException {
    ByteBuffer text = ByteBuffer.allocate((int) file.size());
    file.read(text, 0);
    return new String(text.array(), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(line -> line[0], line -> line[1]));
  }

  /** Names are sentences; keys of properties have no spaces. */
  private static String key(Mutation mutation) {
    return mutation.name().replace(' ', '-');
  }
}
