package org.thetisdb.lab.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JVM of its own that is started, waited for, and killed. Its output is read as it comes, and the
 * last of it kept; all of it goes to a file, too, if there is one. Thread-safe. It ends with this
 * process at the latest, if this one ends in order.
 */
public final class ThetisProcess implements AutoCloseable {
  private static final long PATIENCE_S = 120;
  private static final int LINES_KEPT = 5_000;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:connect to|listens at|serves at|ready at) ([\\w.]+:\\d+)");

  private final Process process;
  private final Path log;
  private final Deque<String> lines = new ArrayDeque<>();
  private final CompletableFuture<String> address = new CompletableFuture<>();
  private final Thread killAtEnd = new Thread(this::destroy, "kill a process");

  private ThetisProcess(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    this.log = log;
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(killAtEnd);
    Thread reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Runs a main class with the class path and the JVM flags of this process. */
  public static ThetisProcess start(String mainClass, String... arguments) throws IOException {
    return start(List.of(), Map.of(), null, mainClass, arguments);
  }

  /**
   * Runs a main class with the class path and the JVM flags of this process.
   *
   * @param prefix a command that runs the JVM, such as one that enters a network namespace; it must
   *     keep the process id
   * @param environment variables beside those of this process
   * @param log where its output goes, behind what is there already; null for nowhere
   */
  public static ThetisProcess start(
      List<String> prefix,
      Map<String, String> environment,
      Path log,
      String mainClass,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--add-")
          || flag.startsWith("-Dchronicle")
          || flag.startsWith("-XX:SharedArchiveFile") // classes that this one has loaded before
          || flag.startsWith("-Xlog:")
          || flag.startsWith("--enable-native")
          || flag.startsWith("--sun-misc")) {
        command.add(flag);
      }
    }
    // Many of them share few cores for a short time: compiled quickly is better than compiled well.
    command.addAll(List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    return new ThetisProcess(command, environment, log);
  }

  /**
   * Runs a main class with the class path and all options of the JVM of this process, such as its
   * heap and its collector.
   *
   * @param log where its output goes, behind what is there already
   */
  public static ThetisProcess startAlike(Path log, String mainClass, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-javaagent") && !flag.contains("AOTCacheOutput")) {
        command.add(flag);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    return new ThetisProcess(command, Map.of(), log);
  }

  private void read() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
        Writer out = log == null ? Writer.nullWriter() : appendTo(log)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        take(line);
        out.write(line + "\n");
        out.flush();
      }
    } catch (IOException e) {
      take(e.toString());
    }
    address.completeExceptionally(new IllegalStateException("it ended and said:\n" + output()));
  }

  private static Writer appendTo(Path file) throws IOException {
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private synchronized void take(String line) {
    if (lines.size() == LINES_KEPT) {
      lines.remove();
    }
    lines.add(line);
    Matcher found = ADDRESS.matcher(line);
    if (found.find()) {
      address.complete(found.group(1));
    }
  }

  /** The last lines that it printed. */
  public synchronized String output() {
    return String.join("\n", lines);
  }

  /** Waits until it says where it can be reached. */
  public String address() {
    return address.orTimeout(PATIENCE_S, TimeUnit.SECONDS).join();
  }

  /** Whether it runs, or could if it were not stopped. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal by its name, such as STOP. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("signal " + name + " could not be sent");
    }
  }

  /** Waits for its own end; its exit status. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not end; it said:\n" + output());
    }
    return process.exitValue();
  }

  /** kill -9; returns when it is gone. */
  public void kill() {
    destroy();
    try {
      Runtime.getRuntime().removeShutdownHook(killAtEnd);
    } catch (IllegalStateException e) {
      // this process is ending, too
    }
  }

  private void destroy() {
    process.destroyForcibly();
    boolean interrupted = false;
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (process.isAlive()) {
      try {
        if (!process.waitFor(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw new IllegalStateException("a killed process lives");
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
