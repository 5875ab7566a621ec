package org.thetisdb.core.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Which of the three sets of tests runs ({@code thetis.tests}: quick, change or night), and where
 * its seeds begin. They begin elsewhere in each commit, so what one build leaves out the next ones
 * have. {@code -Djvm.test="-Xmx2g -Dthetis.rotation=N"} repeats a build of another commit.
 */
public enum TestSet {
  /** Compiled, looked at, and a few seeds. */
  QUICK(64),
  /** What a change must pass. */
  CHANGE(32),
  /** All there is. */
  NIGHT(1);

  private static final TestSet NOW =
      valueOf(System.getProperty("thetis.tests", "change").toUpperCase(Locale.ROOT));

  /** More commits than this, and seeds are used again. */
  private static final long MOST_ROTATIONS = 1_000;

  private static final long ROTATION = Long.getLong("thetis.rotation", commitNumber());
  private static final Set<String> TOUCHED = touchedFiles();

  private final int divisor;

  TestSet(int divisor) {
    this.divisor = divisor;
  }

  /** The set that runs. */
  public static TestSet now() {
    return NOW;
  }

  /** How many of what the night has this set has: at least one. */
  public static int some(int ofNight) {
    return (ofNight + NOW.divisor - 1) / NOW.divisor;
  }

  /** How many seeds: so many as the property says, or else this set's part of the night's. */
  public static int seeds(String property, int ofNight) {
    return Integer.getInteger(property, some(ofNight));
  }

  /** This set's part of so many seeds; the night's begin with the first. */
  public static List<Long> seeds(long first, int ofNight) {
    int count = some(ofNight);
    long begin = NOW == NIGHT ? first : first(first, count);
    return LongStream.range(begin, begin + count).boxed().toList();
  }

  /** Where so many seeds begin in this commit, if those of the first begin there. */
  public static long first(long first, int seeds) {
    return first + Math.floorMod(ROTATION, MOST_ROTATIONS) * seeds;
  }

  /**
   * Each so-manieth of these, others in each commit; all of them at night. Of fewer than that it is
   * one: JUnit fails a test of a list that is empty.
   */
  public static <T> List<T> oneIn(int parts, List<T> all) {
    int most = Math.min(parts, all.size());
    return IntStream.range(0, all.size()).filter(i -> isDue(i, most)).mapToObj(all::get).toList();
  }

  /**
   * Each so-manieth of the files of a directory, others in each commit, and those that this commit
   * changes; all of them at night.
   *
   * @param directory where they are, as its module sees it
   */
  public static List<String> filesOneIn(int parts, Path directory, List<String> names) {
    List<String> due = oneIn(parts, names);
    return names.stream()
        .filter(name -> due.contains(name) || isTouchedFile("/" + directory.resolve(name)))
        .toList();
  }

  private static boolean isTouchedFile(String end) {
    return TOUCHED.stream().anyMatch(file -> file.endsWith(end));
  }

  /** Whether what has this number is among the so-manieth that this commit has; always at night. */
  public static boolean isDue(int number, int parts) {
    return NOW == NIGHT || Math.floorMod(number + ROTATION, parts) == 0;
  }

  /** Whether this commit, or what is not committed yet, changes the file of a class. */
  public static boolean isTouched(String className) {
    int nested = className.indexOf('$');
    String outer = nested < 0 ? className : className.substring(0, nested);
    return isTouchedFile("/java/" + outer.replace('.', '/') + ".java");
  }

  /** What a failure says, so that it can be had again. */
  public static String howToRepeat() {
    return "-Dthetis.tests=%s -Dthetis.rotation=%d"
        .formatted(NOW.name().toLowerCase(Locale.ROOT), ROTATION);
  }

  private static long commitNumber() {
    boolean wholeHistory =
        git("rev-parse", "--is-shallow-repository").filter("false"::equals).isPresent();
    return wholeHistory
        ? git("rev-list", "--count", "HEAD").map(Long::parseLong).orElse(0L)
        : git("rev-parse", "--short=7", "HEAD").map(id -> Long.parseLong(id, 16)).orElse(0L);
  }

  private static Set<String> touchedFiles() {
    String since = System.getProperty("thetis.since", "HEAD~1");
    return Stream.of(
            git("diff", "--name-only", since),
            git("ls-files", "--others", "--exclude-standard", "--full-name", ":/"))
        .flatMap(Optional::stream)
        .flatMap(String::lines)
        .collect(Collectors.toSet());
  }

  /** What git says; nothing where this is no repository, or git is not installed. */
  private static Optional<String> git(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "git";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean isGood = git.waitFor(20, TimeUnit.SECONDS) && git.exitValue() == 0;
      return isGood && !said.isEmpty() ? Optional.of(said) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
